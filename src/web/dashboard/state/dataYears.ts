import type { Period } from '../format/periods.js';
import type { LevelYearsQuery, YearsFragment } from '../generated/operations.js';

/** A kind of record that figures come from. */
export const KINDS = ['hh', 'reading', 'invoice', 'custom'] as const;
export type Kind = (typeof KINDS)[number];

/** A year with data. */
export interface DataYear {
  readonly year: number;
  /** What its data is of; never empty. */
  readonly kinds: readonly Kind[];
}

/** What is known of a year. */
type Known = readonly [year: string, kinds: readonly Kind[]];

/** The years with data, the latest first, by what each of some answers says of it. */
export function yearsOf(known: readonly Known[]): readonly DataYear[] {
  const found = new Map<number, Set<Kind>>();
  for (const [date, kinds] of known) {
    const year = found.get(Number(date)) ?? new Set();
    kinds.forEach((kind) => year.add(kind));
    found.set(Number(date), year);
  }
  return [...found]
    .filter(([, kinds]) => kinds.size > 0)
    .map(([year, kinds]) => ({ year, kinds: KINDS.filter((kind) => kinds.has(kind)) }))
    .toSorted((one, other) => other.year - one.year);
}

/** The years in which any of some parts has data, by those of each. */
export function mergeYears(parts: readonly (readonly DataYear[])[]): readonly DataYear[] {
  return yearsOf(parts.flat().map(({ year, kinds }): Known => [String(year), kinds]));
}

/** What the figures of each year come from; half-hourly readings are readings. */
export function usedKinds({ data }: YearsFragment): readonly Known[] {
  return data.map(({ date, sources }) => [
    date,
    KINDS.filter((kind) => sources.includes(kind) || (kind === 'reading' && sources.includes('reading-hh'))),
  ]);
}

/** The years of a level: what its figures come from, intervals that others go before, and bills of money alone. */
export function yearsOfLevel({ used, intervals, billed }: LevelYearsQuery): readonly DataYear[] {
  return yearsOf([
    ...(used ? usedKinds(used) : []),
    ...(intervals?.data ?? []).map(({ date, coverage }): Known => [date, coverage ? ['hh'] : []]),
    ...(billed?.data ?? []).map(({ date, cost }): Known => [date, cost ? ['invoice'] : []]),
  ]);
}

/** What kinds of data there are in the years that a period touches. */
export function kindsNear(years: readonly DataYear[], { from, to }: Period): readonly Kind[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const near = years.filter(({ year }) => year >= first && year <= last);
  return KINDS.filter((kind) => near.some(({ kinds }) => kinds.includes(kind)));
}
