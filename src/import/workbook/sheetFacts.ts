import { noticeRow, type SourceRow } from '../sourceRow.js';

/** Properties of a file that is a sheet of a workbook. The lines of the sheet are its content. */
export interface SheetFacts {
  /** The name of the sheet, and its position in the workbook. */
  readonly inWords: string;
  /** A notice about the sheet, for example that the workbook has other sheets; null: no notice. */
  readonly notice: string | null;
}

/** The sheet of the template that lists the allowed values. It holds no records. */
export const ALLOWED_VALUES = 'Allowed values';

/** Yields the notice of the sheet, then its rows. */
export function withNotice(
  rows: AsyncIterable<readonly SourceRow[]>,
  sheet: SheetFacts | null,
): AsyncIterable<readonly SourceRow[]> {
  const notice = sheet?.notice ?? null;
  if (notice === null) return rows;
  return (async function* () {
    yield [noticeRow(1, notice)];
    yield* rows;
  })();
}
