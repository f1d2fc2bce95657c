import type { Period } from '../format/periods.js';
import type { TargetYearsQuery, YearsFragment } from '../generated/operations.js';

/** The kinds of records from which the service computes figures. */
export const KINDS = ['hh', 'reading', 'invoice', 'custom'] as const;
export type SourceKind = (typeof KINDS)[number];

/** A year with data. */
export interface DataYear {
  readonly year: number;
  /** Kinds of its records; never empty. */
  readonly kinds: readonly SourceKind[];
}

/** Kinds of records by year. */
type YearKinds = readonly [year: string, kinds: readonly SourceKind[]];

/** Merges entries to a list of years with data, latest first. */
export function yearsOf(entries: readonly YearKinds[]): readonly DataYear[] {
  const byYear = new Map<number, Set<SourceKind>>();
  for (const [date, kinds] of entries) {
    const year = byYear.get(Number(date)) ?? new Set();
    kinds.forEach((kind) => year.add(kind));
    byYear.set(Number(date), year);
  }
  return [...byYear]
    .filter(([, kinds]) => kinds.size > 0)
    .map(([year, kinds]) => ({ year, kinds: KINDS.filter((kind) => kinds.has(kind)) }))
    .toSorted((one, other) => other.year - one.year);
}

/** Merges the years with data of several parts of the portfolio. */
export function mergeYears(parts: readonly (readonly DataYear[])[]): readonly DataYear[] {
  return yearsOf(parts.flat().map(({ year, kinds }): YearKinds => [String(year), kinds]));
}

/** Returns the kinds of records behind the figures of each year; half-hourly readings count as readings. */
export function usedKinds({ data }: YearsFragment): readonly YearKinds[] {
  return data.map(({ date, sources }) => [
    date,
    KINDS.filter((kind) => sources.includes(kind) || (kind === 'reading' && sources.includes('reading-hh'))),
  ]);
}

/**
 * Returns the years with data of a building or an account. In addition to the records of its figures, this counts
 * intervals that other records override, and bills that state only an amount.
 */
export function yearsOfTarget({ used, intervals, billed }: TargetYearsQuery): readonly DataYear[] {
  return yearsOf([
    ...(used ? usedKinds(used) : []),
    ...(intervals?.data ?? []).map(({ date, coverage }): YearKinds => [date, coverage ? ['hh'] : []]),
    ...(billed?.data ?? []).map(({ date, cost }): YearKinds => [date, cost ? ['invoice'] : []]),
  ]);
}

/** Returns the kinds of records in the years that a period touches. */
export function kindsNear(years: readonly DataYear[], { from, to }: Period): readonly SourceKind[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const near = years.filter(({ year }) => year >= first && year <= last);
  return KINDS.filter((kind) => near.some(({ kinds }) => kinds.includes(kind)));
}
