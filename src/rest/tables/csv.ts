import { csvLine } from '../../values/csv.js';
import type { TableColumn } from './columns.js';
import type { Cell, Cells } from './rows.js';

/** Writes a table as CSV. */
export async function* csvTable(
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  let head = csvLine(columns.map(({ name }) => name));
  for await (const rows of batches) {
    yield head + rows.map((cells) => csvLine(cells.map(textOf))).join('');
    head = '';
  }
  if (head !== '') yield head;
}

function textOf(cell: Cell): Exclude<Cell, Date> {
  return cell instanceof Date ? cell.toISOString() : cell;
}
