import type { Answer } from './server.js';

/** Returns the target of a response's link by its relation; undefined if there is none. */
export function linkOf(answer: Pick<Answer, 'headers'> | undefined, relation: string): string | undefined {
  const header = answer?.headers.link;
  const links = (typeof header === 'string' ? header : '').split(/,\s*(?=<)/);
  return links.find((link) => link.includes(`rel="${relation}"`))?.match(/^<([^>]*)>/)?.[1];
}
