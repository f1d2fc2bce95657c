import type { Database } from '../db/database.js';
import { idParameter } from '../db/sql.js';

/** Grants a user every company that exists, unless the user has more than one active key. */
export async function grantAllCompanies({ knex }: Database, userId: string): Promise<void> {
  const user = idParameter(userId);
  await knex.raw(
    `insert into grants (user_id, company_id)
     select ?::bytea, c._id from companies c
     where (select count(*) from api_keys k
            where k.user_id = ?::bytea and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) = 1
       and not exists (select from grants g where g.user_id = ?::bytea and g.company_id = c._id)
     order by c._id on conflict do nothing`,
    [user, user, user],
  );
}

/** A company that no active key sees. The name is null if the company has no name. */
export interface UnseenCompany {
  readonly id: string;
  readonly name: string | null;
}

/** Returns the companies that no active key sees, not even one of their entities. */
export async function unseenCompanies({ knex }: Database, ids: readonly string[]): Promise<readonly UnseenCompany[]> {
  const { rows }: { readonly rows: readonly UnseenCompany[] } = await knex.raw(
    `select encode(c._id, 'hex') as id, c.name from companies c
     where c._id = any(?::bytea[]) and not exists (
       select from grants g join api_keys k on k.user_id = g.user_id
       where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and (g.company_id = c._id or g.entity_id in (select e._id from entities e where e.company_id = c._id))
     ) order by c._id`,
    [ids.map(idParameter)] as never[],
  );
  return rows;
}
