import type { CatalogueQuery, UtilityType } from '../generated/operations.js';
import type { Range } from '../format/periods.js';
import { TYPES } from '../format/words.js';
import { usedKinds, yearsOf, type DataYear } from './dataYears.js';

/** A utility type for which the key grants access to accounts. */
export interface AvailableType {
  readonly type: UtilityType;
  readonly units: string;
  readonly accounts: number;
  /** Years with data, latest first. */
  readonly years: readonly DataYear[];
}

/** The types, years and scopes that the key grants access to. */
export interface Catalogue {
  readonly types: readonly AvailableType[];
  /** Years with data, latest first. */
  readonly years: readonly DataYear[];
  /** The default year of a view: the last full year whose data is about as complete as that of any year. */
  readonly defaultYear: number;
  /** The years that the page searched for data. */
  readonly searchedRange: Range;
  /** Scopes of the key. */
  readonly scopes: readonly string[];
  /** Whether the service includes an `endDate` in a period. */
  readonly endIsIncluded: boolean;
}

/** Number of past years to search for data. */
const YEARS_BACK = 30;
/** A year counts as complete with at least this share of the data of the best year. */
const ABOUT_AS_MUCH = 0.5;

/** Returns the variables of the query `Catalogue`: the years to search for data. */
export function rangeToSearch(today: Date): Range {
  const year = today.getUTCFullYear();
  return { startDate: `${year - YEARS_BACK}-01-01`, endDate: `${year}-12-31` };
}

export function catalogueOf({ viewer }: CatalogueQuery, today: Date): Catalogue {
  const types = TYPES.flatMap((type) => {
    const figures = viewer[type];
    return figures && figures.accountCount > 0 ? [{ type, figures }] : [];
  });
  // Sums up coverage times accounts, so that a type with few accounts weighs little.
  const covered = new Map<number, number>();
  for (const { figures } of types) {
    for (const { date, coverage } of figures.data) {
      if (coverage) covered.set(Number(date), (covered.get(Number(date)) ?? 0) + coverage * figures.accountCount);
    }
  }
  const lastYear = today.getUTCFullYear() - 1;
  const years = [...covered.keys()].toSorted((one, other) => other - one);
  const ended = years.filter((year) => year <= lastYear);
  const most = Math.max(0, ...ended.map((year) => covered.get(year) ?? 0));
  const defaultYear = ended.find((year) => (covered.get(year) ?? 0) >= most * ABOUT_AS_MUCH) ?? years[0] ?? lastYear;
  return {
    types: types.map(({ type, figures }) => ({
      type,
      units: figures.units ?? '',
      accounts: figures.accountCount,
      years: yearsOf(usedKinds(figures)),
    })),
    years: yearsOf(types.flatMap(({ figures }) => usedKinds(figures))),
    defaultYear,
    searchedRange: rangeToSearch(today),
    scopes: viewer.scopes,
    endIsIncluded: types.every(({ figures }) => figures.endDate.slice(5, 10) === '01-01'),
  };
}

/**
 * Restricts the catalogue to the years with data of a part of the portfolio. The default year stays if it is one
 * of them; otherwise it is the last of them.
 */
export function inYears(catalogue: Catalogue, years: readonly DataYear[]): Catalogue {
  const { defaultYear } = catalogue;
  const hasDefaultYear = years.some(({ year }) => year === defaultYear);
  return { ...catalogue, years, defaultYear: hasDefaultYear ? defaultYear : (years[0]?.year ?? defaultYear) };
}
