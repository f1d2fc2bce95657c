import type { Knex } from 'knex';
import type { Database } from '../db/database.js';

/** Changes after which PostgreSQL's own autovacuum is not waited for. */
const MANY = 10_000;

/** Lets the planner know what a table holds now: the embedded database has no autovacuum. */
export async function analyzeAfter(
  { engine }: Database,
  trx: Knex.Transaction,
  tables: string,
  changed: number,
): Promise<void> {
  if (changed > (engine === 'pglite' ? 0 : MANY)) await trx.raw(`analyze ${tables}`);
}
