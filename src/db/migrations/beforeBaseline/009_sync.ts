import type { Knex } from 'knex';

/** The tables whose records are listed by `updatedAt`, with what leads the index. */
const ORDERED = [
  ['accounts', ''],
  ['assets', ''],
  ['invoices', ''],
  ['readings', 'account_key, '],
] as const;

/**
 * Records by the moment of their last change. Readings are listed by account. Of intervals, which are many and written
 * in the order of time, a summary of each range of pages does, and costs next to nothing.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [table, lead] of ORDERED) {
    await knex.raw(`create index ${table}_updated on ${table} (${lead}updated_at, _id)`);
  }
  await knex.raw('create index intervals_updated on intervals using brin (updated_at) with (autosummarize = on)');
}
