import type { Knex } from 'knex';
import type { Database, HasTopology } from '../db/database.js';
import { EVERYBODY, portfoliosOfAccounts } from './access.js';
import { idParameter, raw, sql } from '../db/sql.js';

/**
 * Records that a transaction is about to change data. Its commit then raises the versions of the owners of this data
 * (`portfolio_versions`). Owners that are recorded already are skipped. On a cluster the record outlives the commit
 * until {@link confirmChanges}.
 * @param portfolios companies and entities of the data before and after the change; by default all
 */
export async function recordChange(
  database: HasTopology,
  trx: Knex.Transaction,
  portfolios: readonly string[] = [EVERYBODY],
): Promise<void> {
  const isConfirmedLater = !database.topology().hasSnapshots;
  await trx.raw('select note_data_change(?, ?::bytea[])', [isConfirmedLater, portfolios.map(idParameter)] as never[]);
}

/**
 * Records a change of data that belongs to accounts.
 * @param accounts their keys
 */
export async function recordChangeOfAccounts(
  database: HasTopology,
  trx: Knex.Transaction,
  accounts: readonly number[],
): Promise<void> {
  await recordChange(database, trx, await portfoliosOfAccounts(database, trx, accounts));
}

/** The interval and the maximum number of checks for commits on all servers. */
const CHECK_INTERVAL_MS = 20;
const MAX_CHECKS = 500;

/**
 * Removes the records of transactions that are committed on every server. Until then the version is unknown: the
 * coordinator has the version a moment before the other servers have the data. It also finishes transactions that a
 * killed process left half committed. Call it after a commit, and before you compare or recompute stored data: counts
 * and sums of months are on another server than the records.
 * @throws Error if a server does not finish its prepared transactions
 */
export async function confirmChanges(database: Pick<Database, 'topology' | 'knex' | 'rows'>): Promise<void> {
  if (database.topology().hasSnapshots) return;
  const { knex } = database;
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    // The listed changes are committed here. Check the prepared transactions of other servers only after this.
    const changes = await database.rows<{ readonly id: number }>(sql`select change_id as id from data_changes`);
    if (changes.length === 0) return;
    const [unconfirmed] = await database.rows<{ readonly n: number }>(raw(UNCONFIRMED));
    if (unconfirmed?.n === 0) {
      const ids = changes.map(({ id }) => id);
      await knex.raw('delete from data_changes where change_id = any(?::bigint[])', [ids] as never[]);
      return;
    }
    // A running process takes only milliseconds.
    if (check % 50 === 49) await recover(knex);
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  }
  throw new Error(
    'a server of the database did not commit its prepared transaction: see pg_prepared_xacts on each server',
  );
}

/**
 * Rolls back transactions that other servers have prepared for a coordinator that died before its commit. Citus does so
 * only once a minute, and meanwhile blocks other changes of the same rows. Call it before an import.
 */
export async function rollBackPrepared(database: Pick<Database, 'topology' | 'knex' | 'rows'>): Promise<void> {
  if (database.topology().hasSnapshots) return;
  const [unconfirmed] = await database.rows<{ readonly n: number }>(raw(UNCONFIRMED));
  // Citus skips a transaction whose commit is in progress.
  if (unconfirmed?.n !== 0) await recover(database.knex);
}

/** Finishes transactions whose process has died. If the role lacks the right, Citus does it within a minute. */
async function recover(knex: Knex): Promise<void> {
  await knex.raw('select recover_prepared_transactions()').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Counts the prepared transactions on all servers. A server that does not answer counts as one. */
const UNCONFIRMED = `
  select (select count(*)::int from pg_prepared_xacts where database = current_database())
    + coalesce(sum(case when success then result::int else 1 end), 0)::int as n
  from run_command_on_workers('select count(*) from pg_prepared_xacts where database = current_database()')`;
