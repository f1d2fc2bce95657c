import { contextOfPage, type RequestContext, type PagePosition } from '../run/context.js';
import type { Core, PlannedOperation } from '../run/createCore.js';
import { type Json, chunksOf } from '../run/json.js';
import { areErrors, onlyValue } from '../run/executor.js';
import type { Format as WrittenFormat } from '../run/style.js';
import type { Answer } from '../http/answer.js';
import type { Endpoint } from './endpoint.js';
import { CONTENT_TYPES, type Format, isTable } from './formats.js';
import type { RestRequest } from './request.js';
import { figureColumns, tableColumns, rowsOf, type Cell, type Cells, type TableColumn } from './tables/columns.js';
import { isoOf } from '../usage/grid.js';
import { csvLine } from '../values/csv.js';

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

/** The lines or rows of the first page, and its position in the list; undefined for figures. */
export interface FirstPage {
  readonly lines: Json;
  readonly rows: Iterable<unknown>;
  readonly page: PagePosition | undefined;
}

/** Returns the format that the executor writes. Tables are made from rows. */
export function writtenFormat(format: Format): WrittenFormat {
  return isTable(format) ? 'rows' : format;
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
  if (!isTable(format)) return partsOf(exporting, first, ({ lines }) => chunksOf(lines));
  const fields = areErrors(rest.variables) ? [] : operation.planOf(rest.variables).fields;
  const columns = endpoint.list || endpoint.isTable ? tableColumns(fields) : figureColumns(fields, rest.given);
  const rows = partsOf(exporting, first, (page) => rowsOf(page.rows, columns));
  if (format === 'csv') return csvTable(columns, rows);
  // Loaded on demand: few requests need the packages of these formats.
  if (format === 'parquet') return (await import('./tables/parquet.js')).parquetTable(columns, rows);
  const { MAX_ROWS, tooManyRows, xlsxTable } = await import('./tables/xlsx.js');
  const { total, skip } = first.page ?? { total: 0, skip: 0 };
  if (rest.isExport && total - skip > MAX_ROWS) throw tooManyRows(total - skip);
  return xlsxTable(endpoint.path.slice(1), columns, rows);
}

/** Yields the parts of all pages. @param read yields the parts of a page */
async function* partsOf<T>(
  { core, operation, rest, context, spendMore, makePage }: Exporting,
  first: FirstPage,
  read: (page: Pick<FirstPage, 'lines' | 'rows'>) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  yield* read(first);
  for (let after = rest.isExport ? (first.page?.next ?? null) : null; after !== null;) {
    const further = contextOfPage(context, { after, skip: 0, total: 0 });
    await spendMore();
    // Only the parts of the page stay in memory until the client has received them.
    const page = await makePage(async () => {
      const result = await core.run(operation, rest.variables, further, rest.cost, writtenFormat(rest.format));
      const parts: T[] = [];
      for await (const part of read({ lines: onlyValue(result) ?? '', rows: result.rows ?? [] })) parts.push(part);
      return { parts, next: result.page?.next ?? null };
    });
    yield* page.parts;
    after = page.next;
  }
}

/** Returns the file name: `invoices`, or for figures `consumption-2024-01-01-2024-12-31`. */
function nameOf({ path }: Endpoint, { given }: RestRequest): string {
  const days = [given.startDate, given.endDate].flatMap((day) => (typeof day === 'string' ? [day.slice(0, 10)] : []));
  return [path.slice(1), ...days].join('-');
}

/** Writes a table as CSV. An empty list is a quoted empty cell. */
async function* csvTable(
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const textOf = (cell: Cell, index: number): Cell => {
    if (typeof cell === 'number' && columns[index]?.kind === 'timestamp') return isoOf(cell);
    return cell === '[]' && columns[index]?.kind === 'json' ? '' : cell;
  };
  let head = csvLine(columns.map(({ name }) => name));
  for await (const rows of batches) {
    yield head + rows.map((cells) => csvLine(cells.map(textOf))).join('');
    head = '';
  }
  if (head !== '') yield head;
}
