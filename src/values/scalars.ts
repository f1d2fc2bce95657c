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
  const meant = suggest(text, choices);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return { problem: `must be one of ${choices.join(', ')}, got ${quoted(text)}${hint}` };
}

/** The outcome of reading a text: a value, or a clause that says what is wrong (`must be …, got …`). */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Narrows to the failure. */
export function isProblem<T>(parsed: Parsed<T>): parsed is { readonly problem: string } {
  return 'problem' in parsed;
}
