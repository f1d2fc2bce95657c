import { inPortions } from '../../run/json.js';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import type { Cells, TableColumn } from './columns.js';

/** The most rows in memory at a time. */
const BATCH_ROWS = 250;

/** Yields the rows of a table in batches. @param elements the elements of `data` of a page or of figures */
export async function* rowsOf(
  elements: Iterable<unknown>,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly Cells[]> {
  for (const batch of inPortions(elements, () => BATCH_ROWS)) {
    yield batch.map((element) => columns.map(({ cellOf }) => cellOf(element)));
    if (isTurnOver()) await nextTurn();
  }
}
