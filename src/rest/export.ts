import { contextOfPage, type RequestContext } from '../core/context.js';
import type { Core } from '../core/createCore.js';
import type { Position } from '../data/resource.js';
import { type Hole, itemsOf } from '../core/execution/pieces.js';
import { inPortions } from '../core/execution/text.js';
import { areErrors, type ExecutableOperation } from '../core/execution/executor.js';
import type { Answer } from '../http/answer.js';
import { csvLine } from '../values/csv.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { bodyOf, type Endpoint } from './endpoint.js';
import { type ColumnPath, exportColumns, valueOf } from './exportColumns.js';
import { EXPORT_PAGE, type RestRequest } from './request.js';
import { CONTENT_TYPES, type Format } from './parameters.js';

/** Lines that are written before it is asked whether others wait. */
const LINES_TOGETHER = 50;

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
  /** Makes a further page, when its turn has come. */
  readonly makePage: <T>(make: () => Promise<T>) => Promise<T>;
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
  const { endpoint, rest } = exporting;
  return {
    status: 200,
    headers: [
      ['Content-Type', CONTENT_TYPES[format]],
      ['Content-Disposition', `attachment; filename="${nameOf(endpoint, rest)}.${format}"`],
    ],
    body: textsOf(exporting, format, first),
  };
}

async function* textsOf(
  { core, endpoint, operation, rest, context, spendMore, makePage }: Exporting,
  format: Exclude<Format, 'json'>,
  first: FirstPage,
): AsyncGenerator<string> {
  const columns = areErrors(rest.variables) ? [] : exportColumns(operation.planOf(rest.variables).fields);
  const textOf = textWriter(format, columns);
  let head = format === 'csv' ? csvLine(columns.map((path) => path.join('.'))) : '';
  for await (const rows of rowsOf(first)) {
    yield head + (await textOf(rows));
    head = '';
  }
  for (let after = first.next; after !== null;) {
    const further = contextOfPage(context, { after, skip: 0, total: 0 });
    await spendMore();
    // Until the client has taken it only its text is kept.
    const page = await makePage(async () => {
      const result = await core.run(operation, rest.variables, further, EXPORT_PAGE);
      let text = '';
      for await (const rows of rowsOf({ body: bodyOf(result, endpoint), holes: result.holes }))
        text += await textOf(rows);
      return { text, next: result.page?.next ?? null };
    });
    yield page.text;
    after = page.next;
  }
}

/** Writes rows as lines, in turns. */
function textWriter(
  format: Exclude<Format, 'json'>,
  columns: readonly ColumnPath[],
): (rows: readonly unknown[]) => Promise<string> {
  const lineOf = (row: unknown): string =>
    format === 'csv' ? csvLine(columns.map((path) => valueOf(row, path))) : `${JSON.stringify(row)}\n`;
  return async (rows) => {
    let text = '';
    for (const some of inPortions(rows, LINES_TOGETHER)) {
      text += some.map(lineOf).join('');
      if (isTurnOver()) await nextTurn();
    }
    return text;
  };
}

/** The rows of an answer, which are its `data`, some at a time; at least once, though there be none. */
async function* rowsOf({ body, holes }: Pick<FirstPage, 'body' | 'holes'>): AsyncGenerator<readonly unknown[]> {
  const value: unknown = JSON.parse(body);
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined;
  // Other lists may be left out too: the groups that a breakdown tells of.
  const hole = holes.find(({ mark }) => mark === JSON.stringify(data));
  if (!hole) yield rowsIn(data);
  else for await (const some of itemsOf(hole)) yield rowsIn(JSON.parse(`[${some}]`));
}

function rowsIn(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [];
}

/** `invoices`; figures with their days: `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}
