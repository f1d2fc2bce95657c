/** A row of a source before it is checked: values by dotted path, texts (CSV) or JSON values (NDJSON). */
export interface SourceRow {
  /** Counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Set when the line could not be read at all. */
  readonly problem?: string;
}

/** Rows with the name that messages give their file. */
export interface ImportSource {
  readonly name: string;
  readonly rows: AsyncIterable<SourceRow>;
}

/** One bad row. */
export interface RowError {
  readonly file: string;
  readonly line: number;
  /** Null when the row as a whole is meant. */
  readonly field: string | null;
  readonly reason: string;
}
