import type { ImportName, SourceRow } from '../src/import/importRecords.js';

/** A record, flat, by the contract's field names with dots. */
export type Values = Readonly<Record<string, unknown>>;

/** A step of a sample: the records of one kind, in a form that can be read again. */
export interface SeedStep {
  /** The step's name in Knex's log and in messages. */
  readonly name: string;
  readonly into: ImportName;
  readonly rows: () => Iterable<Values>;
  readonly count: () => number;
}

/** A step of a few records, which are made once. */
export function few(name: string, into: SeedStep['into'], make: () => readonly Values[]): SeedStep {
  let made: readonly Values[] | undefined;
  const rows = (): readonly Values[] => (made ??= make());
  return { name, into, rows, count: () => rows().length };
}

/** The records as the import reads them, numbered from 1. */
// The import takes an asynchronous source; a generator of one must not await.
// eslint-disable-next-line @typescript-eslint/require-await
export async function* sourceRows(records: Iterable<Values>): AsyncGenerator<SourceRow> {
  let line = 0;
  for (const values of records) yield { line: ++line, values };
}
