import type { Database, LockName, Locks } from './database.js';

/** Locks among the callers of one process, which has its database for itself; what is shared is had by one at a time too. */
export function localLocks(): Database['withLocks'] {
  const held = new Map<string, Promise<void>>();
  return async (run) => {
    const own = new Map<string, () => void>();
    const hold = (key: string): void => {
      held.set(
        key,
        new Promise((resolve) => {
          own.set(key, resolve);
        }),
      );
    };
    const giveBack = (key: string): void => {
      const free = own.get(key);
      if (!free) return;
      own.delete(key);
      held.delete(key);
      free();
    };
    const attempt = (name: LockName): Promise<boolean> => {
      const key = name.join();
      if (held.has(key)) return Promise.resolve(own.has(key));
      hold(key);
      return Promise.resolve(true);
    };
    const take = async (name: LockName): Promise<void> => {
      const key = name.join();
      if (own.has(key)) return;
      for (let other = held.get(key); other; other = held.get(key)) await other;
      hold(key);
    };
    const release = (name: LockName): Promise<void> => {
      giveBack(name.join());
      return Promise.resolve();
    };
    const locks: Locks = { try: attempt, tryShared: attempt, take, share: take, release };
    try {
      return await run(locks);
    } finally {
      for (const key of [...own.keys()]) giveBack(key);
    }
  };
}
