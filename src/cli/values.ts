import { InvalidArgumentError } from 'commander';
import { suggest } from '../errors/suggest.js';
import { parseObjectId, isProblem, type Parsed } from '../values/scalars.js';

function required<T>(parsed: Parsed<T>): T {
  if (isProblem(parsed)) throw new InvalidArgumentError(`It ${parsed.problem}.`);
  return parsed.value;
}

/** Parses an identifier. */
export function idOption(text: string): string {
  return required(parseObjectId(text));
}

/** Adds an identifier to those of earlier uses of the option. */
export function idsOption(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, idOption(text)];
}

/** Returns a parser of comma-separated names from a fixed list. */
export function namesOption(allowed: readonly string[]): (text: string) => readonly string[] {
  return (text) => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    for (const name of names) {
      if (allowed.includes(name)) continue;
      const meant = suggest(name, allowed);
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
      throw new InvalidArgumentError(`It must be one of ${allowed.join(', ')}, got ${JSON.stringify(name)}.${hint}`);
    }
    return names;
  };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_DAYS = 36_500;

/** Parses a duration such as `90d`, `12h` or `30m`, and returns milliseconds. */
export function durationOption(text: string): number {
  const match = /^([1-9]\d{0,6})([mhd])$/.exec(text);
  const duration = Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? 0);
  if (!match || duration > MAX_DAYS * 86_400_000) {
    throw new InvalidArgumentError(`It must be a duration such as 90d, 12h or 30m, got ${JSON.stringify(text)}.`);
  }
  return duration;
}

/** Returns a parser of whole numbers from 1 to `most`. */
export function countOption(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}.`);
  };
}

/** Returns a parser of texts of 1 to `most` characters. */
export function textOption(most: number): (text: string) => string {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed.length >= 1 && trimmed.length <= most && !trimmed.includes('\0')) return trimmed;
    throw new InvalidArgumentError(
      `It must be a text of 1 to ${most} characters, got ${JSON.stringify(text.slice(0, 2 * most))}.`,
    );
  };
}

/** The most characters of the name of a record. */
const MAX_NAME = 200;

/** Parses the identifier or name of a record, which `idOfName` finds once the database is open. */
export const nameOption = textOption(MAX_NAME);

/** Adds the identifier or name of a record to those of earlier uses of the option. */
export function nameListOption(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, nameOption(text)];
}
