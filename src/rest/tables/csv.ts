import { isoOf } from '../../usage/grid.js';
import { csvLine } from '../../values/csv.js';
import type { Cell, Cells, TableColumn } from './columns.js';

/** Writes a table as CSV. An empty list is a quoted empty cell. */
export async function* csvTable(
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
