import { addPortfolioMonths, GROUP, OF_ACCOUNT, OF_ASSET, sumMonths, SUMS } from './portfolioMonthSql.js';
import { allowsExecution, triggersAfter } from './triggers.js';

const GROUPS = GROUP.join(', ');
const MONTH = `account_key int, source smallint, month int, covered_ms bigint, decimals smallint, quantity bigint,
  estimated bigint, day_quantity bigint, hh bigint, reading bigint, invoice bigint, custom bigint`;
/** The columns of a month that the sums add up. */
const ADDED = 'source, month, covered_ms, decimals, quantity, estimated, day_quantity, hh, reading, invoice, custom';

function typeOf(name: string): string {
  if (name === 'covered_ms') return 'bigint';
  return name === 'accounts' || name === 'whole' || name.endsWith('_accounts') ? 'integer' : 'numeric';
}

/**
 * Updates the sums after accounts were created, deleted or changed, and after rows of their months were added (`n` 1)
 * or removed (`n` −1). The tables already have these changes. A transaction that moves an account locks its row of
 * `portfolio_members`. A transaction that changes its months waits for this lock. Then new groups, months and existing
 * groups are each changed in their order, so that two transactions cannot deadlock. A group without accounts stays:
 * another transaction may be about to put one into it.
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

/** Returns a trigger function. An import updates the sums itself (`udg.sums`). */
const functionOf = (name: string, body: string): string => `
        create function ${name}() returns trigger language plpgsql as $$
        begin
          if current_setting('udg.sums', true) = 'own' then return null; end if;
          ${body}
          return null;
        end $$`;

const touched = (keys: string): string => `perform follow_portfolios(array(${keys}), '[]')`;

/** Returns a query of the keys of updated rows whose columns differ. Changes of other columns wait for no lock. */
function differing(key: string, columns: readonly string[]): string {
  const values = (of: string): string => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  return `select ${key} from come full join gone using (${key}) where ${values('come')} is distinct from ${values('gone')}`;
}

const SUM_MOVED_ACCOUNTS = functionOf(
  'sum_moved_accounts',
  `if tg_op = 'INSERT' then ${touched('select account_key from come')};
     elsif tg_op = 'DELETE' then ${touched('select account_key from gone')};
     elsif tg_op = 'UPDATE' then ${touched(differing('account_key', OF_ACCOUNT))};
     else truncate portfolio_members, portfolio_groups, portfolio_months;
     end if;`,
);

const SUM_MOVED_ASSETS = functionOf(
  'sum_moved_assets',
  `${touched(`select account_key from accounts where asset_id in (${differing('_id', OF_ASSET)})`)};`,
);

const rows = (table: string, n: number): string => `select to_jsonb(r) || '{"n": ${n}}' as row from ${table} r`;
const changes = (...each: readonly string[]): string =>
  `perform follow_portfolios('{}', (select coalesce(jsonb_agg(row), '[]') from (${each.join(' union all ')}) r))`;

const SUM_MONTHS = functionOf(
  'sum_months',
  `if tg_op = 'INSERT' then ${changes(rows('come', 1))};
     elsif tg_op = 'DELETE' then ${changes(rows('gone', -1))};
     elsif tg_op = 'UPDATE' then ${changes(rows('come', 1), rows('gone', -1))};
     else truncate portfolio_months;
     end if;`,
);

/**
 * The sums of the months of accounts (`usage_months`). A group has the accounts of one company and entity that figures
 * treat alike. The group depends on an asset only if the same company and entity own it: a viewer who may not see the
 * asset gets figures of the default country. Figures of a whole portfolio then need one row for each kind of meter and
 * month. Months are whole numbers, so the sums are exact. Virtual meters are excluded: they count only in their own
 * figures.
 */
export const PORTFOLIO_MONTHS_TABLES: readonly string[] = [
  `create table portfolio_groups (
     group_key integer generated always as identity primary key,
     company_id bytea not null, entity_id bytea not null, type text collate "C" not null,
     meter_user text collate "C" not null, inactive boolean not null,
     asset_company_id bytea not null, asset_entity_id bytea not null, country text collate "C" not null,
     accounts integer not null, unique (${GROUPS})
   )`,
  'create index on portfolio_groups (entity_id)',
  'create table portfolio_members (account_key integer primary key, group_key integer not null)',
  `create table portfolio_months (
     group_key integer not null, source smallint not null, month integer not null,
     ${SUMS.map((name) => `${name} ${typeOf(name)} not null`).join(', ')},
     primary key (group_key, source, month)
   ) with (fillfactor = 50)`,
  // Compute the rows of the tables, to check them.
  `create view portfolio_members_afresh as
   select a.account_key, a.company_id, coalesce(a.entity_id, '') as entity_id, a.type,
     case when lower(a.meter_user) in ('tenant', 'landlord') then lower(a.meter_user) else '' end as meter_user,
     a.status = 'inactive' as inactive, coalesce(s.company_id, '') as asset_company_id,
     coalesce(s.entity_id, '') as asset_entity_id, coalesce(lower(s.address_country_code), '') as country
   from accounts a left join assets s on s._id = a.asset_id where a.is_virtual is not true`,
  `create view portfolio_months_afresh as
   ${sumMonths('select m.group_key, 1 as n, u.* from usage_months u join portfolio_members m using (account_key)')}`,
  FOLLOW,
  allowsExecution('follow_portfolios(int[], jsonb)'),
];

/** The triggers that update the sums in a database without distributed tables. */
export const PORTFOLIO_MONTHS_FOLLOW: readonly string[] = [
  SUM_MOVED_ACCOUNTS,
  ...triggersAfter('accounts', 'accounts_follow', 'sum_moved_accounts'),
  SUM_MOVED_ASSETS,
  ...triggersAfter('assets', 'assets_follow', 'sum_moved_assets', ['update']),
  SUM_MONTHS,
  ...triggersAfter('usage_months', 'usage_months_summed', 'sum_months'),
];

export const PORTFOLIO_MONTHS: readonly string[] = [...PORTFOLIO_MONTHS_TABLES, ...PORTFOLIO_MONTHS_FOLLOW];
