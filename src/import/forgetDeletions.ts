import { sql } from '../db/sql.js';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { KEPT } from '../data/deletionSql.js';

/** Deletions that are forgotten in one transaction, and such transactions of one command; the next one goes on. */
const ROWS = 10_000;
const MOST_TIMES = 100;
const RESOURCES = KEPT.map(({ resource }) => resource);

/**
 * The beginning of the day (UTC) that was so many days ago: so what is known changes, and voids cached responses, once
 * a day.
 */
const END = `(date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * ?::int))`;

/**
 * Begins or ends the keeping of deletions, where it is not as wanted yet. Transactions that were told otherwise end
 * first.
 * @param days for which they are to be kept; 0: not at all
 */
export async function beginKeeping(database: Database, days: number): Promise<void> {
  const [known] = await database.rows<{ readonly kept: boolean }>(
    sql`select since < 'infinity' as kept from deletions_known`,
  );
  if (known?.kept === days > 0) return;
  await database.knex.raw(`update deletions_known set since = ${days > 0 ? 'clock_timestamp()' : `'infinity'`}`);
}

/**
 * Forgets deletions that are older than they are to be kept, some at a time, so that nobody waits long. From the first
 * of them on what was before is said to be unknown.
 * @param days for which they are kept, and to the end of the day
 */
export async function forgetDeletions({ knex }: Pick<Database, 'knex'>, days: number): Promise<void> {
  // Where there is nothing to forget, what is known stays known, and not even a statement that changes nothing is
  // noticed.
  const { rows: old }: { readonly rows: readonly unknown[] } = await knex.raw(
    `select from deletions_known where since < ${END} and exists (
       select from unnest(?::text[]) r(resource) where exists (
         select from deletions d where d.resource = r.resource and d.deleted_at < ${END}
       ))`,
    [days, RESOURCES, days] as never[],
  );
  if (old.length > 0) await knex.raw(`update deletions_known set since = ${END}`, [days]);
  let times = 0;
  for (const resource of RESOURCES) {
    for (let forgotten = ROWS; forgotten === ROWS && times < MOST_TIMES; times += 1) {
      forgotten = await forgetSome(knex, resource);
    }
  }
}

/** @returns how many */
async function forgetSome(knex: Knex, resource: string): Promise<number> {
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
