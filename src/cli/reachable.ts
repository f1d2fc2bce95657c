import { setTimeout as wait } from 'node:timers/promises';
import { checkStorage } from '../data/checkStorage.js';
import type { Database } from '../data/database.js';
import { declareResources } from '../data/declare.js';
import { isTimeout, isUnreachable } from '../data/failure.js';
import { readTypes } from '../data/schemaTexts.js';
import { sentenceOf } from './failures.js';
import { tell } from './output.js';

const AGAIN_MS = 1_000;

/**
 * Compares the declarations with the database.
 * @returns false when the database cannot be reached now, which is told
 * @throws Error in a sentence when what is declared is not there
 */
export async function isSound(database: Database): Promise<boolean> {
  const resources = declareResources(readTypes());
  return reached(() => checkStorage(database, resources), 'Requests get 503 until it can.');
}

/**
 * Waits until the database can be reached, and compares then.
 * @throws Error in a sentence when what is declared is not there
 */
export async function untilSound(database: Database, ended: AbortSignal): Promise<void> {
  const resources = declareResources(readTypes());
  while (await again(ended)) {
    if (!(await reached(() => checkStorage(database, resources), null))) continue;
    tell('The database is there.');
    return;
  }
}

/** Waits until the database answers, and tells when it has to. */
export async function untilReached({ knex }: Database): Promise<void> {
  const ask = async (): Promise<void> => {
    await knex.raw('select 1');
  };
  if (await reached(ask, `Trying again every ${AGAIN_MS / 1_000} s.`)) return;
  do await wait(AGAIN_MS);
  while (!(await reached(ask, null)));
  tell('The database is there.');
}

/** Waits; whether to go on after that. */
async function again(ended: AbortSignal): Promise<boolean> {
  await wait(AGAIN_MS);
  return !ended.aborted;
}

/** Whether the database was reached; any other failure is thrown. */
async function reached(ask: () => Promise<void>, told: string | null): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!isUnreachable(error) && !isTimeout(error)) throw error;
    if (told !== null) tell(`${sentenceOf(error)} ${told}`);
    return false;
  }
}
