import type { Knex } from 'knex';
import { identifier } from '../data/sql.js';
import type { ImportFields } from './fields.js';

/** A row that is bad beside others: those of the file, or those stored. */
export interface StagedProblem {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

const hex = (column: string): string => `encode(${column}, 'hex')`;

/** An identifier twice in one file is harmless when the rows are equal, and a contradiction when they differ. */
function repeated({ columns }: ImportFields): string {
  const row = `row(${columns.map((column) => identifier(column.name)).join(', ')})::text`;
  return `
    select line, '_id' as field, 'is also in line ' || first || ', with other values' as reason
    from (
      select line, first_value(line) over w as first, ${row} <> first_value(${row}) over w as differs
      from staged where _id in (select _id from staged group by _id having count(*) > 1)
      window w as (partition by _id order by line)
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

const INTERVAL_ACCOUNT = `
  select s.line, 'accountId', 'there is no account ' || ${hex('s.account_id')}
  from staged s left join accounts a on a._id = s.account_id where a._id is null
  union all
  select s.line, 'entityId', 'is ' || ${hex('s.entity_id')} || ', but the account''s is '
    || coalesce(${hex('a.entity_id')}, 'none')
  from staged s join accounts a on a._id = s.account_id where s.entity_id is distinct from a.entity_id
    and s.entity_id is not null
  union all
  select s.line, 'companyId', 'is ' || ${hex('s.company_id')} || ', but the account''s is ' || ${hex('a.company_id')}
  from staged s join accounts a on a._id = s.account_id where s.company_id <> a.company_id`;

/** The key's first column is `_id`, so the same one under another account is found by the index. */
const INTERVAL_MOVED = `
  select s.line, 'accountId', 'is ' || ${hex('s.account_id')} || ', but the record is stored under account '
    || ${hex('a._id')}
  from staged s join intervals i on i._id = s._id join accounts a using (account_key) where a._id <> s.account_id`;

const CHECKS: Readonly<Record<ImportFields['name'], readonly string[]>> = {
  companies: [],
  entities: [changedCompany('entities')],
  assets: [ENTITY_OF_ANOTHER_COMPANY, changedCompany('assets')],
  accounts: [ENTITY_OF_ANOTHER_COMPANY, ASSET_OF_ANOTHER_COMPANY, changedCompany('accounts')],
  'non-cumulative': [INTERVAL_ACCOUNT, INTERVAL_MOVED],
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
  const problems: readonly StagedProblem[] = await trx('bad').orderBy(['line', 'field']).limit(most);
  const counted: { readonly rows: readonly { n: number }[] } = await trx.raw('select count(distinct line) n from bad');
  return { problems, rows: counted.rows[0]?.n ?? 0 };
}
