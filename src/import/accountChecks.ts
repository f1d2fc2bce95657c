import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { BAD, OWNERS, STAGED } from './staging.js';

const hex = (column: string): string => `encode(${column}, 'hex')`;

/**
 * Adds rows to the bad rows if their account does not exist, or if it has another company or entity than the row
 * states. The query checks each account once, because most files have many rows of few accounts.
 */
export async function checkAccounts(trx: Knex.Transaction, { account }: ImportFields): Promise<void> {
  if (account === null) return;
  await trx.raw(`
    create unlogged table ${OWNERS} as
    select o.*, b.field, b.reason
    from (select distinct account_id, entity_id, company_id from ${STAGED} where account_id is not null) o
      left join accounts a on a._id = o.account_id cross join lateral (
        select 'accountId' as field, 'there is no account ' || ${hex('o.account_id')} as reason where a._id is null
        union all
        select 'entityId', 'is ' || ${hex('o.entity_id')} || ', but the account has '
          || coalesce(${hex('a.entity_id')}, 'none')
        where a._id is not null and o.entity_id is not null and o.entity_id is distinct from a.entity_id
        union all
        select 'companyId', 'is ' || ${hex('o.company_id')} || ', but the account has ' || ${hex('a.company_id')}
        where o.company_id <> a.company_id
      ) b`);
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(`select from ${OWNERS} limit 1`);
  if (rows.length === 0) return;
  await trx.raw(`
    insert into ${BAD} select s.row, s.line, o.field, o.reason from ${OWNERS} o join ${STAGED} s
      on s.account_id = o.account_id and s.entity_id is not distinct from o.entity_id
      and s.company_id is not distinct from o.company_id`);
}
