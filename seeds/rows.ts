import type { ImportName } from '../src/import/importRecords.js';

/** A flat record, by the contract's field names with dots. */
export type Values = Readonly<Record<string, unknown>>;

/** A step of a sample: records of one kind, which can be read several times. */
export interface SeedStep {
  /** The step's name in Knex's log and in messages. */
  readonly name: string;
  readonly into: ImportName;
  readonly rows: () => Iterable<Values>;
  readonly count: () => number;
}

/** Returns a step with a few records, which are created once. */
export function smallStep(name: string, into: SeedStep['into'], create: () => readonly Values[]): SeedStep {
  let records: readonly Values[] | undefined;
  const rows = (): readonly Values[] => (records ??= create());
  return { name, into, rows, count: () => rows().length };
}
