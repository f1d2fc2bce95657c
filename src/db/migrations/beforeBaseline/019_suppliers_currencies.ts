import type { Knex } from 'knex';

/**
 * Suppliers have names, companies and entities the currency that their money is in. A supplier is seen where an invoice
 * or a contract that is seen names it, so these are found by their supplier and by whose they are.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['companies', 'entities']) {
    await knex.raw(`alter table ${table} add column currency text collate "C"`);
    // A statement of its own, and by name: Citus takes a check no other way.
    await knex.raw(`alter table ${table} add constraint ${table}_currency_check check (currency ~ '^[a-z]{3}$')`);
  }
  // An entity that has no currency of its own has its company's.
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
 * Whoever may read or write accounts may do so with suppliers, and whoever may read them with what their currency is
 * read of.
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
