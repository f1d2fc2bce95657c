import { quoted, suggest } from '../errors/suggest.js';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** Parses a finite number in JSON's format. */
export function parseNumber(text: string): Parsed<number> {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: `must be a finite number such as 12.5, got ${quoted(text)}` };
  return { value: value === 0 ? 0 : value };
}

/** Parses a whole number that double precision holds exactly. */
export function parseInteger(text: string): Parsed<number> {
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) return { problem: `must be a whole number, got ${quoted(text)}` };
  return { value: value === 0 ? 0 : value };
}

/** Parses `true` or `false`. */
export function parseBoolean(text: string): Parsed<boolean> {
  if (text !== 'true' && text !== 'false') return { problem: `must be true or false, got ${quoted(text)}` };
  return { value: text === 'true' };
}

/** Parses a text that the database can store: without NUL characters and unpaired surrogates. */
export function parseText(text: string): Parsed<string> {
  if (text.includes('\0')) return { problem: 'must not contain the NUL character' };
  // Every supported Node has isWellFormed, but TypeScript's ES2023 does not.
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)) {
    return { problem: 'must be well-formed Unicode' };
  }
  return { value: text };
}

/** Parses one of the allowed texts. */
export function parseChoice(text: string, choices: readonly string[]): Parsed<string> {
  if (choices.includes(text)) return { value: text };
  return new WrongChoice(text, choices);
}

/** A text that is not allowed. A request may have thousands and lists only a few, so the sentence is built when it is read. */
class WrongChoice {
  readonly #text: string;
  readonly #choices: readonly string[];

  constructor(text: string, choices: readonly string[]) {
    this.#text = text;
    this.#choices = choices;
  }

  get problem(): string {
    const nearest = suggest(this.#text, this.#choices);
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    return `must be one of ${this.#choices.join(', ')}, got ${quoted(this.#text)}${hint}`;
  }
}

/** The result of parsing a text: a value, or a clause about the problem (`must be …, got …`). */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Returns whether parsing failed. */
export function isProblem<T>(parsed: Parsed<T>): parsed is { readonly problem: string } {
  return 'problem' in parsed;
}

/** The type of a field's values. `records` is a list of objects, which no single text can be. */
export type ValueKind = 'id' | 'text' | 'number' | 'boolean' | 'timestamp' | 'choice' | 'records';

export type Value = string | number | boolean;

/**
 * Parses a text as a value of a kind. Query parameters, GraphQL filters and imports share this strict parser.
 * @param choices the allowed texts of a `choice`
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

/** Returns whether a text has the ObjectId form: 24 hexadecimal digits (contract 1, rule 5). */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Parses an identifier. The value is in lower case. */
export function parseObjectId(text: string): Parsed<string> {
  if (!isObjectId(text)) return { problem: `must be an identifier of 24 hexadecimal digits, got ${quoted(text)}` };
  return { value: text.toLowerCase() };
}

/** Matches the form of a date or date-time. The date may still not exist. */
export const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** PGlite misreads years before 100, and ISO 8601 without a sign ends at 9999. */
const FIRST_YEAR = 100;

/**
 * Parses an ISO 8601 date or date-time, with or without offset (none: UTC), to at most milliseconds. JavaScript's Date
 * and PostgreSQL both accept more (30 February, `now`, 24:00), so one strict pattern and a round trip decide.
 * @returns the moment as ISO 8601 UTC with milliseconds
 */
export function parseTimestamp(text: string): Parsed<string> {
  const match = ISO.exec(text);
  if (match === null) {
    // Gives the hint only after a time: "31/01/2023 01:00" in a file is itself a time.
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
    return { problem: `must be a valid date and time, got ${quoted(text)}` };
  }
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return { problem: `must have an offset between -14:00 and +14:00, got ${quoted(text)}` };
  const utc = new Date(date.getTime() - minutes * 60_000);
  const utcYear = utc.getUTCFullYear();
  if (utcYear < FIRST_YEAR || utcYear > 9999)
    return { problem: `must be in the years 0100 to 9999, got ${quoted(text)}` };
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
 * Parses an ISO 8601 date or date-time as a day. Without an offset it is the written day. With an offset it is the day
 * of the instant (contract 4, /consumption: "normalised to start of day UTC"), and the caller determines it in the
 * requested time zone.
 * @returns the day, `2024-01-31`, of the years 1900 to 2200, or the instant as ISO 8601 UTC
 */
export function parseDay(text: string): Parsed<string> {
  const parsed = parseTimestamp(text);
  if (isProblem(parsed)) return parsed;
  const [, , , , , , , , offset] = ISO.exec(text) ?? [];
  const day = offset === undefined ? parsed.value.slice(0, 10) : parsed.value;
  const year = Number(day.slice(0, 4));
  if (year < FIRST_DAY_YEAR || year > LAST_DAY_YEAR) {
    return { problem: `must be in the years ${FIRST_DAY_YEAR} to ${LAST_DAY_YEAR}, got ${quoted(text)}` };
  }
  return { value: day };
}
