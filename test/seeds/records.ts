import { expect } from 'vitest';
import type { SeedStep, Values } from '../../seeds/rows.js';
import { SAMPLE } from '../../seeds/steps.js';

/**
 * The records of a kind.
 * @param steps those of the whole sample unless given
 */
export function* recordsInto(into: SeedStep['into'], steps: readonly SeedStep[] = SAMPLE): Generator<Values> {
  for (const step of steps) if (step.into === into) yield* step.rows();
}

/** The number of the sample's records of a kind, as the steps tell it. */
export function countInto(into: SeedStep['into']): number {
  return SAMPLE.filter((step) => step.into === into).reduce((sum, step) => sum + step.count(), 0);
}

/** The identifiers in a field of records. */
export function idsOf(records: Iterable<Values>, field = '_id'): ReadonlySet<unknown> {
  return new Set([...records].map((record) => record[field]));
}

/** A number of a record. */
export function numberOf(record: Values, field: string): number {
  const value = record[field];
  expect(value, field).toBeTypeOf('number');
  return Number(value);
}

/** The rate lines of an invoice. */
export function linesOf({ rates }: Values): readonly Values[] {
  return Array.isArray(rates) ? rates.filter((line): line is Values => typeof line === 'object' && line !== null) : [];
}
