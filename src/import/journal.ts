import { idParameter } from '../db/sql.js';
import type { Knex } from 'knex';
import type { Database, Locks } from '../db/database.js';
import { lockOf } from './importLocks.js';
import { dropStaging } from './staging.js';
import type { ImportSummary } from './summary.js';

/** An import or deletion in the journal. */
export interface JournalEntry {
  readonly id: number;
  readonly resource: string;
  readonly file: string;
  readonly state: 'reading' | 'applying' | 'done' | 'refused' | 'failed' | 'stopped';
  /** The number of parts of the import, and the number of applied parts. A part holds all changes of its accounts. */
  readonly parts: number;
  readonly partsDone: number;
  /** ISO 8601. `finishedAt` is null until the import ends or is marked as stopped. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly summary: Partial<ImportSummary> | null;
}

/** A running import. */
export interface Running {
  readonly id: number;
  /** The number of the workspace with its tables ({@link schemaOf}). */
  readonly workspace: number;
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
export const RUNNING = ['reading', 'applying'];

/** An import in a running state, with the companies of its rows; null: not recorded yet, or every company. */
export interface RunningEntry extends JournalEntry {
  readonly workspace: number;
  readonly companies: readonly string[] | null;
}

const COMPANIES = `case when companies is not null then array(select encode(id, 'hex') from unnest(companies) c(id)) end`;

/** Returns the latest entries of the journal, newest first. */
export async function readJournal({ knex }: Database, limit: number): Promise<readonly JournalEntry[]> {
  return knex('imports').select(FIELDS).orderBy('import_id', 'desc').limit(limit);
}

/** Returns the imports in a running state, in the order of their start. */
export async function readRunning({ knex }: Pick<Database, 'knex'>): Promise<readonly RunningEntry[]> {
  return knex('imports')
    .select({ ...FIELDS, workspace: 'place' }, knex.raw(`${COMPANIES} as companies`))
    .whereIn('state', RUNNING)
    .orderBy('import_id');
}

/** Returns the time of the clock. `now()` is the start of the transaction, which may hold several imports. */
function clockTime(trx: Knex.Transaction): Knex.Raw {
  return trx.raw('clock_timestamp()');
}

/**
 * Creates a journal entry and takes its locks. If an earlier import still occupies the workspace, its process was
 * killed; the function marks that import as stopped.
 * @param workspace the number of the workspace, whose lock the caller holds
 * @returns the entry, and the imports that were killed while they applied parts
 */
export async function beginEntry(
  { knex }: Database,
  locks: Locks,
  workspace: number,
  { resource, file }: Pick<JournalEntry, 'resource' | 'file'>,
): Promise<{ readonly entry: Running; readonly stopped: readonly JournalEntry[] }> {
  return knex.transaction(async (trx) => {
    const stopped: JournalEntry[] = [];
    for (const entry of (await readRunning({ knex: trx })).filter((one) => one.workspace === workspace)) {
      stopped.push(...(await stopIfKilled(trx, locks, workspace, entry, true)));
    }
    const rows: readonly { readonly import_id: number }[] = await trx('imports')
      .insert({ resource, file, place: workspace, state: 'reading', started_at: clockTime(trx) })
      .returning('import_id');
    const id = rows[0]?.import_id ?? 0;
    await locks.take(lockOf('reading', id));
    await locks.take(lockOf('running', id));
    return { entry: { id, workspace }, stopped };
  });
}

/**
 * Marks an import as stopped if the journal says that it runs but its lock is free: its process was killed. After that
 * mark it can apply nothing more. The function also drops its tables.
 * @param ownWorkspace the caller's workspace, whose tables the caller drops
 * @param isWaitedFor whether to wait for an open transaction of that import. If false, the entry stays unchanged while
 * one is open.
 * @returns the entry, if the import was killed while it applied parts
 */
export async function stopIfKilled(
  trx: Knex.Transaction,
  locks: Locks,
  ownWorkspace: number,
  entry: RunningEntry,
  isWaitedFor: boolean,
): Promise<readonly JournalEntry[]> {
  const { id, workspace } = entry;
  if (!(await locks.try(lockOf('running', id)))) return [];
  await locks.release(lockOf('running', id));
  const row = trx('imports').where({ import_id: id }).whereIn('state', RUNNING).forUpdate();
  // It may have ended since its entry was read.
  const rows: readonly unknown[] = await (isWaitedFor ? row : row.skipLocked()).select('import_id');
  if (rows.length === 0) return [];
  await trx('imports')
    .where({ import_id: id })
    .update({ state: 'stopped', finished_at: clockTime(trx) });
  if (workspace !== ownWorkspace && (await locks.try(lockOf('workspace', workspace)))) {
    // A role without the right to drop the tables has not created them.
    await trx.transaction((inner) => dropStaging(inner, workspace)).catch(() => undefined);
    await locks.release(lockOf('workspace', workspace));
  }
  return entry.state === 'applying' && entry.partsDone > 0 ? [entry] : [];
}

/** Records the companies of an import's rows; null: every company. */
export async function recordCompanies(
  { knex }: Database,
  id: number,
  companies: readonly string[] | null,
): Promise<void> {
  await knex('imports')
    .where({ import_id: id })
    .update({ companies: companies?.map(idParameter) ?? null });
}

/** Records the number of parts of an import, and that it applies them from now on. */
export async function recordParts(trx: Knex.Transaction, id: number, parts: number): Promise<void> {
  await trx('imports').where({ import_id: id }).update({ state: 'applying', parts });
}

/** Records how an import ended, unless another one took over its workspace, and drops its tables. */
export async function endEntry(
  { knex }: Database,
  { id, workspace }: Running,
  state: 'done' | 'refused' | 'failed',
  summary?: object,
): Promise<void> {
  await knex.transaction(async (trx) => {
    const change = { state, finished_at: clockTime(trx), ...(summary ? { summary: JSON.stringify(summary) } : {}) };
    const changed = await trx('imports').where({ import_id: id }).whereIn('state', RUNNING).update(change);
    // A role without the right to drop the tables has not created them.
    if (changed > 0) await trx.transaction((inner) => dropStaging(inner, workspace)).catch(() => undefined);
  });
}
