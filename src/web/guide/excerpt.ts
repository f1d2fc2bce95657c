/** A part of an excerpt, and whether it matches a search term. */
export interface ExcerptPart {
  readonly part: string;
  readonly isMatch: boolean;
}

/** Characters before the first match, and in the whole excerpt. */
const BEFORE = 50;
const LENGTH = 180;

/**
 * Returns an excerpt around the first search term, split so that the page can highlight the matches.
 * @param words the text of a section
 * @param text the search terms
 */
export function excerptOf(words: string, text: string): readonly ExcerptPart[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const lower = words.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = Math.max(0, Math.min(...places, words.length) - BEFORE);
  // If only the heading matches, the excerpt starts at the beginning of the section.
  const from = places.length === 0 ? 0 : first === 0 ? 0 : words.indexOf(' ', first) + 1;
  const excerpt = words.slice(from, from + LENGTH);
  const parts = terms.length === 0 ? [excerpt] : excerpt.split(new RegExp(`(${terms.join('|')})`, 'iu'));
  const shown = parts.map((part, index) => ({ part, isMatch: index % 2 === 1 }));
  return from + LENGTH < words.length ? [...shown, { part: ' …', isMatch: false }] : shown;
}
