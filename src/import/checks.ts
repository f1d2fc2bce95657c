import type { Knex } from 'knex';
import { identifier } from '../data/sql.js';
import type { ImportFields } from './fields.js';
import { checkUnits } from './unitChecks.js';

/** A row that is bad beside others: those of the file, or those stored. */
export interface StagedProblem {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

const hex = (column: string): string => `encode(${column}, 'hex')`;

/** A record twice in one file is harmless when the rows are equal, and a contradiction when they differ. */
function repeated({ columns, key }: ImportFields): string {
  const row = `row(${columns.map((column) => identifier(column.name)).join(', ')})::text`;
  // An account's records are told apart by their own identifier: the same under two accounts is a contradiction too.
  const own = key.filter((name) => name !== 'account_key');
  const list = own.map(identifier).join(', ');
  return `
    select line, '${own.at(-1) ?? ''}' as field, 'is also in line ' || first || ', with other values' as reason
    from (
      select line, first_value(line) over w as first, ${row} <> first_value(${row}) over w as differs
      from staged where (${list}) in (select ${list} from staged group by ${list} having count(*) > 1)
      window w as (partition by ${list} order by line)
    ) r where differs`;
}

const ENTITY_OF_ANOTHER_COMPANY = `
  select s.line, 'entityId', 'entity ' || ${hex('s.entity_id')} || ' belongs to company ' || ${hex('e.company_id')}
  from staged s join entities e on e._id = s.entity_id where e.company_id <> s.company_id
  union all
  select s.line, 'entityId', 'entity ' || ${hex('s.entity_id')} || ' is mentioned under several companies'
  from staged s where s.entity_id in (
    select entity_id from staged group by entity_id having count(distinct company_id) > 1
  )`;

const changedCompany = (table: string): string => `
  select s.line, 'companyId', 'is ' || ${hex('s.company_id')} || ', but the stored record is of company '
    || ${hex('t.company_id')}
  from staged s join ${identifier(table)} t using (_id) where t.company_id <> s.company_id`;

const ASSET_OF_ANOTHER_COMPANY = `
  select s.line, 'assetId', case when a._id is null then 'there is no asset ' || ${hex('s.asset_id')}
    else 'asset ' || ${hex('s.asset_id')} || ' belongs to company ' || ${hex('a.company_id')} end
  from staged s left join assets a on a._id = s.asset_id
  where s.asset_id is not null and a.company_id is distinct from s.company_id`;

/** The account is there, and company and entity, where they are given too, are the account's. */
const ACCOUNT = `
  select s.line, 'accountId', 'there is no account ' || ${hex('s.account_id')}
  from staged s left join accounts a on a._id = s.account_id where s.account_id is not null and a._id is null
  union all
  select s.line, 'entityId', 'is ' || ${hex('s.entity_id')} || ', but the account''s is '
    || coalesce(${hex('a.entity_id')}, 'none')
  from staged s join accounts a on a._id = s.account_id where s.entity_id is distinct from a.entity_id
    and s.entity_id is not null
  union all
  select s.line, 'companyId', 'is ' || ${hex('s.company_id')} || ', but the account''s is ' || ${hex('a.company_id')}
  from staged s join accounts a on a._id = s.account_id where s.company_id <> a.company_id`;

/** Where the key begins with `_id`, the same one under another account is found by the index. */
const moved = (table: string): string => `
  select s.line, 'accountId', 'is ' || coalesce(${hex('s.account_id')}, 'none')
    || ', but the record is stored under account ' || ${hex('a._id')}
  from staged s join ${table} t on t._id = s._id join accounts a using (account_key)
  where a._id is distinct from s.account_id`;

const WITHOUT_ACCOUNT = `
  select line, 'companyId', 'is required where there is no accountId'
  from staged where account_id is null and company_id is null
  union all
  select s.line, case when s.account_id is null then 'companyId' else 'accountId' end, 'is '
    || case when s.account_id is null then '' else 'of company ' end || ${hex('coalesce(a.company_id, s.company_id)')}
    || ', but the stored record is of company ' || ${hex('t.company_id')}
  from staged s join invoices t on t._id = s._id and t.account_key = 0 left join accounts a on a._id = s.account_id
  where t.company_id <> coalesce(a.company_id, s.company_id)`;

const INVOICE_OF_ANOTHER_COMPANY = `
  select s.line, 'invoiceId', case when i._id is null then 'there is no invoice ' || ${hex('s.invoice_id')}
    else 'invoice ' || ${hex('s.invoice_id')} || ' belongs to company ' || ${hex('i.company_id')} end
  from staged s join accounts a on a._id = s.account_id left join invoices i on i._id = s.invoice_id
  where s.invoice_id is not null and i.company_id is distinct from a.company_id`;

const MEMBERS = `
  select s.line, 'assetIds', case when a._id is null then 'there is no asset ' || ${hex('member.id')}
    else 'asset ' || ${hex('member.id')} || ' belongs to company ' || ${hex('a.company_id')} end
  from staged s cross join unnest(s.asset_ids) member(id) left join assets a on a._id = member.id
  where a.company_id is distinct from s.company_id
  union all
  select s.line, 'assetIds', 'names asset ' || ${hex('member.id')} || ' twice'
  from staged s cross join unnest(s.asset_ids) member(id) group by s.line, member.id having count(*) > 1`;

/** A factor is per canonical unit of its type (README, emission factors). */
const FACTOR = `
  select line, 'set', 'must not be empty' from staged where set = ''
  union all
  select line, 'year', 'must be a whole year from 1900 to 2200, got ' || year
  from staged where year <> floor(year) or year not between 1900 and 2200
  union all
  select line, 'country', 'must be a lower-case country code such as gb, got "' || left(country, 60) || '"'
  from staged where country !~ '^[a-z]{2}$'
  union all
  select line, 'unit', 'must be ' || canonical.unit || ' for ' || s.type || ', got "' || left(s.unit, 60) || '"'
  from staged s join (select type, case type when 'water' then 'm³' when 'waste' then 'kg' else 'kWh' end as unit
    from staged group by type) canonical using (type)
  where s.unit <> canonical.unit`;

const CHECKS: Readonly<Record<ImportFields['name'], readonly string[]>> = {
  companies: [],
  entities: [changedCompany('entities')],
  assets: [ENTITY_OF_ANOTHER_COMPANY, changedCompany('assets')],
  accounts: [ENTITY_OF_ANOTHER_COMPANY, ASSET_OF_ANOTHER_COMPANY, changedCompany('accounts')],
  'asset-groups': [ENTITY_OF_ANOTHER_COMPANY, MEMBERS, changedCompany('asset_groups')],
  contracts: [ACCOUNT, moved('contracts')],
  invoices: [ACCOUNT, moved('invoices'), WITHOUT_ACCOUNT, ENTITY_OF_ANOTHER_COMPANY],
  readings: [ACCOUNT, moved('readings'), INVOICE_OF_ANOTHER_COMPANY],
  'non-cumulative': [ACCOUNT, moved('intervals')],
  'emission-factors': [FACTOR],
};

/**
 * Checks what only the database can tell: orphans, foreign tenants, contradictions.
 * @param most how many to return
 * @returns the first problems in the order of lines, and how many rows are bad in all
 */
export async function stagedProblems(
  trx: Knex.Transaction,
  fields: ImportFields,
  most: number,
): Promise<{ readonly problems: readonly StagedProblem[]; readonly rows: number }> {
  const all = [repeated(fields), ...CHECKS[fields.name]].join('\nunion all ');
  await trx.raw(`create temporary table bad on commit drop as ${all}`);
  await checkUnits(trx, fields.name);
  const problems: readonly StagedProblem[] = await trx('bad').orderBy(['line', 'field']).limit(most);
  const counted: { readonly rows: readonly { n: number }[] } = await trx.raw('select count(distinct line) n from bad');
  return { problems, rows: counted.rows[0]?.n ?? 0 };
}
