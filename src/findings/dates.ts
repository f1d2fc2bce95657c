import { DAY_MS } from '../usage/grid.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface CalendarDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** The first and the last date of a time range, as text. */
export interface Dates {
  /** `15 Mar 2016`. */
  readonly first: string;
  readonly last: string;
  /** `15 Mar 2016`, `15–20 Mar 2016`, `15 Mar–14 Apr 2016` or `15 Dec 2016–14 Jan 2017`. */
  readonly all: string;
}

/**
 * Formats a time range as dates in a time zone. For whole UTC days it gives the local dates that contain most of each
 * day.
 * @param from milliseconds
 * @param to milliseconds, excluded
 */
export function datesOf(from: number, to: number, timeZone: string): Dates {
  const isWholeDays = from % DAY_MS === 0 && to % DAY_MS === 0;
  const [start, end] = isWholeDays ? [from + DAY_MS / 2, to - DAY_MS / 2] : [from, to - 1];
  const [first, last] = [dateIn(start, timeZone), dateIn(end, timeZone)];
  return { first: textOf(first), last: textOf(last), all: rangeOf(first, last) };
}

const textOf = ({ day, month, year }: CalendarDate): string => `${day} ${month} ${year}`;

function rangeOf(first: CalendarDate, last: CalendarDate): string {
  if (first.year !== last.year) return `${textOf(first)}–${textOf(last)}`;
  if (first.month !== last.month) return `${first.day} ${first.month}–${textOf(last)}`;
  return first.day === last.day ? textOf(last) : `${first.day}–${textOf(last)}`;
}

/** Caches formats by time zone, because Intl creates them slowly. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateIn(ms: number, timeZone: string): CalendarDate {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return {
    year: parts.get('year') ?? '',
    month: MONTHS[Number(parts.get('month')) - 1] ?? '',
    day: String(Number(parts.get('day'))),
  };
}
