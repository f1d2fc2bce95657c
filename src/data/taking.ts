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
  return async () => {
    try {
      return await client.acquireConnection();
    } catch (error) {
      const open = client.pool ? client.pool.numUsed() + client.pool.numFree() : 0;
      if (!isCrowded(error) || open === 0) throw error;
      keepTo(open);
      return client.acquireConnection().catch(() => {
        // Why there are so few says more than that all of them stayed in use.
        throw error;
      });
    }
  };
}
