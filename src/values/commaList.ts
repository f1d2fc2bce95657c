import { quoted } from '../errors/suggest.js';
import type { Parsed } from './scalars.js';

/** A value in double quotes, up to a comma or the end; a quote within is written twice. */
const QUOTED = /"((?:[^"]|"")*)"(?=,|$)/y;

/**
 * Parses a comma list. A value with a comma stands in double quotes, with quotes doubled as in CSV: `"north, east",south`.
 * A space beside a comma is refused: `north, east` may be one value or two.
 */
export function parseCommaList(text: string): Parsed<readonly string[]> {
  const values: string[] = [];
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      QUOTED.lastIndex = at;
      const [whole, value] = QUOTED.exec(text) ?? [];
      if (whole === undefined || value === undefined) {
        return {
          problem: `must end each value in double quotes with one, and write quotes in it twice, got ${quoted(text)}`,
        };
      }
      values.push(value.replaceAll('""', '"'));
      at += whole.length;
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
