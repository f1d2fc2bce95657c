import type { Answer } from './server.js';

/** The target of an answer's link, by its relation; undefined when there is none. */
export function linkOf(answer: Pick<Answer, 'headers'> | undefined, relation: string): string | undefined {
  const header = answer?.headers.link;
  const links = (typeof header === 'string' ? header : '').split(/,\s*(?=<)/);
  return links.find((link) => link.includes(`rel="${relation}"`))?.match(/^<([^>]*)>/)?.[1];
}
