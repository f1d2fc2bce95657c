import { quoted, suggest } from '../errors/suggest.js';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** Reads a number as JSON writes it; it must be finite. */
export function parseNumber(text: string): Parsed<number> {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: `must be a finite number such as 12.5, got ${quoted(text)}` };
  return { value: value === 0 ? 0 : value };
}

/** Reads a whole number that double precision holds exactly. */
export function parseInteger(text: string): Parsed<number> {
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) return { problem: `must be a whole number, got ${quoted(text)}` };
  return { value: value === 0 ? 0 : value };
}

/** Reads `true` or `false`, nothing else. */
export function parseBoolean(text: string): Parsed<boolean> {
  if (text !== 'true' && text !== 'false') return { problem: `must be true or false, got ${quoted(text)}` };
  return { value: text === 'true' };
}

/** Reads any text that the database can hold: no NUL character, no half of a surrogate pair. */
export function parseText(text: string): Parsed<string> {
  if (text.includes('\0')) return { problem: 'must not contain the NUL character' };
  // isWellFormed is in every Node that is supported, and not yet in TypeScript's ES2023.
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)) {
    return { problem: 'must be well-formed Unicode' };
  }
  return { value: text };
}

/** Reads one of a closed list of texts. */
export function parseChoice(text: string, choices: readonly string[]): Parsed<string> {
  if (choices.includes(text)) return { value: text };
  return new WrongChoice(text, choices);
}

/** A text that is not in a closed list. Of thousands of them a request lists a few, so the words are made when they are read. */
class WrongChoice {
  readonly #text: string;
  readonly #choices: readonly string[];

  constructor(text: string, choices: readonly string[]) {
    this.#text = text;
    this.#choices = choices;
  }

  get problem(): string {
    const meant = suggest(this.#text, this.#choices);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    return `must be one of ${this.#choices.join(', ')}, got ${quoted(this.#text)}${hint}`;
  }
}

/** The outcome of reading a text: a value, or a clause that says what is wrong (`must be …, got …`). */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Narrows to the failure. */
export function isProblem<T>(parsed: Parsed<T>): parsed is { readonly problem: string } {
  return 'problem' in parsed;
}

/** What a field holds; `records` is a list of objects, which no single text can be. */
export type ValueKind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice' | 'records';

export type Value = string | number | boolean;

/**
 * Reads a text as a value of a kind; the one strict reader that query parameters, GraphQL filters and imports share.
 * @param choices the closed list of a `choice`
 */
export function parseValue(kind: ValueKind, text: string, choices: readonly string[] = []): Parsed<Value> {
  switch (kind) {
    case 'id':
      return parseObjectId(text);
    case 'timestamp':
      return parseTimestamp(text);
    case 'number':
      return parseNumber(text);
    case 'boolean':
      return parseBoolean(text);
    case 'choice':
      return parseChoice(text, choices);
    case 'text':
      return parseText(text);
    case 'records':
      return { problem: `must be a list of objects, got ${quoted(text)}` };
  }
}

export const OBJECT_ID = /^[0-9a-fA-F]{24}$/;

/** Whether a text has the ObjectId form: 24 hexadecimal digits (contract 1, rule 5). */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Reads an identifier; the value is in lower case. */
export function parseObjectId(text: string): Parsed<string> {
  if (!isObjectId(text)) return { problem: `must be an identifier of 24 hexadecimal digits, got ${quoted(text)}` };
  return { value: text.toLowerCase() };
}

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
 * Reads an ISO 8601 date or date-time that names a day: the one that is written, or, where an offset is, the one that the
 * instant is in (contract 4, /consumption: "normalised to start of day UTC"), which depends on whose days are asked for.
 * @returns the day, `2024-01-31`, of the years 1900 to 2200, or the instant as ISO 8601 UTC
 */
export function parseDay(text: string): Parsed<string> {
  const parsed = parseTimestamp(text);
  if (isProblem(parsed)) return parsed;
  const [, , , , , , , , offset] = ISO.exec(text) ?? [];
  const day = offset === undefined ? parsed.value.slice(0, 10) : parsed.value;
  const year = Number(day.slice(0, 4));
  if (year < FIRST_DAY_YEAR || year > LAST_DAY_YEAR) {
    return { problem: `must lie in the years ${FIRST_DAY_YEAR} to ${LAST_DAY_YEAR}, got ${quoted(text)}` };
  }
  return { value: day };
}
