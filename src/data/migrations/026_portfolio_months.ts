import type { Knex } from 'knex';
import { addPortfolioMonths, GROUP, OF_ACCOUNT, OF_ASSET, sumMonths, SUMS } from '../portfolioMonthSql.js';
import { grantExecution } from './017_own_statements.js';
import { copyGrants } from './copyGrants.js';
import { followStatements } from './followStatements.js';
import { isDistributed } from './isDistributed.js';

const TABLES = ['portfolio_groups', 'portfolio_members', 'portfolio_months'];
const VIEWS = ['portfolio_months_afresh', 'portfolio_members_afresh'];
const GROUPS = GROUP.join(', ');
const MONTH = `account_key int, source smallint, month int, covered_ms bigint, decimals smallint, quantity bigint,
  estimated bigint, day_quantity bigint, hh bigint, reading bigint, invoice bigint, custom bigint`;
/** What of a month is added up. */
const ADDED = 'source, month, covered_ms, decimals, quantity, estimated, day_quantity, hh, reading, invoice, custom';

/**
 * The months of accounts added up: of those of a company and entity that are alike in all that figures tell apart, and whose asset
 * is the same company's and entity's, as who may not see it is told figures of the default country. So figures of all that somebody
 * may see take a row for each kind of meter and month, however many meters there are. As months are whole numbers (025), the sums are
 * what adding them up gives, to the last digit. Virtual meters are left out, as they count at no level but their own.
 *
 * Imports have the sums follow what they change as the last thing that they do (src/usage/portfolioMonths.ts), as parts that share a
 * row wait for each other; triggers do it for whoever else changes months, or moves accounts, where the database is on one server.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio_groups (
      group_key integer generated always as identity primary key,
      company_id bytea not null, entity_id bytea not null, type text collate "C" not null,
      meter_user text collate "C" not null, inactive boolean not null,
      asset_company_id bytea not null, asset_entity_id bytea not null, country text collate "C" not null,
      accounts integer not null, unique (${GROUPS})
    )`);
  await knex.raw('create index on portfolio_groups (entity_id)');
  await knex.raw('create table portfolio_members (account_key integer primary key, group_key integer not null)');
  const numbers = SUMS.map((name) => `${name} ${typeOf(name)} not null`);
  await knex.raw(`
    create table portfolio_months (
      group_key integer not null, source smallint not null, month integer not null, ${numbers.join(', ')},
      primary key (group_key, source, month)
    ) with (fillfactor = 50)`);
  // What all three have to be.
  await knex.raw(`
    create view portfolio_members_afresh as
    select a.account_key, a.company_id, coalesce(a.entity_id, '') as entity_id, a.type,
      case when lower(a.meter_user) in ('tenant', 'landlord') then lower(a.meter_user) else '' end as meter_user,
      a.status = 'inactive' as inactive, coalesce(s.company_id, '') as asset_company_id,
      coalesce(s.entity_id, '') as asset_entity_id, coalesce(lower(s.address_country_code), '') as country
    from accounts a left join assets s on s._id = a.asset_id where a.is_virtual is not true`);
  await knex.raw(`
    create view portfolio_months_afresh as
    ${sumMonths('select m.group_key, 1 as n, u.* from usage_months u join portfolio_members m using (account_key)')}`);
  await knex.raw(FOLLOW);
  await grantExecution(knex, 'follow_portfolios(int[], jsonb)');
  // Whoever may change counts; the function asks the views on their behalf.
  for (const name of [...TABLES, ...VIEWS]) await copyGrants(knex, 'interval_counts', name);
  // Nobody else changes months, or accounts, until the migration ends.
  await knex.raw('lock table assets, accounts, usage_months in share row exclusive mode');
  if (!(await isDistributed(knex))) await follow(knex);
  for (const statement of ADD_UP) await knex.raw(statement);
  for (const table of ['portfolio_groups', 'portfolio_months']) {
    // As of interval_counts.
    await knex.raw(`
      create trigger ${table}_changed after insert or update or delete or truncate on ${table}
      for each statement execute function note_change()`);
  }
  for (const table of TABLES) await knex.raw(`analyze ${table}`);
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['sum_months', 'sum_moved_accounts', 'sum_moved_assets']) {
    await knex.raw(`drop function if exists ${name}() cascade`);
  }
  await knex.raw('drop function follow_portfolios(int[], jsonb)');
  for (const view of VIEWS) await knex.raw(`drop view ${view}`);
  for (const table of TABLES) await knex.schema.dropTable(table);
}

function typeOf(name: string): string {
  if (name === 'covered_ms') return 'bigint';
  return name === 'accounts' || name === 'whole' || name.endsWith('_accounts') ? 'integer' : 'numeric';
}

/** Statements that add all up; the tables are empty. */
export const ADD_UP = [
  `insert into portfolio_groups (${GROUPS}, accounts)
   select ${GROUPS}, count(*) from portfolio_members_afresh group by ${GROUPS} order by ${GROUPS}`,
  `insert into portfolio_members
   select account_key, group_key from portfolio_members_afresh join portfolio_groups using (${GROUPS})`,
  'insert into portfolio_months select * from portfolio_months_afresh',
];

