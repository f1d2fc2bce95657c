import type { CatalogueQuery, UtilityType } from '../generated/operations.js';
import type { Range } from '../format/periods.js';
import { TYPES } from '../format/words.js';
import { usedKinds, yearsOf, type DataYear } from './dataYears.js';

/** A utility type of which the key may see accounts. */
export interface KnownType {
  readonly type: UtilityType;
  readonly units: string;
  readonly accounts: number;
  /** Years with data of it, the latest first. */
  readonly years: readonly DataYear[];
}

/** What there is to look at, as the service says. */
export interface Catalogue {
  readonly types: readonly KnownType[];
  /** Years with data, the latest first. */
  readonly years: readonly DataYear[];
  /** The year that a view opens with: the last whole one that has about as much data as any. */
  readonly lastFull: number;
  /** The time that years with data are looked for in. */
  readonly lookedThrough: Range;
  /** What the key may read. */
  readonly scopes: readonly string[];
  /** How the service reads an `endDate`. */
  readonly endIsIncluded: boolean;
}

/** How many years are looked through. */
const YEARS_BACK = 30;
/** A year has about as much data as another when it has at least this share of it. */
const ABOUT_AS_MUCH = 0.5;

/** The variables of the query `Catalogue`. */
export function lookBack(today: Date): Range {
  const year = today.getUTCFullYear();
  return { startDate: `${year - YEARS_BACK}-01-01`, endDate: `${year}-12-31` };
}

export function catalogueOf({ viewer }: CatalogueQuery, today: Date): Catalogue {
  const known = TYPES.flatMap((type) => {
    const found = viewer[type];
    return found && found.accountCount > 0 ? [{ type, found }] : [];
  });
  // Years of all accounts together that data covers, so that a type with few accounts weighs little.
  const covered = new Map<number, number>();
  for (const { found } of known) {
    for (const { date, coverage } of found.data) {
      if (coverage) covered.set(Number(date), (covered.get(Number(date)) ?? 0) + coverage * found.accountCount);
    }
  }
  const lastYear = today.getUTCFullYear() - 1;
  const years = [...covered.keys()].toSorted((one, other) => other - one);
  const ended = years.filter((year) => year <= lastYear);
  const most = Math.max(0, ...ended.map((year) => covered.get(year) ?? 0));
  const lastFull = ended.find((year) => (covered.get(year) ?? 0) >= most * ABOUT_AS_MUCH) ?? years[0] ?? lastYear;
  return {
    types: known.map(({ type, found }) => ({
      type,
      units: found.units ?? '',
      accounts: found.accountCount,
      years: yearsOf(usedKinds(found)),
    })),
    years: yearsOf(known.flatMap(({ found }) => usedKinds(found))),
    lastFull,
    lookedThrough: lookBack(today),
    scopes: viewer.scopes,
    endIsIncluded: known.every(({ found }) => found.endDate.slice(5, 10) === '01-01'),
  };
}

/** The catalogue of a part that has data in some years: a view opens with the same year if that is one of them, else with their last. */
export function inYears(catalogue: Catalogue, years: readonly DataYear[]): Catalogue {
  const { lastFull } = catalogue;
  const opensSame = years.some(({ year }) => year === lastFull);
  return { ...catalogue, years, lastFull: opensSame ? lastFull : (years[0]?.year ?? lastFull) };
}
