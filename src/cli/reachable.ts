import { setTimeout as wait } from 'node:timers/promises';
import { checkStorage } from '../data/declaredTables.js';
import type { Database } from '../db/database.js';
import { declareResources } from '../data/declare.js';
import { isTimeout, isUnreachable } from '../db/failure.js';
import { readTypes } from '../data/schemaTexts.js';
import { sentenceOf } from './failures.js';
import { logLine } from './output.js';

const RETRY_INTERVAL_MS = 1_000;

/**
 * Compares the declared resources with the database.
 * @returns false if the database cannot be reached, after printing why
 * @throws Error if a declared table or column does not exist
 */
export async function isSound(database: Database): Promise<boolean> {
  const resources = declareResources(readTypes());
  return reached(() => checkStorage(database, resources), 'Until the database is reachable, requests get 503.');
}

/**
 * Waits until the database can be reached, then compares the declared resources with it.
 * @throws Error if a declared table or column does not exist
 */
export async function untilSound(database: Database, ended: AbortSignal): Promise<void> {
  const resources = declareResources(readTypes());
  while (await waitForRetry(ended)) {
    if (!(await reached(() => checkStorage(database, resources), null))) continue;
    logLine('The database is reachable.');
    return;
  }
}

/** Waits until the database answers, and prints that it waits. */
export async function untilReached({ knex }: Database): Promise<void> {
  const ask = async (): Promise<void> => {
    await knex.raw('select 1');
  };
  if (await reached(ask, `Trying again every ${RETRY_INTERVAL_MS / 1_000} s.`)) return;
  do await wait(RETRY_INTERVAL_MS);
  while (!(await reached(ask, null)));
  logLine('The database is reachable.');
}

/** Waits a second, and returns whether to try again. */
async function waitForRetry(ended: AbortSignal): Promise<boolean> {
  await wait(RETRY_INTERVAL_MS);
  return !ended.aborted;
}

/** Returns whether the database was reached, and throws any other error. */
async function reached(ask: () => Promise<void>, consequence: string | null): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!isUnreachable(error) && !isTimeout(error)) throw error;
    if (consequence !== null) logLine(`${sentenceOf(error)} ${consequence}`);
    return false;
  }
}
