import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseInUseError, lockFolder } from '../../src/db/locks.js';
import { until } from './until.js';

/** The longest time that making a shared resource may take, even a large portfolio on a cluster. */
const MAKING_MS = 600_000;

/**
 * Makes a resource that the test files of a run share. The first file that needs it makes it; the other files, in their
 * own processes, wait.
 * @param path where it is made; its lock and the mark that it is complete are next to it
 */
export async function once(path: string, make: () => Promise<void>): Promise<void> {
  const complete = `${path}.made`;
  if (existsSync(complete)) return;
  const unlock = await lock(`${path}.lock`);
  try {
    // Another process may have made it while this one waited for the lock.
    if (existsSync(complete)) return;
    await make();
    writeFileSync(complete, '');
  } finally {
    unlock();
  }
}

/** Waits for the lock of a folder and takes it. */
async function lock(folder: string): Promise<() => void> {
  const attempt = (): (() => void) | null => {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (error instanceof DatabaseInUseError) return null;
      throw error;
    }
  };
  return until(`no other process holds the lock of ${folder}`, attempt, undefined, MAKING_MS);
}
