import type { Readings } from './writtenNumber.js';

/** A time of the day without a date: `13:30`, `13:30:00`, `1:30 PM`. */
export const TIME_OF_DAY = /^\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?$/i;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
/** Longer texts are not dates. */
const MAX_CHARACTERS = 60;
const DAY_MS = 86_400_000;
/** Day 0 of Excel, for days from March 1900. */
const EXCEL_ZERO = Date.UTC(1899, 11, 30);
/** The range of serial numbers that count as dates. Outside it, a number of five digits is another quantity. */
const [FIRST_SERIAL, LAST_SERIAL] = [Date.UTC(1990, 0, 1), Date.UTC(2100, 0, 1)];

const TIME =
  /^(?:[T\s,]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+/i;
const DAY_NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[-\s/.]+([a-z]{3,9})\.?[-\s/.,]+(\d{4}|\d\d)(?![\d:])/i;
const NAMED_DAY = /^([a-z]{3,9})\.?[-\s]+(\d{1,2})(?:st|nd|rd|th)?,?[-\s]+(\d{4})(?!\d)/i;
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;

/**
 * Reads a date, or a date and time, in usual forms. Years of two digits are 20yy and come last. A date with points has
 * its day first. 24:00 is the end of the day. A number of five digits is an Excel serial number, to the nearest second.
 * @returns ISO 8601, `2024-01-31` or `2024-01-31T13:30:00` with the written offset, if any: first read with the day
 * before the month, then with the month before the day
 */
export function readWrittenDate(text: string): Readings {
  if (text.length > MAX_CHARACTERS) return [null, null];
  if (SERIAL.test(text)) return both(dateOfSerial(Number(text.replace(',', '.'))));
  const [compact, year = '', month = '', day = '', hour, minute = '', second = '00'] = COMPACT.exec(text) ?? [];
  if (compact !== undefined)
    return both(isoDate(year, month, day, hour === undefined ? '' : ` ${hour}:${minute}:${second}`));
  const plain = text.replace(WEEKDAY, '');
  const first = YEAR_FIRST.exec(plain);
  if (first) return both(isoDate(first[1], first[3], first[4], plain.slice(first[0].length)));
  const last = YEAR_LAST.exec(plain);
  if (last) {
    const [match, one, separator, two, written = ''] = last;
    const [full, time] = [fullYear(written), plain.slice(match.length)];
    const dayFirst = isoDate(full, two, one, time);
    return separator === '.' ? both(dayFirst) : [dayFirst, isoDate(full, one, two, time)];
  }
  const named = DAY_NAMED.exec(plain);
  if (named)
    return both(isoDate(fullYear(named[3] ?? ''), monthNumber(named[2]), named[1], plain.slice(named[0].length)));
  const namedMonth = NAMED_DAY.exec(plain);
  if (namedMonth)
    return both(isoDate(namedMonth[3], monthNumber(namedMonth[1]), namedMonth[2], plain.slice(namedMonth[0].length)));
  return [null, null];
}

function both(value: string | null): Readings {
  return [value, value];
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

/** Returns the number of a month by its English name, in full or shortened; 0: no such month. */
function monthNumber(name = ''): string {
  const index = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return String(index + 1);
}

/**
 * Returns a date as ISO 8601; null: no such date exists.
 * @param time the text after the date, with its separator; empty: no time
 */
function isoDate(year = '', month = '', day = '', time = ''): string | null {
  const midnight = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00.000Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null;
  const [match, hours, minutes = '00', seconds = '00', fraction, half, offset = ''] = TIME.exec(time.trimEnd()) ?? [];
  if (match === undefined) return null;
  if (hours === undefined) return midnight.toISOString().slice(0, 10);
  const hour = hourOf(Number(hours), half);
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const isEnd = hour === 24;
  if (isEnd && /[1-9]/.test(minutes + seconds + (fraction ?? ''))) return null;
  const date = new Date(midnight.getTime() + (isEnd ? DAY_MS : 0)).toISOString().slice(0, 10);
  const clock = `${String(isEnd ? 0 : hour).padStart(2, '0')}:${minutes}:${seconds}`;
  return `${date}T${clock}${fraction === undefined ? '' : `.${fraction}`}${zoneOf(offset)}`;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function zoneOf(offset: string): string {
  if (/^[a-z]/i.test(offset)) return 'Z';
  return offset.length === 3 ? `${offset}:00` : offset;
}

function dateOfSerial(serial: number): string | null {
  const at = EXCEL_ZERO + Math.round(serial * 86_400) * 1_000;
  if (at < FIRST_SERIAL || at >= LAST_SERIAL) return null;
  const text = new Date(at).toISOString().slice(0, 19);
  return Number.isInteger(serial) ? text.slice(0, 10) : text;
}

const GERMAN_MONTHS = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ');
/** Short forms that do not begin a name. */
const SHORT_MONTHS: ReadonlyMap<string, number> = new Map([
  ['mrz', 3],
  ['maerz', 3],
]);

const NAMED_MONTH = /^(\p{L}{3,9})\.?[\s/'’-]*(\d{4}|\d\d)$/u;
const YEAR_MONTH = /^(\d{4})[-/](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/](\d{4})$/;

/**
 * Reads a month with its year: `Jan 2024`, `January-24`, `Mrz. 2024`, `2024-01`, `01/2024`. Years of two digits are
 * 20yy.
 * @returns `2024-01`; null if the text is not a month
 */
export function readWrittenMonth(text: string): string | null {
  const plain = text.normalize('NFC').trim();
  const [, name = '', written = ''] = NAMED_MONTH.exec(plain) ?? [];
  if (name !== '') return monthText(written.length === 2 ? `20${written}` : written, monthOfName(name.toLowerCase()));
  const [, year, first] = YEAR_MONTH.exec(plain) ?? [];
  if (year !== undefined) return monthText(year, Number(first));
  const [, last, after] = MONTH_YEAR.exec(plain) ?? [];
  return after === undefined ? null : monthText(after, Number(last));
}

function monthOfName(name: string): number {
  const index = [MONTHS, GERMAN_MONTHS]
    .map((names) => names.findIndex((month) => month.startsWith(name)))
    .find((at) => at >= 0);
  return index === undefined ? (SHORT_MONTHS.get(name) ?? 0) : index + 1;
}

function monthText(year: string, month: number): string | null {
  return month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : null;
}
