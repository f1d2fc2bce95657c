import { hasRows } from '../db/rowsIn.js';
import { sql } from '../db/sql.js';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { DELETION_TABLES } from '../data/deletionSql.js';

/**
 * The most deletions that one transaction removes, and the most such transactions of a command. The next command
 * continues.
 */
const ROWS = 10_000;
const MAX_TRANSACTIONS = 100;
const RESOURCES = DELETION_TABLES.map(({ resource }) => resource);

/**
 * SQL for the start of the UTC day that was a number of days ago. The horizon thus moves once a day, and cached
 * responses expire only then.
 */
const CUTOFF = `(date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * ?::int))`;

/**
 * Turns the record of deletions on or off. Does nothing if it already has the requested state. The update waits for
 * open transactions that rely on the old state.
 * @param days how long to store deletions; 0: not at all
 */
export async function switchDeletionRecord(database: Database, days: number): Promise<void> {
  const [state] = await database.rows<{ readonly kept: boolean }>(
    sql`select since < 'infinity' as kept from deletions_known`,
  );
  if (state?.kept === days > 0) return;
  await database.knex.raw(`update deletions_known set since = ${days > 0 ? 'clock_timestamp()' : `'infinity'`}`);
}

/**
 * Removes the deletions older than a number of days, in small transactions, so that no client waits long. First it
 * moves the horizon (`deletions_known.since`), before which the list of deletions counts as incomplete.
 * @param days how long to store deletions, to the end of the UTC day
 */
export async function expireDeletions({ knex }: Pick<Database, 'knex'>, days: number): Promise<void> {
  // Without an old deletion the horizon stays where it is. Even an update without effect would expire cached responses.
  const isExpired = await hasRows(
    knex,
    `select from deletions_known where since < ${CUTOFF} and exists (
       select from unnest(?::text[]) r(resource) where exists (
         select from deletions d where d.resource = r.resource and d.deleted_at < ${CUTOFF}
       ))`,
    [days, RESOURCES, days],
  );
  if (isExpired) await knex.raw(`update deletions_known set since = ${CUTOFF}`, [days]);
  let transactions = 0;
  for (const resource of RESOURCES) {
    for (let removed = ROWS; removed === ROWS && transactions < MAX_TRANSACTIONS; transactions += 1) {
      removed = await expireSome(knex, resource);
    }
  }
}

/** @returns the number of removed deletions */
async function expireSome(knex: Knex, resource: string): Promise<number> {
  const { rows }: { readonly rows: readonly { readonly n: number }[] } = await knex.raw(
    `with gone as (
       delete from deletions where ctid = any(array(
         select ctid from deletions where resource = ? and deleted_at < (select since from deletions_known)
         order by deleted_at limit ${ROWS}
       )) returning 1
     )
     select count(*)::int as n from gone`,
    [resource],
  );
  return rows[0]?.n ?? 0;
}
