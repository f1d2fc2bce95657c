import { contextOfPage, type RequestContext } from '../run/context.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import type { PagePosition } from '../run/context.js';
import { type Json, piecesOf } from '../run/json.js';
import { areErrors, onlyValue } from '../run/executor.js';
import { csvColumns, type Format as WrittenFormat } from '../run/style.js';
import type { PlannedField } from '../plan/selection.js';
import type { Answer } from '../http/answer.js';
import { bytesOf } from '../values/bytes.js';
import { csvLine } from '../values/csv.js';
import type { Endpoint } from './endpoint.js';
import { CONTENT_TYPES, type Format } from './formats.js';
import type { RestRequest } from './request.js';
import { figureColumns, tableColumns } from './tables/columns.js';
import { csvTable } from './tables/csv.js';
import { rowsOf } from './tables/rows.js';

/** An export in progress. */
export interface Exporting {
  readonly core: Core;
  readonly endpoint: Endpoint;
  readonly operation: PlannedOperation;
  readonly rest: RestRequest;
  /** The context of the request. Later pages are read from the server of the first page, or from one with newer data. */
  readonly context: RequestContext;
  /** Takes the points for another page, and waits until the user has enough. */
  readonly spendMore: () => Promise<void>;
  /** Makes another page once the memory budget admits it. */
  readonly makePage: <T>(make: () => Promise<T>) => Promise<T>;
}

/** The lines of the first page, and its place in the list; undefined for figures. */
export interface FirstPage {
  readonly lines: Json;
  readonly page: PagePosition | undefined;
}

/** Returns the format that the executor writes: rows of tables are made of NDJSON, but the lists' CSV is written directly. */
export function writtenFormat(format: Format, { list, isTable }: Pick<Endpoint, 'list' | 'isTable'>): WrittenFormat {
  if (format === 'json') return 'json';
  return format === 'csv' && (list || isTable) ? 'csv' : 'ndjson';
}

/**
 * Returns an answer of lines or of a table. Each further page is read after the client has received the one before.
 * @throws AppError invalid-parameter if the list has more rows than the format
 */
export async function exportAnswer(exporting: Exporting, first: FirstPage): Promise<Answer> {
  const { endpoint, rest } = exporting;
  return {
    status: 200,
    headers: [
      ['Content-Type', CONTENT_TYPES[rest.format]],
      ['Content-Disposition', `attachment; filename="${nameOf(endpoint, rest)}.${rest.format}"`],
    ],
    body: await bodyOf(exporting, first),
  };
}

async function bodyOf(exporting: Exporting, first: FirstPage): Promise<AsyncGenerator<string | Buffer>> {
  const { endpoint, operation, rest } = exporting;
  const { format } = rest;
  const fields = areErrors(rest.variables) ? [] : operation.planOf(rest.variables).fields;
  const written = writtenFormat(format, endpoint);
  const lines = linesOf(exporting, written, first);
  if (format === 'ndjson') return lines;
  if (written === 'csv') return withHead(fields, lines);
  const columns = endpoint.list || endpoint.isTable ? tableColumns(fields) : figureColumns(fields, rest.given);
  const rows = rowsOf(lines, columns);
  if (format === 'csv') return csvTable(columns, rows);
  // Loaded on demand: few requests need the packages of these formats.
  if (format === 'parquet') return (await import('./tables/parquet.js')).parquetTable(columns, rows);
  const { MOST_ROWS, tooManyRows, xlsxTable } = await import('./tables/xlsx.js');
  const { total, skip } = first.page ?? { total: 0, skip: 0 };
  if (rest.isWhole && total - skip > MOST_ROWS) throw tooManyRows(total - skip);
  return xlsxTable(endpoint.path.slice(1), columns, rows);
}

/** Yields CSV with the line of its columns, once the first lines are there. */
async function* withHead(
  fields: readonly PlannedField[],
  lines: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  let head = csvLine(csvColumns(fields).map((path) => path.join('.')));
  for await (const some of lines) {
    if (head !== '') yield head;
    yield some;
    head = '';
  }
}

async function* linesOf(
  { core, operation, rest, context, spendMore, makePage }: Exporting,
  format: WrittenFormat,
  first: FirstPage,
): AsyncGenerator<string | Buffer> {
  yield* piecesOf(first.lines);
  for (let after = rest.isWhole ? (first.page?.next ?? null) : null; after !== null;) {
    const further = contextOfPage(context, { after, skip: 0, total: 0 });
    await spendMore();
    // Only the text of the page stays in memory until the client has received it.
    const page = await makePage(async () => {
      const result = await core.run(operation, rest.variables, further, rest.cost, format);
      const chunks: (string | Buffer)[] = [];
      for await (const chunk of piecesOf(onlyValue(result) ?? '')) chunks.push(chunk);
      return { text: bytesOf(chunks), next: result.page?.next ?? null };
    });
    yield page.text;
    after = page.next;
  }
}

/** Returns the file name: `invoices`, or for figures `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}
