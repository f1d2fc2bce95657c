import type { Knex } from 'knex';

const VIEW = `
  create view reading_records as
  select r.*, a._id as account_id, a.entity_id, a.company_id from readings r join accounts a using (account_key)`;

/**
 * A register is named by any text, and a reading says what its source knows of the use before it: the quantity, or the
 * digits of its register. Identifiers of registers become their hexadecimal digits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop view reading_records');
  await knex.raw('alter table readings drop constraint readings_register_id_check');
  await knex.raw(`
    alter table readings
      alter register_id type text collate "C" using encode(register_id, 'hex'),
      add constraint readings_register_id_check check (length(register_id) between 1 and 200),
      add quantity float8 check (quantity >= 0 and quantity < 'infinity'),
      add register_digits float8 check (register_digits between 1 and 15 and register_digits = floor(register_digits))`);
  await knex.raw(VIEW);
}

/** A name that is no identifier becomes one of its own, so that registers stay apart. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view reading_records');
  await knex.raw('alter table readings drop constraint readings_register_id_check');
  await knex.raw(`
    alter table readings
      drop quantity, drop register_digits,
      alter register_id type bytea using decode(
        case when register_id ~ '^[0-9a-f]{24}$' then register_id else left(md5(register_id), 24) end, 'hex'),
      add constraint readings_register_id_check check (octet_length(register_id) = 12)`);
  await knex.raw(VIEW);
}
