import type { Knex } from 'knex';

/** The tables whose records are listed by `updatedAt`, with the first columns of the index. */
const ORDERED = [
  ['accounts', ''],
  ['assets', ''],
  ['invoices', ''],
  ['readings', 'account_key, '],
] as const;

/**
 * Adds indexes by the time of the last change. Readings are listed by account. Intervals are many and written in the
 * order of time: for them a summary of each range of pages is enough, and costs little.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [table, lead] of ORDERED) {
    await knex.raw(`create index ${table}_updated on ${table} (${lead}updated_at, _id)`);
  }
  await knex.raw('create index intervals_updated on intervals using brin (updated_at) with (autosummarize = on)');
}
