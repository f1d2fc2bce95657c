import { texts } from '../texts/texts.js';

/**
 * Returns the name that a URL parameter matches.
 * @param what the name of the parameter in a sentence
 * @throws Error with a sentence for the user if it matches none
 */
export function oneOf<Name extends string>(what: string, names: readonly Name[], given: string): Name {
  const match = names.find((name) => name === given);
  if (match === undefined) throw new Error(texts().wrong.oneOf(what, given, names));
  return match;
}

/**
 * Parses a page number; null means the first page.
 * @throws Error with a sentence for the user if it is not a number from 1
 */
export function pageOf(given: string | null): number {
  const text = given ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(texts().wrong.page(text));
  return Number(text);
}
