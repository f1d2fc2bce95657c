import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { shareTurn, takeTurn } from '../usage/lock.js';
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
    await takeTurn(trx);
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

/** Notes how far an entry is, or how it ended. */
export async function noteEntry(
  knex: Knex,
  id: number,
  change: { readonly state?: JournalEntry['state']; readonly parts?: number; readonly summary?: object },
): Promise<void> {
  const { summary, ...rest } = change;
  const ended = change.state !== undefined && !RUNNING.includes(change.state);
  await knex('imports')
    .where({ import_id: id })
    .update({
      ...rest,
      ...(summary ? { summary: JSON.stringify(summary) } : {}),
      ...(ended ? { finished_at: knex.fn.now() } : {}),
    });
}

/**
 * Applies a part in one transaction, with the note that it was.
 * @param dryRun takes it back
 * @throws Error when another import has taken this one's place
 */
export async function inTurn<T>(
  { knex }: Database,
  id: number,
  apply: (trx: Knex.Transaction) => Promise<T>,
  dryRun: boolean,
): Promise<T> {
  const trx = await knex.transaction();
  try {
    await shareTurn(trx);
    const entries: readonly { readonly state: string }[] = await trx('imports')
      .select('state')
      .where({ import_id: id });
    if (entries[0]?.state !== 'applying') throw new Error('another import took over; run this one again');
    const result = await apply(trx);
    await trx('imports').where({ import_id: id }).increment('parts_done', 1);
    await (dryRun ? trx.rollback() : trx.commit());
    return result;
  } catch (error) {
    // What failed says more than that the connection is gone too.
    await trx.rollback().catch(() => undefined);
    throw error;
  }
}
