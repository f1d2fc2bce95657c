import type { SourceRow } from '../sourceRow.js';

/** What is known of a file that is a sheet of a workbook: its content is the sheet's lines. */
export interface SheetFacts {
  /** Which it is. */
  readonly inWords: string;
  /** What is to be said of it, as that there are others; null: nothing. */
  readonly notice: string | null;
}

/** The rows, behind what is to be said of their sheet. */
export function withNotice(
  rows: AsyncIterable<readonly SourceRow[]>,
  sheet: SheetFacts | null,
): AsyncIterable<readonly SourceRow[]> {
  const notice = sheet?.notice ?? null;
  if (notice === null) return rows;
  return (async function* () {
    yield [{ line: 1, names: [], values: [], notice }];
    yield* rows;
  })();
}
