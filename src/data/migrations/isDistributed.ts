import type { Knex } from 'knex';
import { DISTRIBUTES, IS_DISTRIBUTED } from '../distribution.js';

/** Whether a database has some of its tables on several servers: these have no triggers (migration 017). */
export async function isDistributed(knex: Knex): Promise<boolean> {
  const first = async (statement: string): Promise<unknown> => {
    const { rows }: { readonly rows: readonly object[] } = await knex.raw(statement);
    return Object.values(rows[0] ?? {})[0];
  };
  return (await first(DISTRIBUTES)) === true && (await first(IS_DISTRIBUTED)) === true;
}
