import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { sharePaintingLock, lockPainting } from '../usage/paintingLock.js';
import { dropStaging } from './staging.js';
import type { ImportSummary } from './summary.js';

/** An import or deletion in the journal. */
export interface JournalEntry {
  readonly id: number;
  readonly resource: string;
  readonly file: string;
  readonly state: 'reading' | 'applying' | 'done' | 'refused' | 'failed' | 'stopped';
  /** Parts of the work, each of whole accounts, and how many of them were applied. */
  readonly parts: number;
  readonly partsDone: number;
  /** ISO 8601; null when it has not ended, or was killed. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly summary: Partial<ImportSummary> | null;
}

/** The lock of everything that imports or deletes: any number that nothing else uses. */
const ONE_AT_A_TIME = 7_251_003;

const FIELDS = {
  id: 'import_id',
  resource: 'resource',
  file: 'file',
  state: 'state',
  parts: 'parts',
  partsDone: 'parts_done',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  summary: 'summary',
};
const RUNNING = ['reading', 'applying'];

/** The journal, newest first. */
export async function readJournal({ knex }: Database, limit: number): Promise<readonly JournalEntry[]> {
  return knex('imports').select(FIELDS).orderBy('import_id', 'desc').limit(limit);
}

/** The one that runs, if any. */
export async function readRunning({ knex }: Database): Promise<JournalEntry | undefined> {
  const entries: readonly JournalEntry[] = await knex('imports')
    .select(FIELDS)
    .whereIn('state', RUNNING)
    .orderBy('import_id', 'desc')
    .limit(1);
  return entries[0];
}

/** Runs something that imports or deletes when nothing else does, and tells what it waits for. */
export async function importsAlone<T>(
  database: Database,
  onWait: ((running: JournalEntry | undefined) => void) | undefined,
  run: () => Promise<T>,
): Promise<T> {
  return database.alone(ONE_AT_A_TIME, async () => onWait?.(await readRunning(database)), run);
}

/**
 * Begins an entry. Whatever is said to run was killed, as its successor has its place: it is marked as stopped, after
 * which it can apply nothing more, should a part of it still be alive.
 * @returns the entry's number, and those that had been stopped while they applied
 */
export async function beginEntry(
  { knex }: Database,
  resource: string,
  file: string,
): Promise<{ readonly id: number; readonly stopped: readonly JournalEntry[] }> {
  return knex.transaction(async (trx) => {
    await lockPainting(trx);
    const stopped: readonly JournalEntry[] = await trx('imports')
      .select(FIELDS)
      .where({ state: 'applying' })
      .where('parts_done', '>', 0);
    await trx('imports').whereIn('state', RUNNING).update({ state: 'stopped', finished_at: trx.fn.now() });
    const rows: readonly { readonly import_id: number }[] = await trx('imports')
      .insert({ resource, file, state: 'reading' })
      .returning('import_id');
    return { id: rows[0]?.import_id ?? 0, stopped };
  });
}

/**
 * Does a part of the preparation of an import, in one transaction.
 * @throws Error when another import has taken this one's place: the tables are then no longer its own
 */
export async function asOwner<T>(
  { knex }: Database,
  id: number,
  run: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return knex.transaction(async (trx) => {
    // Who takes over changes this row, and so waits until this is done.
    await checkOwner(trx('imports').where({ import_id: id }).whereIn('state', RUNNING).forShare());
    return run(trx);
  });
}

/** Notes into how many parts an import is divided, which it applies from now on. */
export async function noteParts(trx: Knex.Transaction, id: number, parts: number): Promise<void> {
  await trx('imports').where({ import_id: id }).update({ state: 'applying', parts });
}

/**
 * Applies a part in one transaction, with the note that it was.
 * @throws Error when another import has taken this one's place
 */
export async function applyAsOwner<T>(
  { knex }: Database,
  id: number,
  apply: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const trx = await knex.transaction();
  try {
    // Who takes over waits for its turn of painting first.
    await sharePaintingLock(trx);
    await checkOwner(trx('imports').where({ import_id: id, state: 'applying' }));
    const result = await apply(trx);
    await trx('imports').where({ import_id: id }).increment('parts_done', 1);
    await trx.commit();
    return result;
  } catch (error) {
    // What failed says more than that the connection is gone too.
    await trx.rollback().catch(() => undefined);
    throw error;
  }
}

async function checkOwner(entry: Knex.QueryBuilder): Promise<void> {
  const rows: readonly unknown[] = await entry.select('import_id');
  if (rows.length === 0) throw new Error('another import took over; run this one again');
}

/** Notes how an import ended, unless another one took over, and drops its tables. */
export async function endEntry(
  { knex }: Database,
  id: number,
  state: 'done' | 'refused' | 'failed',
  summary?: object,
): Promise<void> {
  await knex.transaction(async (trx) => {
    const change = { state, finished_at: trx.fn.now(), ...(summary ? { summary: JSON.stringify(summary) } : {}) };
    const changed = await trx('imports').where({ import_id: id }).whereIn('state', RUNNING).update(change);
    // Who has no right to drop them has not made them.
    if (changed > 0) await trx.transaction(dropStaging).catch(() => undefined);
  });
}
