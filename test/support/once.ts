import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseInUseError, lockFolder } from '../../src/data/lock.js';

/**
 * Makes what the test files of a run share. The first file that needs it makes it; the others, in their own processes, wait.
 * @param path where it is made; its lock and the mark that it is complete are beside it
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

/** Takes the lock of a folder as soon as no other process holds it. */
async function lock(folder: string): Promise<() => void> {
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error;
      await pause(50);
    }
  }
}
