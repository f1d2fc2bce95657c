import type { ImportName } from '../src/import/importRecords.js';

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