/**
 * Has the sums follow accounts that may have come, gone, or become otherwise, and rows of their months that were added, `n` 1, or
 * removed, −1, all of which has happened. Who moves an account holds it in `portfolio_members`, where who changes its months waits
 * for it; then groups that are new, months and groups that exist are each changed in their order, so that no two wait for each other.
 * A group that has no accounts any more stays, as another transaction may be about to have one in it.
 */
const FOLLOW = `
  create function follow_portfolios(touched int[], changes jsonb) returns void language plpgsql as $$
  declare
    changed_keys int[] := array(select distinct (c ->> 'account_key')::int from jsonb_array_elements(changes) c);
    moved_keys int[];
    old_groups int[];
    new_groups int[];
  begin
    if cardinality(touched) = 0 and changes = '[]' then return; end if;
    perform from portfolio_members where account_key = any(touched || changed_keys) order by account_key for update;
    if cardinality(touched) > 0 then
      insert into portfolio_groups (${GROUPS}, accounts)
      select distinct ${GROUPS}, 0 from portfolio_members_afresh where account_key = any(touched) order by ${GROUPS}
      on conflict do nothing;
      select array_agg(t.account_key), array_agg(m.group_key), array_agg(a.group_key)
      into moved_keys, old_groups, new_groups
      from (select distinct unnest(touched) as account_key) t
        left join portfolio_members m on m.account_key = t.account_key
        left join (
          select account_key, group_key from portfolio_members_afresh join portfolio_groups using (${GROUPS})
          where account_key = any(touched)
        ) a on a.account_key = t.account_key
      where m.group_key is distinct from a.group_key;
    end if;
    ${addPortfolioMonths(
      sumMonths(`
        select m.group_key, c.n, ${ADDED}
        from jsonb_to_recordset(changes) as c(n int, ${MONTH}) join portfolio_members m using (account_key)
        union all
        select o.group_key, o.n, ${ADDED}
        from unnest(moved_keys, old_groups, new_groups) as t(account_key, gone, come)
          cross join lateral (values (t.gone, -1), (t.come, 1)) o(group_key, n)
          join usage_months u on u.account_key = t.account_key
        where o.group_key is not null`),
    )};
    delete from portfolio_months where accounts = 0 and group_key = any(
      old_groups || array(select group_key from portfolio_members where account_key = any(changed_keys))
    );
    if moved_keys is null then return; end if;
    delete from portfolio_members m using unnest(moved_keys, new_groups) as t(account_key, come)
    where m.account_key = t.account_key and t.come is null;
    insert into portfolio_members
    select t.account_key, t.come from unnest(moved_keys, new_groups) as t(account_key, come)
    where t.come is not null order by t.account_key
    on conflict (account_key) do update set group_key = excluded.group_key;
    perform from portfolio_groups where group_key = any(old_groups || new_groups) order by group_key for no key update;
    update portfolio_groups g set accounts = g.accounts + o.n
    from (
      select o.group_key, sum(o.n)::int as n from unnest(old_groups, new_groups) as t(gone, come)
        cross join lateral (values (t.gone, -1), (t.come, 1)) o(group_key, n)
      group by 1 having sum(o.n) <> 0
    ) o where o.group_key = g.group_key;
  end $$`;

/** Has the sums follow tables: imports do so themselves (`udg.sums`). */
async function follow(knex: Knex): Promise<void> {
  const function_ = (name: string, body: string): Promise<unknown> =>
    Promise.resolve(
      knex.raw(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          if current_setting('udg.sums', true) = 'own' then return null; end if;
          ${body}
          return null;
        end $$`),
    );
  const touched = (keys: string): string => `perform follow_portfolios(array(${keys}), '[]')`;
  const keysOf = (table: string): string => `select account_key from ${table}`;
  /** Of rows that were updated those that differ; others wait for nobody. */
  const differing = (key: string, columns: readonly string[]): string => {
    const values = (of: string): string => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
    return `select ${key} from come full join gone using (${key}) where ${values('come')} is distinct from ${values('gone')}`;
  };
  await function_(
    'sum_moved_accounts',
    `if tg_op = 'INSERT' then ${touched(keysOf('come'))};
     elsif tg_op = 'DELETE' then ${touched(keysOf('gone'))};
     elsif tg_op = 'UPDATE' then ${touched(differing('account_key', OF_ACCOUNT))};
     else truncate portfolio_members, portfolio_groups, portfolio_months;
     end if;`,
  );
  await followStatements(knex, 'accounts', 'accounts_follow', 'sum_moved_accounts');
  await function_(
    'sum_moved_assets',
    `${touched(keysOf(`accounts where asset_id in (${differing('_id', OF_ASSET)})`))};`,
  );
  await followStatements(knex, 'assets', 'assets_follow', 'sum_moved_assets', ['update']);
  const rows = (table: string, n: number): string => `select to_jsonb(r) || '{"n": ${n}}' as row from ${table} r`;
  const changes = (...each: readonly string[]): string =>
    `perform follow_portfolios('{}', (select coalesce(jsonb_agg(row), '[]') from (${each.join(' union all ')}) r))`;
  await function_(
    'sum_months',
    `if tg_op = 'INSERT' then ${changes(rows('come', 1))};
     elsif tg_op = 'DELETE' then ${changes(rows('gone', -1))};
     elsif tg_op = 'UPDATE' then ${changes(rows('come', 1), rows('gone', -1))};
     else truncate portfolio_months;
     end if;`,
  );
  await followStatements(knex, 'usage_months', 'usage_months_summed', 'sum_months');
}
