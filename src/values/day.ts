import { quoted } from '../errors/suggest.js';
import { isProblem, type Parsed } from './scalars.js';
import { parseTimestamp } from './timestamp.js';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

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
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return { problem: `must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}, got ${quoted(text)}` };
  }
  return { value: day };
}
