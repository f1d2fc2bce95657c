import { perLocale } from '../../shared/language.js';
import { texts } from '../texts/texts.js';
import { formatDays } from './dates.js';
import { addDays, countDays, dayOfYearBefore, isDay, lastOfMonth } from './days.js';

/** The days of a view. */
export interface Period {
  /** As in URLs: `2022`, `2022-Q3`, `2022-06` or `2022-03-05..2022-04-10`. */
  readonly id: string;
  /** The first day. */
  readonly from: string;
  /** The last day, included. */
  readonly to: string;
}

/** A period as variables of the API. */
export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

const CALENDAR = /^(\d{4})(-(?:Q[1-4]|0[1-9]|1[0-2]))?$/;
/** Ten years: a daily series then has far fewer periods than the service's limit. */
const MAX_DAYS = 3_653;

const two = (number: number): string => String(number).padStart(2, '0');

/** Splits a year, quarter or month into the year and the rest of the id (`-Q3` or `-06`); null for other periods. */
export function calendarOf({ id }: Period): { readonly year: string; readonly part: string } | null {
  const [, year, part = ''] = CALENDAR.exec(id) ?? [];
  return year === undefined ? null : { year, part };
}

/** The service accepts the years 1900 to 2200; the dashboard also requests the year before. */
const YEARS = [1901, 2199] as const;

/**
 * Parses a period; null for any other text.
 * @throws Error with a sentence for the user if a day does not exist, the days are in the wrong order or too many, or
 * the year is out of range
 */
export function parsePeriod(id: string): Period | null {
  const period = readPeriod(id);
  const [first, last] = YEARS;
  if (period !== null && (Number(period.from.slice(0, 4)) < first || Number(period.to.slice(0, 4)) > last)) {
    throw new Error(texts().wrong.tooFar(id, first, last));
  }
  return period;
}

function readPeriod(id: string): Period | null {
  const [, year, part = ''] = CALENDAR.exec(id) ?? [];
  if (year !== undefined) {
    if (part === '') return { id, from: `${year}-01-01`, to: `${year}-12-31` };
    if (!part.startsWith('-Q')) return { id, from: `${id}-01`, to: lastOfMonth(id) };
    const last = Number(part.slice(2)) * 3;
    return { id, from: `${year}-${two(last - 2)}-01`, to: lastOfMonth(`${year}-${two(last)}`) };
  }
  const [from, to, ...others] = id.split('..');
  if (from === undefined || to === undefined || others.length > 0) return null;
  for (const day of [from, to]) if (!isDay(day)) throw new Error(texts().wrong.day(day));
  if (from > to) throw new Error(texts().wrong.order(id));
  if (countDays(from, to) > MAX_DAYS) throw new Error(texts().wrong.tooLong(id));
  return periodOf(from, to);
}

/** Returns the period between two days. A full year, quarter or month gets its short id. */
export function periodOf(from: string, to: string): Period {
  const year = from.slice(0, 4);
  const quarter = Math.ceil(Number(from.slice(5, 7)) / 3);
  for (const id of [year, `${year}-Q${quarter}`, from.slice(0, 7)]) {
    const calendarPeriod = readPeriod(id);
    if (calendarPeriod?.from === from && calendarPeriod.to === to) return calendarPeriod;
  }
  return { id: `${from}..${to}`, from, to };
}

/** Returns the same days of the previous year. */
export function yearBefore({ from, to }: Period): Period {
  // The last day of February stays the last: 2024-02 compares with 2023-02 and the reverse.
  const last = dayOfYearBefore(addDays(to, 1));
  return periodOf(dayOfYearBefore(from), addDays(last, -1));
}

/** Returns the period of equal length that ends the day before. */
export function timeBefore({ from, to }: Period): Period {
  return periodOf(addDays(from, -countDays(from, to)), addDays(from, -1));
}

/**
 * Converts a period to variables of the API.
 * @param endIsIncluded whether the service includes the end date (`END_DATE`)
 */
export function rangeOf({ from, to }: Period, endIsIncluded: boolean): Range {
  return { startDate: from, endDate: endIsIncluded ? to : addDays(to, 1) };
}

const monthFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }));
const monthName = (month: number): string => monthFormat().format(new Date(Date.UTC(2000, month - 1)));

/** Formats a period: 2022, July to September 2022, June 2022, 5 Mar – 10 Apr 2022. */
export function formatPeriod(period: Period): string {
  const { year, part } = calendarOf(period) ?? {};
  if (year === undefined || part === undefined) {
    return formatDays(period.from, period.to);
  }
  const name = partsOfYear().find(({ suffix }) => suffix === part)?.name ?? '';
  return part === '' ? year : `${name} ${year}`;
}

/** Returns the year, its quarters and its months, each with the end of its id and its name. */
export function partsOfYear(): readonly { readonly suffix: string; readonly name: string }[] {
  const { wholeYear, quarter } = texts().times;
  return [
    { suffix: '', name: wholeYear },
    ...[1, 2, 3, 4].map((number) => ({
      suffix: `-Q${number}`,
      name: quarter(monthName(number * 3 - 2), monthName(number * 3)),
    })),
    ...Array.from({ length: 12 }, (_, index) => ({ suffix: `-${two(index + 1)}`, name: monthName(index + 1) })),
  ];
}
