import { quoted } from '../errors/suggest.js';
import type { Parsed } from './scalars.js';

/** A value in double quotes, up to a comma or the end. Quotes inside are doubled. */
const QUOTED = /"((?:[^"]|"")*)"(?=,|$)/y;

/**
 * Parses a comma list. A value that contains a comma is in double quotes, with quotes doubled as in CSV: `"north,
 * east",south`. The parser rejects a space next to a comma: `north, east` may be one value or two.
 */
export function parseCommaList(text: string): Parsed<readonly string[]> {
  const values: string[] = [];
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      QUOTED.lastIndex = at;
      const [match, value] = QUOTED.exec(text) ?? [];
      if (match === undefined || value === undefined) {
        return {
          problem: `must end each value in double quotes with one, and write quotes in it twice, got ${quoted(text)}`,
        };
      }
      values.push(value.replaceAll('""', '"'));
      at += match.length;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? text.length : comma;
      const value = text.slice(at, end);
      if ((at > 0 || comma >= 0) && value !== value.trim()) {
        const hint = `write "a, b" in double quotes for one value and a,b without a space for two`;
        return { problem: `has a space beside a comma, got ${quoted(text)}; ${hint}` };
      }
      values.push(value);
      at = end;
    }
    if (at >= text.length) return { value: values };
  }
}

const NEEDS_QUOTES = /[",]|^\s|\s$|^$/;

/** Writes texts as a comma list. {@link commaListOf} reads them back unchanged. An empty list is the empty text. */
export function commaListText(values: readonly string[]): string {
  return values.map((value) => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}

/** A value in double quotes with spaces around it, or an unquoted value. */
const LISTED_VALUE = /\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]*)(?:,|$)/y;

/**
 * Reads a comma list from a file. Quoted values stay unchanged; other values lose the spaces around them. The empty
 * text is the empty list. Unlike {@link parseCommaList} it rejects nothing, because other programs write such lists in
 * many ways.
 */
export function commaListOf(text: string): readonly string[] {
  if (text === '') return [];
  const values: string[] = [];
  for (let at = 0; at <= text.length;) {
    LISTED_VALUE.lastIndex = at;
    const [match = '', value, plain = ''] = LISTED_VALUE.exec(text) ?? [];
    values.push(value === undefined ? plain.trim() : value.replaceAll('""', '"'));
    at += match.length;
    if (!match.endsWith(',')) break;
  }
  return values;
}
