import type { Knex } from 'knex';

/** Returns the schema level after a migration: the number that its name begins with. */
export function levelOf(migration: string): number {
  return Number.parseInt(migration, 10);
}

/**
 * Makes a table reject changes by versions older than its schema (`refuse_older_version`). Call it for every table
 * except tables of keys and tables that only triggers change. A distributed table has no triggers; there the journal
 * rejects an import.
 */
export async function guardTable(knex: Knex, table: string): Promise<void> {
  await knex.raw(`
    create or replace trigger ${table}_guarded before insert or update or delete or truncate on ${table}
    for each statement execute function refuse_older_version()`);
}

/**
 * States the oldest versions that may use the database, as schema levels.
 * @param writer the oldest version that may change data
 * @param reader the oldest version that reads the data correctly
 */
export async function stateLeastLevels(knex: Knex, writer: number, reader: number): Promise<void> {
  const level = (name: string, value: number): Promise<unknown> =>
    Promise.resolve(
      knex.raw(`create or replace function ${name}() returns int language sql immutable as 'select ${value}'`),
    );
  await level('least_writer', writer);
  await level('least_reader', reader);
}
