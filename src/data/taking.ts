import { isCrowded } from './failure.js';
import type { KnexClient } from './pool.js';

/** For how long a pool is kept to the connections that it has, once the server gives no more. */
const KEPT_MS = 5_000;

/**
 * Takes connections of a pool. Where the server gives no more of them, the pool is kept to those that it has for a while,
 * and whoever asked waits for one of these rather than to be refused.
 * @returns takes one, which has to be given back
 */
export function takingFrom(client: KnexClient): () => Promise<object> {
  const most = client.pool?.max ?? 1;
  let timer: NodeJS.Timeout | undefined;
  const keepTo = (open: number): void => {
    const { pool } = client;
    if (pool) pool.max = open;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pool) pool.max = most;
    }, KEPT_MS).unref();
  };
  /** How many are open, or being opened. */
  const there = (): { readonly open: number; readonly all: number } => {
    const { pool } = client;
    const open = pool ? pool.numUsed() + pool.numFree() : 0;
    return { open, all: open + (pool?.numPendingCreates() ?? 0) };
  };
  return async () => {
    // The pool tells each connection that it could not open to somebody who waits, whoever that is.
    for (let time = 1; ; time += 1) {
      try {
        return await client.acquireConnection();
      } catch (error) {
        const { open, all } = there();
        if (!isCrowded(error) || all === 0 || time > most) throw error;
        keepTo(Math.max(1, open));
      }
    }
  };
}
