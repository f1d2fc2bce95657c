import type { Knex } from 'knex';

/**
 * Creates suppliers with names, and adds the currency of companies and entities. A supplier is visible through a
 * visible invoice or contract, so these have an index by supplier and owner.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['companies', 'entities']) {
    await knex.raw(`alter table ${table} add column currency text collate "C"`);
    // Citus accepts a check only in a separate statement, with a name.
    await knex.raw(`alter table ${table} add constraint ${table}_currency_check check (currency ~ '^[a-z]{3}$')`);
  }
  // An entity without a currency has the currency of its company.
  await knex.raw(`
    create view entity_records as
    select e._id, e.name, e.company_id, coalesce(e.currency, c.currency) as currency, e.created_at, e.updated_at
    from entities e join companies c on c._id = e.company_id`);
  await knex.raw(`
    create table suppliers (
      _id bytea primary key check (octet_length(_id) = 12), name text collate "C" not null,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
    )`);
  await knex.raw(`
    create trigger suppliers_changed after insert or update or delete or truncate on suppliers
    for each statement execute function note_change()`);
  await knex.raw('create index on contracts (supplier_id)');
  await knex.raw('create index on invoices (supplier_id, company_id)');
  await knex.raw('create index on invoices (supplier_id, entity_id)');
  await copyGrants(knex);
}

/**
 * Grants the privileges on accounts also on suppliers. Roles that may read accounts may also read the tables with their
 * currency.
 */
async function copyGrants(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role, g.privilege_type as what
        from pg_class c, aclexplode(c.relacl) g where c.oid = 'accounts'::regclass and g.grantee not in (0, c.relowner)
      loop
        execute format('grant %s on suppliers to %s', granted.what, granted.role);
        if granted.what = 'SELECT' then
          execute format('grant select on companies, entities, entity_records to %s', granted.role);
        end if;
      end loop;
    end $$`);
}
