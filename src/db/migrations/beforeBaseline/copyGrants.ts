import type { Knex } from 'knex';

/** Grants the privileges on a table also on a table that is derived from it. */
export async function copyGrants(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(`
    do $$ declare granted record; begin
      for granted in select g.grantee::regrole as role, g.privilege_type as what
        from pg_class c, aclexplode(c.relacl) g where c.oid = '${from}'::regclass and g.grantee not in (0, c.relowner)
      loop execute format('grant %s on ${to} to %s', granted.what, granted.role); end loop;
    end $$`);
}
