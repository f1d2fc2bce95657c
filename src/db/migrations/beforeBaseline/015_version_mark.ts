import type { Knex } from 'knex';

/** 62 random bits, of a UUID those behind its fixed ones. */
const MARK = `right(replace(gen_random_uuid()::text, '-', ''), 16)`;

/**
 * Each version of the data has a random mark beside its number. After a restore, or a failover that lost commits, the
 * numbers come again for other data; their marks do not, so nothing that was kept of the lost versions is taken for the
 * new ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table data_version add column mark text not null default ${MARK}`);
  await raisesVersion(knex, RAISED);
}

/** The change of a version. */
export const RAISED = `version = version + 1, mark = ${MARK}`;

/**
 * What the end of a transaction that changed data does (010).
 * @param unless a condition of plpgsql under which the note of the change stays
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
