import type { Knex } from 'knex';
import type { Database } from './database.js';
import { EVERYBODY, portfoliosOfAccounts } from './access.js';
import { idParameter, raw, sql } from './sql.js';

/**
 * Notes that a transaction changes data that answers come from, before it does: its commit then raises the versions of those whose
 * data it is (migration 018). What is noted already is not noted again. Where the data is distributed the note outlives the commit,
 * until {@link confirmChanges}.
 * @param portfolios companies and entities that what is changed belongs to, before or after; everybody's unless given
 */
export async function noteChange(
  database: Pick<Database, 'isDistributed'>,
  trx: Knex.Transaction,
  portfolios: readonly string[] = [EVERYBODY],
): Promise<void> {
  await trx.raw('select note_data_change(?, ?::bytea[])', [
    database.isDistributed(),
    portfolios.map(idParameter),
  ] as never[]);
}

/**
 * The same of what belongs to accounts.
 * @param accounts their keys
 */
export async function noteChangeOfAccounts(
  database: Pick<Database, 'isDistributed'>,
  trx: Knex.Transaction,
  accounts: readonly number[],
): Promise<void> {
  await noteChange(database, trx, await portfoliosOfAccounts(database, trx, accounts));
}

/** How often it is looked whether all servers have what was committed, and how long in all. */
const LOOK_AGAIN_MS = 20;
const MOST_LOOKS = 500;

/**
 * Takes away the notes of transactions that are committed on every server: until then the version is unknown, as the first server
 * has it a moment before the others have the data. What a process that was killed has left half committed is brought to its end.
 * To be called after a commit, and before what is stored is compared or recomputed: counts and sums of months are on another server
 * than what they are of.
 * @throws Error when a server does not come to an end with what was prepared
 */
export async function confirmChanges(database: Pick<Database, 'isDistributed' | 'knex' | 'rows'>): Promise<void> {
  if (!database.isDistributed()) return;
  const { knex } = database;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    // Those that are seen are committed here; prepared elsewhere is what is looked for after that.
    const notes = await database.rows<{ readonly id: number }>(sql`select change_id as id from data_changes`);
    if (notes.length === 0) return;
    const [unconfirmed] = await database.rows<{ readonly n: number }>(raw(UNCONFIRMED));
    if (unconfirmed?.n === 0) {
      const ids = notes.map(({ id }) => id);
      await knex.raw('delete from data_changes where change_id = any(?::bigint[])', [ids] as never[]);
      return;
    }
    // Of a process that lives it is a matter of milliseconds.
    if (look % 50 === 49) await recover(knex);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error('a server of the database does not commit what was prepared there: see pg_prepared_xacts on each');
}

/**
 * Takes back what other servers have prepared for a coordinator that was killed before it committed: nobody else does, but Citus each
 * minute, and until then whoever changes the same waits. To be called before an import begins.
 */
export async function takeBackPrepared(database: Pick<Database, 'isDistributed' | 'knex' | 'rows'>): Promise<void> {
  if (!database.isDistributed()) return;
  const [unconfirmed] = await database.rows<{ readonly n: number }>(raw(UNCONFIRMED));
  // What is being committed just now Citus leaves alone.
  if (unconfirmed?.n !== 0) await recover(database.knex);
}

/** Brings to its end what nobody else will; who may not leaves it to Citus, which does it each minute. */
async function recover(knex: Knex): Promise<void> {
  await knex.raw('select recover_prepared_transactions()').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** How many transactions are prepared, here or on other servers; one that does not answer has one. */
const UNCONFIRMED = `
  select (select count(*)::int from pg_prepared_xacts where database = current_database())
    + coalesce(sum(case when success then result::int else 1 end), 0)::int as n
  from run_command_on_workers('select count(*) from pg_prepared_xacts where database = current_database()')`;
