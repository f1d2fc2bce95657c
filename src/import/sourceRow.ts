/** A value of a row that is left as it is stored; of a new record it is absent. For columns that can be kept. */
export const KEEP = Symbol('as it is stored');

/** A row of a source before it is checked: values by dotted path, texts (CSV) or JSON values (NDJSON). */
export interface SourceRow {
  /** Counted from 1. */
  readonly line: number;
  /** Dotted paths. Rows of one shape share the array, so that the paths are looked up once. */
  readonly names: readonly string[];
  /** In the order of the names; null and undefined are absent, {@link KEEP} is what is stored. */
  readonly values: readonly unknown[];
  /** Set when the line could not be read at all. */
  readonly problem?: string;
  /** The line as it stands, where what could be read of it is no record: a mended one goes into a file of its kind. */
  readonly text?: string;
  /** The meter as the file names it, if the row could not be read as a record. */
  readonly meter?: string;
  /** The column or field that the problem is of. */
  readonly field?: string;
  /** The meter that it is of, where no account has it: the row is bad, and told once for each meter. */
  readonly unmatched?: string;
  /** Why it is no record of ours, such as a channel of reactive energy: counted, listed and not imported. */
  readonly skipped?: string;
  /** Set when it is no row but something that the reader has to say of the file, such as an hour that is not in it. */
  readonly notice?: string;
}

/** Returns a notice about the file, as a row. */
export function noticeRow(line: number, notice: string): SourceRow {
  return { line, names: [], values: [], notice };
}

/** Returns the row of a line that is not imported on purpose. */
export function skippedRow(line: number, skipped: string): SourceRow {
  return { line, names: [], values: [], skipped };
}

/** Rows with the name that messages give their file; they come in batches, as waiting for each one costs more than it. */
export interface ImportSource {
  readonly name: string;
  readonly rows: AsyncIterable<readonly SourceRow[]>;
}

/** A problem with a field of a row. */
export interface FieldProblem {
  /** Null when the row as a whole is meant. */
  readonly field: string | null;
  readonly reason: string;
}

/** One bad row. */
export interface RowError {
  readonly file: string;
  readonly line: number;
  /** Null when the row as a whole is meant. */
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
