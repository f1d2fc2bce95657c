import { expect } from 'vitest';
import type { Database } from '../../src/db/database.js';

/** Usage by owner, type and month, as `c1… e1… water …: 5`, sorted. */
type Lines = readonly string[];

const OWNER = `encode(company_id, 'hex') || ' ' || coalesce(encode(nullif(entity_id, ''), 'hex'), '') as owner`;

async function linesOf({ knex }: Database, query: string): Promise<Lines> {
  const { rows }: { readonly rows: readonly { readonly line: string }[] } = await knex.raw(
    `select (to_jsonb(r))::text as line from (${query}) r`,
  );
  return rows.map(({ line }) => line).toSorted();
}

const AMOUNTS = ['quantity', 'estimated', 'day_quantity', 'hh', 'reading', 'invoice', 'custom'];

/**
 * Expects the stored usage of companies and entities to equal the sum over their accounts, computed by a separate
 * query.
 */
export async function expectSummed(database: Database): Promise<void> {
  const kept = await linesOf(
    database,
    `select ${OWNER}, g.type, g.meter_user, g.inactive, encode(g.asset_company_id, 'hex') as asset_company,
       encode(g.asset_entity_id, 'hex') as asset_entity, g.country, p.source, p.month, p.accounts, p.covered_ms, p.whole,
       ${AMOUNTS.map((name) => `trim_scale(p.${name})::text as ${name}`).join(', ')},
       p.hh_accounts, p.reading_accounts, p.invoice_accounts, p.custom_accounts
     from portfolio_months p join portfolio_groups g using (group_key)`,
  );
  const present = await linesOf(
    database,
    `select ${OWNER}, type, meter_user, inactive, asset_company, asset_entity, country, source, month, count(*) as accounts,
       sum(covered_ms)::bigint as covered_ms,
       count(*) filter (where make_interval(secs => covered_ms / 1000.0) = make_interval(secs => extract(epoch from
         timestamp '1970-01-01' + make_interval(months => month + 1) - (timestamp '1970-01-01' + make_interval(months => month)))
       )) as whole,
       ${AMOUNTS.map((name) => `trim_scale(coalesce(sum(${name} * 10::numeric ^ -decimals), 0))::text as ${name}`).join(', ')},
       count(hh) as hh_accounts, count(reading) as reading_accounts, count(invoice) as invoice_accounts,
       count(custom) as custom_accounts
     from (
       select a.company_id, a.entity_id, a.type,
         case when a.meter_user ilike 'tenant' or a.meter_user ilike 'landlord' then lower(a.meter_user) else '' end as meter_user,
         a.status = 'inactive' as inactive, coalesce(encode(s.company_id, 'hex'), '') as asset_company,
         coalesce(encode(s.entity_id, 'hex'), '') as asset_entity, coalesce(lower(s.address_country_code), '') as country, u.*
       from usage_months u join accounts a using (account_key) left join assets s on s._id = a.asset_id
       where a.is_virtual is not true
     ) u group by company_id, entity_id, type, meter_user, inactive, asset_company, asset_entity, country, source, month`,
  );
  expect(kept).toEqual(present);
  const counted = (from: string): Promise<Lines> =>
    linesOf(database, `select ${OWNER}, type, sum(n) as n from (${from}) c group by 1, 2`);
  expect(await counted('select *, accounts as n from portfolio_groups where accounts > 0')).toEqual(
    await counted('select *, 1 as n from accounts where is_virtual is not true'),
  );
}
