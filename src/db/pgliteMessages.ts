/** A message from the service's thread to PGlite's thread. */
export type Order =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly bindings: readonly unknown[];
      readonly options: QueryOptions;
    }
  | { readonly kind: 'close' };

/** The options of a statement. */
export interface QueryOptions {
  /** The content of `/dev/blob` in the statement. */
  readonly blob?: Blob;
  /** Whether rows are lists of values or of unparsed texts; undefined: objects. */
  readonly lists?: 'values' | 'texts';
}

/** A reply. The first reports that the database is open. The results follow in the order of the messages. */
export type Reply =
  | { readonly kind: 'open' }
  | { readonly kind: 'result'; readonly result: SentResult }
  | { readonly kind: 'failure'; readonly failure: SentFailure };

/** A result with its rows as lists. Lists cross between threads in a third of the time of objects. */
export interface SentResult {
  readonly rows: readonly (readonly unknown[])[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows: number | undefined;
}

/** The other fields of an error. Between threads, an error retains only its name, message and stack. */
export interface SentFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}
