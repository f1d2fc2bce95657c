/** What the service's thread asks of PGlite's thread. */
export type Order =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly bindings: readonly unknown[];
      readonly options: QueryOptions;
    }
  | { readonly kind: 'close' };

/** How a statement is asked. */
export interface QueryOptions {
  /** What `/dev/blob` is in the statement. */
  readonly blob?: Blob;
  /** Whether rows are lists of texts, as the server sends their values. */
  readonly isUnparsed?: boolean;
}

/** What it replies: first that the database is open, then the results, in the order of what was asked. */
export type Reply =
  | { readonly kind: 'open' }
  | { readonly kind: 'result'; readonly result: SentResult }
  | { readonly kind: 'failure'; readonly failure: SentFailure };

/** Rows as lists: they cross between threads in a third of the time that objects take. */
export interface SentResult {
  readonly rows: readonly (readonly unknown[])[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows: number | undefined;
}

/** An error's own fields: only its name, message and stack would cross by themselves. */
export interface SentFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}
