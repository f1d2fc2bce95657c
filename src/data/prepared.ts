import { LRUCache } from 'lru-cache';

/** A statement as PostgreSQL takes it. */
export interface Prepared {
  /** Parameters numbered: `$1`. */
  readonly text: string;
  /** Set where the server is to keep its plan under this name. */
  readonly name?: string;
}

/** Statements that are known at most; a connection that has as many names is replaced. */
export const MOST_PREPARED = 500;

/**
 * Names statements that are asked more than once, so that each connection parses and plans them only the first time. A
 * statement that is asked once, of which callers can make any number, is not kept.
 * @param text parameters written `?`
 */
export function createPrepared(): (text: string) => Prepared {
  const known = new LRUCache<string, Prepared>({ max: MOST_PREPARED });
  let names = 0;
  return (text) => {
    const found = known.get(text);
    if (found?.name !== undefined) return found;
    const prepared = found ? { ...found, name: `udg_${(names += 1)}` } : { text: numbered(text) };
    known.set(text, prepared);
    return prepared;
  };
}

/** No statement of ours has a question mark that is not a parameter. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
