import type { Knex } from 'knex';
import type { Database } from '../db/database.js';

/** After more changes than this, the import does not wait for PostgreSQL's autovacuum. */
const MAX_UNANALYZED = 10_000;

/** Updates the planner statistics of a changed table. The embedded database has no autovacuum. */
export async function analyzeAfter(
  { engine }: Database,
  trx: Knex.Transaction,
  tables: string,
  changed: number,
): Promise<void> {
  if (changed > (engine === 'pglite' ? 0 : MAX_UNANALYZED)) await trx.raw(`analyze ${tables}`);
}
