import type { Knex } from 'knex';
import { hasRows } from '../db/rowsIn.js';
import { identifier } from '../db/sql.js';
import { CURRENCIES } from '../values/currencies.js';
import { checkExactUnits, checkUnits } from './stagedUnits.js';
import type { ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import { readingChecks } from './readingChecks.js';
import { repeatedProblems } from './repeatedRows.js';
import { BAD, CHANGES, OWNERS, REPEATED, STAGED } from './staging.js';
import { checkQuantities } from './supersede.js';

/** A row that contradicts other rows of the file or stored records. */
export interface StagedProblem {
  readonly row: number;
  readonly line: number;
  /** Null if the problem concerns the row and not one field. */
  readonly field: string | null;
  readonly reason: string;
}

const hex = (column: string): string => `encode(${column}, 'hex')`;

const ENTITY_OF_ANOTHER_COMPANY = `
  select s.row, s.line, 'entityId', 'entity ' || ${hex('s.entity_id')} || ' belongs to company ' || ${hex('e.company_id')}
  from ${STAGED} s join entities e on e._id = s.entity_id where e.company_id <> s.company_id
  union all
  select s.row, s.line, 'entityId', 'entity ' || ${hex('s.entity_id')} || ' belongs to several companies in this file'
  from ${STAGED} s where s.entity_id in (
    select entity_id from ${STAGED} group by entity_id having count(distinct company_id) > 1
  )`;

const changedCompany = (table: string): string => `
  select s.row, s.line, 'companyId', 'is ' || ${hex('s.company_id')} || ', but the stored record belongs to company '
    || ${hex('t.company_id')}
  from ${STAGED} s join ${identifier(table)} t using (_id) where t.company_id <> s.company_id`;

const ASSET_OF_ANOTHER_COMPANY = `
  select s.row, s.line, 'assetId', case when a._id is null then 'there is no asset ' || ${hex('s.asset_id')}
    else 'asset ' || ${hex('s.asset_id')} || ' belongs to company ' || ${hex('a.company_id')} end
  from ${STAGED} s left join assets a on a._id = s.asset_id
  where s.asset_id is not null and not s.deleted and a.company_id is distinct from s.company_id`;

/** A record cannot move to another account. A tombstone may omit the account. */
const MOVED = `
  select c.row, c.line, 'accountId', 'is ' || coalesce(${hex('s.account_id')}, 'none')
    || ', but the record is stored under account ' || ${hex('a._id')}
  from ${CHANGES} c join accounts a on a.account_key = c.stored_key join ${STAGED} s on s.row = c.row
  where (c.stored_key <> c.account_key or c.change = 'delete') and a._id is distinct from s.account_id
    and not (s.deleted and s.account_id is null)
    and not (c.change = 'update' and c.account_key = 0 and s.account_id is not null)`;

const WITHOUT_ACCOUNT = `
  select row, line, 'companyId', 'is required if there is no accountId'
  from ${STAGED} where account_id is null and company_id is null and not deleted
  union all
  select s.row, s.line, case when s.account_id is null then 'companyId' else 'accountId' end, 'is '
    || case when s.account_id is null then '' else 'of company ' end || ${hex('coalesce(a.company_id, s.company_id)')}
    || ', but the stored record belongs to company ' || ${hex('t.company_id')}
  from ${STAGED} s join invoices t on t._id = s._id and t.account_key = 0 left join accounts a on a._id = s.account_id
  where t.company_id <> coalesce(a.company_id, s.company_id)`;

const INVOICE_OF_ANOTHER_COMPANY = `
  select s.row, s.line, 'invoiceId', case when i._id is null then 'there is no invoice ' || ${hex('s.invoice_id')}
    else 'invoice ' || ${hex('s.invoice_id')} || ' belongs to company ' || ${hex('i.company_id')} end
  from ${STAGED} s join accounts a on a._id = s.account_id left join invoices i on i._id = s.invoice_id
  where s.invoice_id is not null and i.company_id is distinct from a.company_id`;

const MEMBERS = `
  select s.row, s.line, 'assetIds', case when a._id is null then 'there is no asset ' || ${hex('member.id')}
    else 'asset ' || ${hex('member.id')} || ' belongs to company ' || ${hex('a.company_id')} end
  from ${STAGED} s cross join unnest(s.asset_ids) member(id) left join assets a on a._id = member.id
  where not s.deleted and a.company_id is distinct from s.company_id
  union all
  select s.row, s.line, 'assetIds', 'contains asset ' || ${hex('member.id')} || ' twice'
  from ${STAGED} s cross join unnest(s.asset_ids) member(id) group by s.row, s.line, member.id having count(*) > 1`;

/** A factor is per canonical unit of its utility type (docs/import.md, rows of our own form). */
const FACTOR = `
  select row, line, 'set', 'must not be empty' from ${STAGED} where set = ''
  union all
  select row, line, 'year', 'must be a whole year from 1900 to 2200, got ' || year
  from ${STAGED} where year <> floor(year) or year not between 1900 and 2200
  union all
  select row, line, 'country', 'must be a lower-case country code such as gb, got "' || left(country, 60) || '"'
  from ${STAGED} where country !~ '^[a-z]{2}$'
  union all
  select row, line, 'unit', 'must be ' || canonical.unit || ' for ' || s.type || ', got "' || left(s.unit, 60) || '"'
  from ${STAGED} s join (select type, case type when 'water' then 'm³' when 'waste' then 'kg' else 'kWh' end as unit
    from ${STAGED} group by type) canonical using (type)
  where s.unit <> canonical.unit`;

const CURRENCY = `
  select s.row, s.line, 'currency', 'must be a currency of ISO 4217 in lower case such as gbp, got "' || left(s.currency, 60) || '"'
    || case when lower(s.currency) = any(known.codes) then ' (did you mean ' || lower(s.currency) || '\\?)' else '' end
  from ${STAGED} s cross join (select array[${CURRENCIES.map((code) => `'${code}'`).join(', ')}] as codes) known
  where not s.deleted and s.currency <> all(known.codes)`;

const CHECKS: Readonly<Record<ImportFields['name'], readonly string[]>> = {
  companies: [CURRENCY],
  entities: [CURRENCY, changedCompany('entities')],
  assets: [ENTITY_OF_ANOTHER_COMPANY, changedCompany('assets')],
  accounts: [ENTITY_OF_ANOTHER_COMPANY, ASSET_OF_ANOTHER_COMPANY, changedCompany('accounts')],
  'asset-groups': [ENTITY_OF_ANOTHER_COMPANY, MEMBERS, changedCompany('asset_groups')],
  suppliers: [],
  contracts: [MOVED],
  invoices: [MOVED, WITHOUT_ACCOUNT, ENTITY_OF_ANOTHER_COMPANY],
  readings: [MOVED, INVOICE_OF_ANOTHER_COMPANY],
  'non-cumulative': [MOVED],
  'emission-factors': [FACTOR],
};

/**
 * Returns a query for updates whose end lies before their start if the row states one of them and the stored record the
 * other. The check of the row alone sees only one.
 */
function halfSpans({ columns, span }: ImportFields): readonly string[] {
  if (span === null || span.open) return [];
  const column = (path: string): string => identifier(columns.find((one) => one.path === path)?.name ?? path);
  const [start, end] = [`c.${column(span.start)}`, `c.${column(span.end)}`];
  const stamp = (of: string): string => `to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const day = (of: string): string => (span.days === true ? `(${of} at time zone 'UTC')::date` : of);
  return [
    `select c.row, c.line, '${span.end}', 'must not be before ${span.start} ' || ${stamp(start)} || ', got ' || ${stamp(end)}
     from ${CHANGES} c where c.change = 'update' and ${day(end)} < ${day(start)}`,
  ];
}

/**
 * Runs the checks that need the database: missing references, records of other companies, contradictions, and records
 * that others depend on. The tables of changes and of repeated rows must exist.
 * @param isRepeated whether there are repeated rows. Without any, their query would still join all rows.
 * @param most the most problems to return
 * @returns the first problems in row order, and the number of bad rows
 */
export async function stagedProblems(
  trx: Knex.Transaction,
  fields: ImportFields,
  { isRepeated, most }: { readonly isRepeated: boolean; readonly most: number },
): Promise<{ readonly problems: readonly StagedProblem[]; readonly rows: number }> {
  const all = [
    `select row, line, null::text as field, null::text as reason from ${REPEATED} where false`,
    ...(isRepeated ? [repeatedProblems(fields)] : []),
    ...CHECKS[fields.name],
    ...halfSpans(fields),
    ...(fields.name === 'readings' ? readingChecks(fields.stored) : []),
    ...dependents(fields),
  ].join('\nunion all ');
  await trx.raw(`create unlogged table ${BAD} as ${all}`);
  await checkAccounts(trx, fields);
  await checkExactUnits(trx, fields);
  await checkUnits(trx, fields);
  await checkQuantities(trx, fields);
  const problems: readonly StagedProblem[] = await trx
    .raw(`select row, line, field, reason from ${BAD} order by row, field limit ${most}`)
    .then(({ rows }: { readonly rows: readonly StagedProblem[] }) => rows);
  const counted: { readonly rows: readonly { n: number }[] } = await trx.raw(
    `select count(distinct row) n from ${BAD}`,
  );
  return { problems, rows: counted.rows[0]?.n ?? 0 };
}

/** Removes the bad rows from the changes. Of equal rows it keeps the first. */
export async function dropRefused(trx: Knex.Transaction): Promise<void> {
  for (const table of [BAD, REPEATED]) {
    await trx.raw(`delete from ${CHANGES} c using (select distinct row from ${table}) b where b.row = c.row`);
  }
}

/**
 * Adds rows to the bad rows if their account does not exist, or if it has another company or entity than the row
 * states. The query checks each account once, because most files have many rows of few accounts.
 */
async function checkAccounts(trx: Knex.Transaction, { account }: ImportFields): Promise<void> {
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
  if (!(await hasRows(trx, `select from ${OWNERS} limit 1`))) return;
  await trx.raw(`
    insert into ${BAD} select s.row, s.line, o.field, o.reason from ${OWNERS} o join ${STAGED} s
      on s.account_id = o.account_id and s.entity_id is not distinct from o.entity_id
      and s.company_id is not distinct from o.company_id`);
}

/**
 * A table that may refer to a record: its name in messages, the table, the column, and the column of the change that it
 * refers to.
 */
type Dependent = readonly [what: string, table: string, column: string, of: '_id' | 'stored_key'];

const ofCompany = (what: string, table = what): Dependent => [what, table, 'company_id', '_id'];
const ofEntity = (what: string, table = what): Dependent => [what, table, 'entity_id', '_id'];
const ofAccount = (what: string, table = what): Dependent => [what, table, 'account_key', 'stored_key'];

const DEPENDENTS: Partial<Readonly<Record<ImportName, readonly Dependent[]>>> = {
  companies: [
    ofCompany('entities'),
    ofCompany('assets'),
    ofCompany('accounts'),
    ofCompany('asset groups', 'asset_groups'),
    ofCompany('invoices'),
  ],
  entities: [ofEntity('assets'), ofEntity('accounts'), ofEntity('asset groups', 'asset_groups'), ofEntity('invoices')],
  assets: [
    ['accounts', 'accounts', 'asset_id', '_id'],
    ['asset groups', 'asset_group_members', 'linked_id', '_id'],
  ],
  accounts: [
    ofAccount('contracts'),
    ofAccount('invoices'),
    ofAccount('readings'),
    ofAccount('non-cumulative records', 'intervals'),
  ],
  suppliers: [
    ['contracts', 'contracts', 'supplier_id', '_id'],
    ['invoices', 'invoices', 'supplier_id', '_id'],
  ],
  invoices: [['readings', 'readings', 'invoice_id', '_id']],
};

/** Returns a query for each kind of record that refers to a deleted record. Each query finds the bad deletions. */
function dependents({ name, topology }: ImportFields): readonly string[] {
  return (DEPENDENTS[name] ?? []).map((dependent) => {
    const [what, , , of] = dependent;
    return `
      select c.row, c.line, '_id', encode(c._id, 'hex') || ' cannot be deleted: ${what} still refer to it; delete them first'
      from ${CHANGES} c where c.change = 'delete' and ${topology.joinsFreely ? isThere(dependent) : amongAll(dependent, of)}`;
  });
}

function isThere([, table, column, of]: Dependent): string {
  return `exists (select from ${table} t where t.${column} = c.${of})`;
}

/**
 * Tests all deleted records at once, because the dependent table may be on other servers. For intervals it reads their
 * counts, which are few.
 */
function amongAll([, table, column]: Dependent, of: string): string {
  const readTable = table === 'intervals' ? 'interval_counts' : table;
  const deleted = `select d.${of} from ${CHANGES} d where d.change = 'delete'`;
  return `c.${of} in (select distinct t.${column} from ${readTable} t where t.${column} = any(array(${deleted})))`;
}
