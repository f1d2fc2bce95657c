import { contextOfPage, type RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import type { Position } from '../data/resource.js';
import type { Hole } from '../core/execution/pieces.js';
import { areErrors, type ExecutableOperation } from '../core/execution/executor.js';
import type { Answer } from '../http/answer.js';
import { csvLine } from '../values/csv.js';
import { bodyOf, type Endpoint } from './endpoint.js';
import { type ColumnPath, exportColumns, valueOf } from './exportColumns.js';
import { EXPORT_PAGE, type RestRequest } from './request.js';
import { CONTENT_TYPES, type Format } from './parameters.js';

/** What is exported, and by whom. */
export interface Exporting {
  readonly core: Core;
  readonly endpoint: Endpoint;
  readonly operation: ExecutableOperation;
  readonly rest: RestRequest;
  /** The request's: all pages are read from where the first one came from, or from what is newer. */
  readonly context: RequestContext;
  /** Takes the points of a further page, and waits for them. */
  readonly spendMore: () => Promise<void>;
}

/** The first page, and where the next begins; null: it is all. */
export interface FirstPage {
  /** JSON text. */
  readonly body: string;
  readonly holes: readonly Hole[];
  readonly next: Position | null;
}

/** An answer as lines, with the pages that follow its first; each is read when the client has taken the one before. */
export function exportAnswer(exporting: Exporting, format: Exclude<Format, 'json'>, first: FirstPage): Answer {
  const { endpoint, operation, rest } = exporting;
  const { variables } = rest;
  const columns = areErrors(variables) ? [] : exportColumns(operation.planOf(variables).fields);
  return {
    status: 200,
    headers: [
      ['Content-Type', CONTENT_TYPES[format]],
      ['Content-Disposition', `attachment; filename="${nameOf(endpoint, rest)}.${format}"`],
    ],
    body: linesOf(format, columns, pagesFrom(exporting, first)),
  };
}

async function* linesOf(
  format: Exclude<Format, 'json'>,
  columns: readonly ColumnPath[],
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let head = format === 'csv' ? csvLine(columns.map((path) => path.join('.'))) : '';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      format === 'csv' ? csvLine(columns.map((path) => valueOf(row, path))) : `${JSON.stringify(row)}\n`,
    );
    yield head + lines.join('');
    head = '';
  }
}

async function* pagesFrom(exporting: Exporting, first: FirstPage): AsyncGenerator<readonly unknown[]> {
  const { core, endpoint, operation, rest, context, spendMore } = exporting;
  if (first.holes.length === 0) yield rowsOf(first.body);
  // An answer has one list, whose items are all there is.
  for (const { items } of first.holes) for await (const some of items()) yield rowsIn(JSON.parse(`[${some}]`));
  for (let after = first.next; after !== null;) {
    await spendMore();
    const further = contextOfPage(context, { after, skip: 0, total: 0 });
    const result = await core.run(operation, rest.variables, further, EXPORT_PAGE);
    yield rowsOf(bodyOf(result, endpoint));
    after = result.page?.next ?? null;
  }
}

/** The rows of an answer that has them. */
function rowsOf(body: string): readonly unknown[] {
  const value: unknown = JSON.parse(body);
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined;
  return rowsIn(data);
}

function rowsIn(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [];
}

/** `invoices`; figures with their days: `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}
