import type { Knex } from 'knex';

/** 62 random bits: the digits of a UUID after its fixed bits. */
const MARK = `right(replace(gen_random_uuid()::text, '-', ''), 16)`;

/**
 * Adds a random mark to the number of a version. After a restore, or a failover that lost commits, the numbers repeat
 * for other data, but the marks differ. So no cache takes data of a lost version for the data of a new one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table data_version add column mark text not null default ${MARK}`);
  await raisesVersion(knex, RAISED);
}

/** The change of a version. */
export const RAISED = `version = version + 1, mark = ${MARK}`;

/**
 * Creates the trigger function at the end of a transaction that changed data (010).
 * @param unless a condition of plpgsql under which the record of the change stays
 */
export async function raisesVersion(knex: Knex, change: string, unless = 'false'): Promise<void> {
  await knex.raw(`
    create or replace function raise_version() returns trigger language plpgsql as $$
    begin
      if not (${unless}) then delete from data_changes where change_id = new.change_id; end if;
      update data_version set ${change};
      return null;
    end $$`);
}
