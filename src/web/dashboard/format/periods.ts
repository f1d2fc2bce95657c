/** A year, a quarter or a month, the periods that a view may be of. */
export interface Period {
  /** As it stands in addresses: `2022`, `2022-Q3` or `2022-06`. */
  readonly id: string;
  readonly year: number;
  /** The first month, from 1. */
  readonly month: number;
  readonly months: 1 | 3 | 12;
}

/** Days as the service takes them. */
export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

const FORM = /^(\d{4})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/;

/** Reads a period; null: it is none. */
export function parsePeriod(id: string): Period | null {
  const [, year, quarter, month] = FORM.exec(id) ?? [];
  if (year === undefined) return null;
  if (quarter !== undefined) return { id, year: Number(year), month: Number(quarter) * 3 - 2, months: 3 };
  if (month !== undefined) return { id, year: Number(year), month: Number(month), months: 1 };
  return { id, year: Number(year), month: 1, months: 12 };
}

/**
 * The days of a period, or of the same one some years before.
 * @param endIsIncluded whether the service takes the last day or the one after it (`END_DATE`)
 */
export function rangeOf({ year, month, months }: Period, endIsIncluded: boolean, yearsBefore = 0): Range {
  const day = (monthIndex: number, of: number): string =>
    new Date(Date.UTC(year - yearsBefore, monthIndex, of)).toISOString().slice(0, 10);
  return {
    startDate: day(month - 1, 1),
    endDate: endIsIncluded ? day(month - 1 + months, 0) : day(month - 1 + months, 1),
  };
}

const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, month - 1)));

/** A period in words: 2022, July to September 2022, June 2022. */
export function periodInWords({ year, month, months }: Period, yearsBefore = 0): string {
  const of = String(year - yearsBefore);
  if (months === 12) return of;
  return months === 1 ? `${monthName(month)} ${of}` : `${monthName(month)} to ${monthName(month + 2)} ${of}`;
}

/** What a year can be narrowed to: the end of an id, and its words. */
export const PARTS: readonly { readonly suffix: string; readonly words: string }[] = [
  { suffix: '', words: 'Whole year' },
  ...[1, 2, 3, 4].map((quarter) => ({
    suffix: `-Q${quarter}`,
    words: `${monthName(quarter * 3 - 2)} to ${monthName(quarter * 3)}`,
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    suffix: `-${String(index + 1).padStart(2, '0')}`,
    words: monthName(index + 1),
  })),
];
