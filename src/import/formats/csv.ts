import type { SourceRow } from '../sourceRow.js';
import { csvRecords } from './csvRecords.js';

/**
 * Reads rows of a CSV file whose header names fields by dotted path. An empty cell is an absent value: CSV cannot tell it
 * from an empty text.
 * @throws Error when the header names a column twice
 */
export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<readonly SourceRow[]> {
  let header: readonly string[] | undefined;
  for await (const records of csvRecords(texts)) {
    const rows: SourceRow[] = [];
    for (const { line, cells, problem } of records) {
      if (!header) {
        if (problem !== undefined) throw new Error(`the header ${problem}`);
        header = headerOf(cells);
      } else if (problem !== undefined) rows.push({ line, names: [], values: [], problem });
      else if (cells.length !== header.length) {
        const difference = `has ${cells.length} columns, the header ${header.length}`;
        rows.push({ line, names: [], values: [], problem: difference });
      } else rows.push({ line, names: header, values: cells.map((cell) => (cell === '' ? null : cell)) });
    }
    if (rows.length > 0) yield rows;
  }
}

function headerOf(cells: readonly string[]): readonly string[] {
  const names = cells.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the header names ${JSON.stringify(twice)} twice`);
  return names;
}
