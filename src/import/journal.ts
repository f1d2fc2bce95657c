import type { Knex } from 'knex';
import type { Database, Locks } from '../data/database.js';
import { lockPainting } from '../usage/paintingLock.js';
import { idParameter } from '../data/sql.js';
import { lockOf } from './importLocks.js';
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

/** An import as it runs. */
export interface Running {
  readonly id: number;
  /** Where its tables are ({@link schemaOf}). */
  readonly place: number;
}

/** The lock of beginning an entry: any number that nothing else uses. */
const BEGINNING = 7_251_003;

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
export const RUNNING = ['reading', 'applying'];

/** One that is said to run, with the companies that its rows are of; null: not known yet, or any. */
export interface RunningEntry extends JournalEntry {
  readonly place: number;
  readonly companies: readonly string[] | null;
}

const COMPANIES = `case when companies is not null then array(select encode(id, 'hex') from unnest(companies) c(id)) end`;

/** The journal, newest first. */
export async function readJournal({ knex }: Database, limit: number): Promise<readonly JournalEntry[]> {
  return knex('imports').select(FIELDS).orderBy('import_id', 'desc').limit(limit);
}

/** Those that are said to run, the first first. */
export async function readRunning({ knex }: Pick<Database, 'knex'>): Promise<readonly RunningEntry[]> {
  return knex('imports')
    .select({ ...FIELDS, place: 'place' }, knex.raw(`${COMPANIES} as companies`))
    .whereIn('state', RUNNING)
    .orderBy('import_id');
}

/**
 * Begins an entry, and takes its locks. What is said to run and has not got its lock was killed: it is marked as stopped, after
 * which it can apply nothing more, should a part of it still be alive.
 * @param place that the caller has the lock of
 * @returns the entry, and those that had been stopped while they applied
 */
export async function beginEntry(
  { knex }: Database,
  locks: Locks,
  place: number,
  { resource, file }: Pick<JournalEntry, 'resource' | 'file'>,
): Promise<{ readonly entry: Running; readonly stopped: readonly JournalEntry[] }> {
  return knex.transaction(async (trx) => {
    // So entries are seen in the order of their numbers, and with their locks.
    await trx.raw(`select pg_advisory_xact_lock(${BEGINNING})`);
    const stopped = await stopKilled(trx, locks, place);
    const rows: readonly { readonly import_id: number }[] = await trx('imports')
      .insert({ resource, file, place, state: 'reading' })
      .returning('import_id');
    const id = rows[0]?.import_id ?? 0;
    await locks.take(lockOf('reading', id));
    await locks.take(lockOf('running', id));
    return { entry: { id, place }, stopped };
  });
}

/** Marks those that were killed, and drops their tables. @returns those that had applied a part */
async function stopKilled(trx: Knex.Transaction, locks: Locks, own: number): Promise<readonly JournalEntry[]> {
  const killed: RunningEntry[] = [];
  for (const entry of await readRunning({ knex: trx })) {
    const lock = lockOf('running', entry.id);
    if (!(await locks.try(lock))) continue;
    await locks.release(lock);
    killed.push(entry);
  }
  if (killed.length === 0) return [];
  // A part that is still alive comes to its end first.
  await lockPainting(trx);
  const ids = killed.map(({ id }) => id);
  await trx('imports').whereIn('import_id', ids).update({ state: 'stopped', finished_at: trx.fn.now() });
  for (const { place } of killed) {
    if (place === own || !(await locks.try(lockOf('place', place)))) continue;
    // Who has no right to drop them has not made them.
    await trx.transaction((inner) => dropStaging(inner, place)).catch(() => undefined);
    await locks.release(lockOf('place', place));
  }
  return killed.filter(({ state, partsDone }) => state === 'applying' && partsDone > 0);
}

/** Marks an import that was killed, after which it can apply nothing more. */
export async function stopEntry({ knex }: Database, id: number): Promise<void> {
  await knex.transaction(async (trx) => {
    await lockPainting(trx);
    await trx('imports')
      .where({ import_id: id })
      .whereIn('state', RUNNING)
      .update({ state: 'stopped', finished_at: trx.fn.now() });
  });
}

/** Notes the companies that the rows of an import are of; null: any. */
export async function noteCompanies(
  { knex }: Database,
  id: number,
  companies: readonly string[] | null,
): Promise<void> {
  await knex('imports')
    .where({ import_id: id })
    .update({ companies: companies?.map(idParameter) ?? null });
}

/** Notes into how many parts an import is divided, which it applies from now on. */
export async function noteParts(trx: Knex.Transaction, id: number, parts: number): Promise<void> {
  await trx('imports').where({ import_id: id }).update({ state: 'applying', parts });
}

/** Notes how an import ended, unless another one took over, and drops its tables. */
export async function endEntry(
  { knex }: Database,
  { id, place }: Running,
  state: 'done' | 'refused' | 'failed',
  summary?: object,
): Promise<void> {
  await knex.transaction(async (trx) => {
    const change = { state, finished_at: trx.fn.now(), ...(summary ? { summary: JSON.stringify(summary) } : {}) };
    const changed = await trx('imports').where({ import_id: id }).whereIn('state', RUNNING).update(change);
    // Who has no right to drop them has not made them.
    if (changed > 0) await trx.transaction((inner) => dropStaging(inner, place)).catch(() => undefined);
  });
}
