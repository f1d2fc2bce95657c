/** A value that leaves the stored number unchanged; a new record gets none. For columns in `kept` of an import. */
export const UNCHANGED = Symbol('as it is stored');

/** An unchecked row of a source: values by dotted path, texts (CSV) or JSON values (NDJSON). */
export interface SourceRow {
  /** Counted from 1. */
  readonly line: number;
  /** Dotted paths. Rows with the same fields share the array, so that the check looks the paths up once. */
  readonly names: readonly string[];
  /** In the order of the names. Null and undefined: no value; {@link UNCHANGED}: the stored value. */
  readonly values: readonly unknown[];
  /** The reason why the line could not be read at all. */
  readonly problem?: string;
  /** The original line, if it cannot be read as a record. The user can correct and import it in a file of its format. */
  readonly text?: string;
  /** The meter as the file names it, if the row could not be read as a record. */
  readonly meter?: string;
  /** The column or field with the problem. */
  readonly field?: string;
  /** The meter of the row, if no account has it. The row is bad, and the summary lists each such meter once. */
  readonly unmatched?: string;
  /** The reason why the import skips the row, such as a channel of reactive energy. The summary counts and lists it. */
  readonly skipped?: string;
  /** A notice of the reader about the file, such as a missing hour. The object is then not a row. */
  readonly notice?: string;
}

/** Returns a notice about the file, as a row. */
export function noticeRow(line: number, notice: string): SourceRow {
  return { line, names: [], values: [], notice };
}

/** Returns a row that the import skips on purpose. */
export function skippedRow(line: number, skipped: string): SourceRow {
  return { line, names: [], values: [], skipped };
}

/**
 * The rows of a file, with the name that messages give it. Rows come in batches, because awaiting each one would cost
 * more than reading it.
 */
export interface ImportSource {
  readonly name: string;
  readonly rows: AsyncIterable<readonly SourceRow[]>;
}

/** A problem with a field of a row. */
export interface FieldProblem {
  /** Null if the problem concerns the row and not one field. */
  readonly field: string | null;
  readonly reason: string;
}

export interface RowError {
  readonly file: string;
  readonly line: number;
  /** Null if the problem concerns the row and not one field. */
  readonly field: string | null;
  readonly reason: string;
}

/** Rows made of flat records in memory, such as those of the sample. */
// The import takes an asynchronous source; a generator of one must not await.
// oxlint-disable-next-line typescript/require-await
export async function* recordRows(
  records: Iterable<Readonly<Record<string, unknown>>>,
): AsyncGenerator<readonly SourceRow[]> {
  let line = 0;
  let batch: SourceRow[] = [];
  for (const record of records) {
    batch.push({ line: (line += 1), names: Object.keys(record), values: Object.values(record) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const BATCH = 1_000;
