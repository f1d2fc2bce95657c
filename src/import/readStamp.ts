import { isProblem, type Parsed, parseTimestamp } from '../values/scalars.js';
import type { Zone } from '../values/zone.js';

/** A moment in ISO 8601 UTC, or a local time of the file's zone, in milliseconds as if it were UTC. */
export type Stamp = string | number;

const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;
/** A cache of valid days. A file has few different days. */
const days = new Set<string>();
const MAX_DAYS = 100_000;

/**
 * Parses the timestamp of a record. A timestamp without an offset needs the zone of its file, and neighbouring rows
 * decide which moment it means. A date alone is midnight: in that zone if the field states when something was measured,
 * else in UTC.
 * @param isLocal whether the field states when something was measured
 */
export function readStamp(text: string, zone: Zone | null, isLocal: boolean): Parsed<Stamp> {
  if (isCanonical(text)) return { value: text.length === 20 ? `${text.slice(0, 19)}.000Z` : text };
  const hasTime = text.includes('T');
  if (hasTime ? ZONED.test(text) : zone === null || !isLocal) return parseTimestamp(text);
  const wall = parseTimestamp(text);
  if (isProblem(wall)) return wall;
  if (zone === null) {
    return {
      problem: `has no time zone, got "${text}": end the time with Z or an offset such as +01:00, or give the time zone with --timezone`,
    };
  }
  return { value: Date.parse(wall.value) };
}

/**
 * Whether a text is a valid timestamp like `2024-01-31T13:30:00Z`, with or without milliseconds. A fast path for the
 * usual form.
 */
function isCanonical(text: string): boolean {
  const { length } = text;
  if ((length !== 24 && length !== 20) || text.charCodeAt(length - 1) !== 90) return false;
  if (text.charCodeAt(10) !== 84 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return false;
  if (!(digits(text, 11, 24) && digits(text, 14, 60) && digits(text, 17, 60))) return false;
  if (length === 24 && !(text.charCodeAt(19) === 46 && digit(text, 20) && digits(text, 21, 100))) return false;
  const day = text.slice(0, 10);
  if (days.has(day)) return true;
  if (isProblem(parseTimestamp(day))) return false;
  if (days.size >= MAX_DAYS) days.clear();
  days.add(day);
  return true;
}

function digit(text: string, at: number): boolean {
  const code = text.charCodeAt(at) - 48;
  return code >= 0 && code <= 9;
}

/** Whether the text has two digits at an index, and their number is below a bound. */
function digits(text: string, at: number, bound: number): boolean {
  const value = (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
  return digit(text, at) && digit(text, at + 1) && value < bound;
}
