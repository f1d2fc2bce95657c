/** What the service's thread asks of PGlite's thread. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly bindings: readonly unknown[]; readonly blob?: Blob }
  | { readonly kind: 'close' };

/** What it is told: first that the database is open, then the answers, in the order of what was asked. */
export type Told =
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
