import type { CsvRecord } from './csvRecords.js';
import { skippedRow, type SourceRow } from '../sourceRow.js';

/** The lines of a table, and whether rows came of them. */
export interface LineCount {
  /** Passes records on and counts them. */
  lines(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<readonly CsvRecord[]>;
  /** Counts rows that came of lines. */
  rows(count: number): void;
  /** Where no row came of any line: each line as one that is skipped. A file of empty cells is not an empty file. */
  skipped(): readonly SourceRow[];
}

/** Makes what tells a table without values from one without lines. */
export function createLineCount(): LineCount {
  const lines: number[] = [];
  let rows = 0;
  return {
    async *lines(batches) {
      for await (const records of batches) {
        if (rows === 0) for (const { line } of records) lines.push(line);
        yield records;
      }
    },
    rows(count) {
      rows += count;
      if (count > 0) lines.length = 0;
    },
    skipped: () => (rows > 0 ? [] : lines.map((line) => skippedRow(line, 'a row without a value'))),
  };
}
