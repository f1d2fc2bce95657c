import type { Knex } from 'knex';
import type { Database, LockName, Locks } from '../db/database.js';
import { confirmChanges, rollBackPrepared } from '../data/recordChange.js';
import type { ImportFields } from './fields.js';
import { lockOf } from './importLocks.js';
import {
  beginEntry,
  type JournalEntry,
  recordCompanies,
  readRunning,
  type Running,
  type RunningEntry,
  stopIfKilled,
} from './journal.js';
import type { ImportOptions } from './options.js';
import { STAGED } from './staging.js';

/** The number of workspaces, which limits the imports at a time. The embedded database has one connection. */
const WORKSPACES = { postgres: 8, pglite: 1 };

/** The interval between attempts to take the lock of a workspace. */
const RETRY_INTERVAL_MS = 200;

/**
 * The most companies that the journal stores for an import. An import with more waits for all earlier ones, and all
 * later ones wait for it.
 */
const MAX_COMPANIES = 1_000;

/** Waits for a free workspace, and creates the journal entry of the import. */
export async function begin(
  database: Database,
  locks: Locks,
  request: Pick<JournalEntry, 'resource' | 'file'>,
  { onWait, onStopped }: Pick<ImportOptions, 'onWait' | 'onStopped'>,
): Promise<Running> {
  const reportWait = async (): Promise<void> => onWait?.((await readRunning(database))[0]);
  if (!(await locks.tryShared(lockOf('all')))) {
    await reportWait();
    await locks.share(lockOf('all'));
  }
  // One import begins at a time, so that imports get workspaces and numbers in the order of their requests.
  if (!(await locks.try(lockOf('beginning')))) {
    await pause();
    // If the lock is still taken, the other import waits for a workspace, too.
    if (!(await locks.try(lockOf('beginning')))) {
      await reportWait();
      await locks.take(lockOf('beginning'));
    }
  }
  await rollBackPrepared(database);
  await confirmChanges(database);
  const workspace = await takeWorkspace(database, locks, reportWait);
  const { entry, stopped } = await beginEntry(database, locks, workspace, request);
  await locks.release(lockOf('beginning'));
  if (stopped.length > 0) onStopped?.(stopped);
  return entry;
}

/** @returns a free workspace; the caller then holds its lock */
async function takeWorkspace({ engine }: Database, locks: Locks, reportWait: () => Promise<void>): Promise<number> {
  for (let isReported = false; ; isReported = true) {
    for (let workspace = 1; workspace <= WORKSPACES[engine]; workspace += 1)
      if (await locks.try(lockOf('workspace', workspace))) return workspace;
    if (!isReported) await reportWait();
    await pause();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));

/**
 * Returns the companies of the staged rows, from the rows and from their accounts.
 * @returns null if a row has no known company, or if there are too many companies
 */
export async function companiesOf(trx: Knex.Transaction, fields: ImportFields): Promise<readonly string[] | null> {
  const has = (name: string): boolean => fields.columns.some((column) => column.name === name);
  const isOfAccounts = has('account_id');
  if (!isOfAccounts && !has('company_id')) return null;
  const columns = ['account_id', 'company_id'].filter(has);
  // A tombstone needs no account. If it names one, its company counts.
  const company = isOfAccounts
    ? `case when a._id is not null then a.company_id when not r.deleted then ${has('company_id') ? 'r.company_id' : 'null'} end`
    : 'r.company_id';
  const { rows }: { readonly rows: readonly { readonly id: string | null }[] } = await trx.raw(
    `select distinct encode(${company}, 'hex') as id
     from (select distinct deleted, ${columns.join(', ')} from ${STAGED}) r
       ${isOfAccounts ? 'left join accounts a on a._id = r.account_id' : ''}
     limit ${MAX_COMPANIES + 1}`,
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length < rows.length || rows.length > MAX_COMPANIES ? null : ids;
}

/**
 * Waits until an import may read and change stored records. Imports of one company run in the order of their start.
 * Imports of different companies run in parallel. An import first waits until all earlier ones have read their rows.
 * Then it waits until the earlier ones with rows of its companies have ended.
 * @param companies of its rows; null: every company
 */
export async function waitForTurn(
  database: Database,
  locks: Locks,
  { id, workspace }: Running,
  companies: readonly string[] | null,
  { onWait, onStopped }: Pick<ImportOptions, 'onWait' | 'onStopped'>,
): Promise<void> {
  await recordCompanies(database, id, companies);
  await locks.release(lockOf('reading', id));
  const reported = new Set<number>();
  const waitUntilFree = async (lock: LockName, other: RunningEntry): Promise<void> => {
    if (!(await locks.try(lock))) {
      if (!reported.has(other.id)) onWait?.(other);
      reported.add(other.id);
      await locks.take(lock);
    }
    await locks.release(lock);
  };
  const currentEntry = async (other: number): Promise<RunningEntry | undefined> =>
    (await readRunning(database)).find((entry) => entry.id === other);
  for (const earlier of (await readRunning(database)).filter((entry) => entry.id < id)) {
    await waitUntilFree(lockOf('reading', earlier.id), earlier);
    const read = await currentEntry(earlier.id);
    if (!read) continue;
    const isWaitedFor = !areDisjoint(read.companies, companies);
    if (isWaitedFor) await waitUntilFree(lockOf('running', earlier.id), read);
    const last = await currentEntry(earlier.id);
    if (!last) continue;
    const stopped = await database.knex.transaction((trx) => stopIfKilled(trx, locks, workspace, last, isWaitedFor));
    if (stopped.length > 0) onStopped?.(stopped);
  }
  // An import that this one waited for may have failed between its commit and the confirmation of its changes.
  await confirmChanges(database);
}

/** Whether two imports have no company in common. */
function areDisjoint(some: readonly string[] | null, others: readonly string[] | null): boolean {
  return some !== null && others !== null && !some.some((id) => others.includes(id));
}
