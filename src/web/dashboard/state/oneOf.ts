import { texts } from '../texts/texts.js';

/**
 * @param what is asked for, in words
 * @throws Error in a sentence when the address asks for something else
 */
export function oneOf<Name extends string>(what: string, names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new Error(texts().wrong.oneOf(what, given, names));
  return found;
}

/** The number of a page; null: the first. @throws Error in a sentence when it is none */
export function pageOf(given: string | null): number {
  const text = given ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(texts().wrong.page(text));
  return Number(text);
}
