import type { Knex } from 'knex';

const VIEW = `
  create view reading_records as
  select r.*, a._id as account_id, a.entity_id, a.company_id from readings r join accounts a using (account_key)`;

/**
 * Lets any text name a register, and stores the source's statements about the use before a reading: the quantity, or
 * the digits of the register. Identifiers of registers become their hexadecimal digits.
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
