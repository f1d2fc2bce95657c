import type { Knex } from 'knex';

/**
 * Notes that a transaction changes data that answers come from, whose commit then raises the version (migrations 010, 017). What
 * is noted already is not noted again.
 */
export async function noteChange(trx: Knex.Transaction): Promise<void> {
  await trx.raw('select note_data_change()');
}
