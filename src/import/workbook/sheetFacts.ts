import type { SourceRow } from '../sourceRow.js';

/** Properties of a file that is a sheet of a workbook. The lines of the sheet are its content. */
export interface SheetFacts {
  /** Which it is. */
  readonly inWords: string;
  /** A notice about the sheet, for example that the workbook has other sheets; null: no notice. */
  readonly notice: string | null;
}

/** The sheet of a template that lists the allowed values, and holds no records. */
export const ALLOWED_VALUES = 'Allowed values';

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
