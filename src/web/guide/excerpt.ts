/** A part of an excerpt, and whether it is what was looked for. */
export interface ExcerptPart {
  readonly part: string;
  readonly isFound: boolean;
}

/** Characters before the first word that is found, and of all. */
const BEFORE = 50;
const LENGTH = 180;

/** Some words of a text around the first of those that are looked for, which are marked. */
export function excerptOf(words: string, text: string): readonly ExcerptPart[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const lower = words.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = Math.max(0, Math.min(...places, words.length) - BEFORE);
  // From the beginning where only the heading has what is looked for.
  const from = places.length === 0 ? 0 : first === 0 ? 0 : words.indexOf(' ', first) + 1;
  const excerpt = words.slice(from, from + LENGTH);
  const parts = terms.length === 0 ? [excerpt] : excerpt.split(new RegExp(`(${terms.join('|')})`, 'iu'));
  const shown = parts.map((part, index) => ({ part, isFound: index % 2 === 1 }));
  return from + LENGTH < words.length ? [...shown, { part: ' …', isFound: false }] : shown;
}
