import { quoted } from '../errors/suggest.js';
import { isProblem, type Parsed } from './scalars.js';

/** The form of what is read; whether it exists is another matter. */
export const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** PGlite reads years before 100 wrong, and ISO 8601 without sign ends at 9999. */
const FIRST_YEAR = 100;

/**
 * Reads an ISO 8601 date or date-time, with or without offset (none: UTC), to at most milliseconds.
 * JavaScript's Date and PostgreSQL both accept more (30 February, `now`, 24:00), so one strict pattern and a round
 * trip decide.
 * @returns the moment as ISO 8601 UTC with milliseconds
 */
export function parseTimestamp(text: string): Parsed<string> {
  const match = ISO.exec(text);
  if (match === null) {
    // Only after a time: "31/01/2023 01:00" of a file is a time itself.
    const plus = /:\d\d(?:\.\d+)? \d\d:?\d\d$/.test(text) ? ' (in a query string a + is written %2B)' : '';
    return {
      problem: `must be an ISO 8601 date or date-time such as 2024-01-31T13:30:00Z, got ${quoted(text)}${plus}`,
    };
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = match;
  if (/[1-9]/.test(fraction.slice(3))) return { problem: `must not be finer than milliseconds, got ${quoted(text)}` };
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const date = new Date(local);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== local) {
    return { problem: `must be a date and time that exist, got ${quoted(text)}` };
  }
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return { problem: `must have an offset between -14:00 and +14:00, got ${quoted(text)}` };
  const utc = new Date(date.getTime() - minutes * 60_000);
  const utcYear = utc.getUTCFullYear();
  if (utcYear < FIRST_YEAR || utcYear > 9999)
    return { problem: `must lie in the years 0100 to 9999, got ${quoted(text)}` };
  return { value: utc.toISOString() };
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const FIRST_DAY_YEAR = 1900;
const LAST_DAY_YEAR = 2200;

/**
 * Reads an ISO 8601 date or date-time and takes its day in UTC; an offset is honoured first (contract 4,
 * /consumption: "normalised to start of day UTC").
 * @returns the day, `2024-01-31`, of the years 1900 to 2200
 */
export function parseDay(text: string): Parsed<string> {
  const parsed = parseTimestamp(text);
  if (isProblem(parsed)) return parsed;
  const day = parsed.value.slice(0, 10);
  const year = Number(day.slice(0, 4));
  if (year < FIRST_DAY_YEAR || year > LAST_DAY_YEAR) {
    return { problem: `must lie in the years ${FIRST_DAY_YEAR} to ${LAST_DAY_YEAR}, got ${quoted(text)}` };
  }
  return { value: day };
}
