import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { KEPT } from '../data/keptDeletions.js';

/** Deletions that are forgotten in one transaction, and such transactions of one command; the next one goes on. */
const ROWS = 10_000;
const MOST_TIMES = 100;
const RESOURCES = KEPT.map(({ resource }) => resource);

/**
 * Begins or ends the keeping of deletions, where it is not as wanted yet.
 * @param days for which they are to be kept; 0: not at all
 */
export async function beginKeeping(database: Database, days: number): Promise<void> {
  const [known] = await database.rows<{ readonly kept: boolean }>(
    `select since < 'infinity' as kept from deletions_known`,
    [],
  );
  if (known?.kept === days > 0) return;
  await database.knex.raw(`update deletions_known set since = ${days > 0 ? 'now()' : `'infinity'`}`);
}

/**
 * Forgets deletions that are older than they are to be kept, some at a time, so that nobody waits long. From the first of them on
 * what was before is said to be unknown.
 */
export async function forgetDeletions(database: Database, days: number): Promise<void> {
  // Where there is nothing to forget, what is known stays known.
  const [old] = await database.rows<{ readonly end: string }>(
    `select now() - make_interval(days => $1::int) as end where exists (
       select from unnest($2::text[]) r(resource) where exists (
         select from deletions d where d.resource = r.resource and d.deleted_at < now() - make_interval(days => $1::int)
       ))`,
    [days, RESOURCES],
  );
  if (old) await database.knex.raw('update deletions_known set since = ? where since < ?', [old.end, old.end]);
  let times = 0;
  for (const resource of RESOURCES) {
    for (let forgotten = ROWS; forgotten === ROWS && times < MOST_TIMES; times += 1) {
      forgotten = await forgetSome(database.knex, resource);
    }
  }
}

/** @returns how many */
async function forgetSome(knex: Knex, resource: string): Promise<number> {
  const { rows }: { readonly rows: readonly { readonly n: number }[] } = await knex.raw(
    `with old as (
       select ctid from deletions where resource = ? and deleted_at < (select since from deletions_known)
       order by deleted_at limit ${ROWS}
     ), gone as (delete from deletions d using old where d.ctid = old.ctid returning 1)
     select count(*)::int as n from gone`,
    [resource],
  );
  return rows[0]?.n ?? 0;
}
