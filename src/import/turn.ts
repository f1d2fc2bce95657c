import type { Knex } from 'knex';
import type { Database, LockName, Locks } from '../data/database.js';
import type { ImportFields } from './fields.js';
import { lockOf } from './importLocks.js';
import { noteCompanies, readRunning, stopEntry, type Running, type RunningEntry } from './journal.js';
import type { ImportOptions } from './options.js';
import { STAGED } from './staging.js';

/** Imports that may be under way at once; the embedded database has one connection. */
const PLACES = { postgres: 8, pglite: 1 };

/** Companies that an import says its rows are of; one that has more waits for all before it, and all after it wait for it. */
const MOST_COMPANIES = 1_000;

/**
 * Waits for a place to keep the rows of an import.
 * @returns its number, of which the caller then has the lock
 */
export async function takePlace(database: Database, locks: Locks, onWait: ImportOptions['onWait']): Promise<number> {
  const tell = async (): Promise<void> => onWait?.((await readRunning(database))[0]);
  if (!(await locks.tryShared(lockOf('all')))) {
    await tell();
    await locks.share(lockOf('all'));
  }
  for (let place = 1; place <= PLACES[database.engine]; place += 1) {
    if (await locks.try(lockOf('place', place))) return place;
  }
  await tell();
  // The first to begin waits for none of the others, so that its place is free before long.
  const place = (await readRunning(database))[0]?.place ?? 1;
  await locks.take(lockOf('place', place));
  return place;
}

/**
 * Which companies the staged rows are of, as far as that can be told by them and by their accounts.
 * @returns null where that is not all, or there are very many
 */
export async function companiesOf(trx: Knex.Transaction, fields: ImportFields): Promise<readonly string[] | null> {
  const has = (name: string): boolean => fields.columns.some((column) => column.name === name);
  const sources = [has('account_id') ? ['a.company_id'] : [], has('company_id') ? ['s.company_id'] : []].flat();
  if (sources.length === 0) return null;
  const join = has('account_id') ? 'left join accounts a on a._id = s.account_id' : '';
  const { rows }: { readonly rows: readonly { readonly id: string | null }[] } = await trx.raw(
    `select distinct encode(coalesce(${sources.join(', ')}), 'hex') as id from ${STAGED} s ${join} limit ${MOST_COMPANIES + 1}`,
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length < rows.length || rows.length > MOST_COMPANIES ? null : ids;
}

/**
 * Waits until an import may look at what is stored and change it: imports of one company follow each other as they began,
 * those of different ones run side by side. So each waits until those before it have read their rows, then for those that
 * have rows of its companies.
 * @param companies that its rows are of; null: any
 */
export async function waitForTurn(
  database: Database,
  locks: Locks,
  { id }: Running,
  companies: readonly string[] | null,
  onWait: ImportOptions['onWait'],
): Promise<void> {
  await noteCompanies(database, id, companies);
  await locks.release(lockOf('reading', id));
  const told = new Set<number>();
  const passed = async (lock: LockName, other: RunningEntry): Promise<void> => {
    if (!(await locks.try(lock))) {
      if (!told.has(other.id)) onWait?.(other);
      told.add(other.id);
      await locks.take(lock);
    }
    await locks.release(lock);
  };
  const now = async (other: number): Promise<RunningEntry | undefined> =>
    (await readRunning(database)).find((entry) => entry.id === other);
  for (const before of (await readRunning(database)).filter((entry) => entry.id < id)) {
    await passed(lockOf('reading', before.id), before);
    const read = await now(before.id);
    if (!read || areApart(read.companies, companies)) continue;
    await passed(lockOf('running', before.id), read);
    // It has gone without a word.
    if (await now(before.id)) await stopEntry(database, before.id);
  }
}

/** Whether no company is of both. */
function areApart(some: readonly string[] | null, others: readonly string[] | null): boolean {
  return some !== null && others !== null && !some.some((id) => others.includes(id));
}
