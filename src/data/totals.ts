import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { numberedText, type Sql } from './sql.js';

/** How many records a question has, at a version of the data that its viewer sees. */
interface Total {
  readonly version: string;
  readonly total: number;
}

/**
 * Totals of lists that were counted. Counting takes PostgreSQL longer than finding a page, and the total of a question is the same as
 * long as the version of what its viewer sees is.
 */
export interface Totals {
  /** @param question the condition of the records that are counted, the viewer's access included */
  find(question: string): Total | undefined;
  store(question: string, total: Total): void;
}

/** Totals that are remembered at most. */
const MOST = 300;

export function createTotals(): Totals {
  const totals = new LRUCache<string, Total>({ max: MOST });
  return {
    find: (question) => totals.get(question),
    store(question, total) {
      totals.set(question, total);
    },
  };
}

/**
 * Names what a statement asks: its text and its parameters. The name is a digest, as a viewer with 10,000 entities has 300 KB of
 * parameters.
 */
export function questionOf(statement: Sql): string {
  const { text, bindings } = numberedText(statement);
  return hash('sha256', JSON.stringify([text, bindings]), 'base64url');
}
