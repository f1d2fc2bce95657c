import type { UnpackBound } from '../unpackBound.js';
import type { SheetRow } from './sheetRows.js';

/** The first rows, which determine the width of the table. */
const [HEAD_ROWS, HEAD_CHARACTERS] = [50, 4 * 1024 * 1024];
const CHUNK_SIZE = 64 * 1024;

/**
 * Writes the rows of a sheet as lines of comma-separated values in UTF-8. The number of a line is that of its row: an
 * empty row becomes an empty line. Pads short rows to the width of the table.
 * @param bound counts the bytes: in a wide sheet, a row with few cells has many commas
 */
export async function* sheetLines(
  rows: AsyncIterable<readonly SheetRow[]>,
  bound: UnpackBound,
): AsyncGenerator<Uint8Array> {
  let head: SheetRow[] | null = [];
  let [width, last, text, characters] = [0, 0, '', 0];
  const takeChunk = (): Uint8Array => {
    const bytes = Buffer.from(text);
    bound.add(bytes.length);
    text = '';
    return bytes;
  };
  function* write(written: readonly SheetRow[]): Generator<Uint8Array> {
    for (const row of written) {
      // Each row ends with a line break, so a gap of n rows needs n - 1 of them.
      for (let empty = row.number - last - 1; empty > 0; empty -= CHUNK_SIZE) {
        text += '\n'.repeat(Math.min(empty, CHUNK_SIZE));
        if (text.length >= CHUNK_SIZE) yield takeChunk();
      }
      text += lineOf(row.cells, width);
      last = row.number;
      if (text.length >= CHUNK_SIZE) yield takeChunk();
    }
  }
  for await (const batch of rows) {
    if (head === null) yield* write(batch);
    else {
      head.push(...batch);
      for (const { cells } of batch) characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (head.length < HEAD_ROWS && characters < HEAD_CHARACTERS) continue;
      width = widthOf(head);
      yield* write(head);
      head = null;
    }
  }
  if (head !== null) {
    width = widthOf(head);
    yield* write(head);
  }
  if (text !== '') yield takeChunk();
}

/**
 * Returns the number of columns of the table: the most cells in any of the first rows without a gap. A note to the
 * right of the table follows a gap.
 */
function widthOf(rows: readonly SheetRow[]): number {
  const width = (list: readonly SheetRow[]): number => Math.max(0, ...list.map(({ cells }) => cells.length));
  const first = rows.slice(0, HEAD_ROWS);
  return width(first.filter(({ cells }) => !cells.includes(''))) || width(first);
}

function lineOf(cells: readonly string[], width: number): string {
  // Quotes every cell with a character that could be a delimiter.
  const quoted = cells.map((cell) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}${','.repeat(Math.max(0, width - cells.length))}\n`;
}
