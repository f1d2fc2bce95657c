import { hasRows } from '../db/rowsIn.js';
import { identifier } from '../db/sql.js';
import type { Knex } from 'knex';
import { type ImportFields, OWNER, STAMPS, writtenColumns } from './fields.js';
import type { StoredPrecedence } from './storedPrecedence.js';
import { CHANGES, isStoredValue, KINDS, setStaged, SQL_TYPES, STAGED, STORED } from './staging.js';

/** Creates the table of the kinds of staged rows, without keys. Does nothing for an import without kinds. */
export async function readKinds(trx: Knex.Transaction, fields: ImportFields): Promise<void> {
  const { columns, kind } = fields;
  if (kind.length === 0) return;
  const members = columns.filter(({ name }) => kind.includes(name));
  const parts = members.map(
    ({ name, kind: type }, index) => `(d.kind::jsonb ->> ${index})::${SQL_TYPES[type]} as ${name}`,
  );
  const create = `
    create unlogged table ${KINDS} as
    select d.kind, null::int as kind_key, ${parts.join(', ')}
    from (select distinct kind from ${STAGED} where not deleted) d`;
  await trx.raw(`drop table if exists ${KINDS}`);
  await trx.raw(create);
  if (!(await hasRows(trx, `select from ${KINDS} where type is null limit 1`))) return;
  const index = members.findIndex(({ name }) => name === 'type');
  // Mostly the rejected rows of a meter that had no account. The type comes from the account that it has now.
  await setStaged(
    trx,
    fields,
    ['kind'],
    `select s.row, jsonb_set(s.kind::jsonb, '{${index}}', to_jsonb(a.type))::text as kind
     from ${STAGED} s join accounts a on a._id = s.account_id
     where s.kind in (select kind from ${KINDS} where type is null)`,
  );
  await trx.raw(`drop table ${KINDS}`);
  await trx.raw(create);
}

/**
 * Stores the new kinds and sets the keys of all kinds. A stored kind that no row uses is harmless. Another import with
 * the same kinds waits until this transaction ends. Kinds are stored in order to avoid a deadlock.
 */
export async function resolveKinds(trx: Knex.Transaction, { columns, kind }: ImportFields): Promise<void> {
  if (kind.length === 0) return;
  const fields = columns.filter(({ name }) => kind.includes(name));
  const list = fields.map(({ name }) => name).join(', ');
  // A kind without a type belongs to a row without an account, which a check rejects.
  await trx.raw(`
    insert into interval_kinds (${list}) select ${list} from ${KINDS} where type is not null order by ${list}
    on conflict do nothing`);
  // An array distinguishes null from the empty text. Unlike `is not distinct from`, its comparison can use a hash join.
  const texts = (alias: string): string => `array[${fields.map(({ name }) => `${alias}.${name}::text`).join(', ')}]`;
  await trx.raw(`
    update ${KINDS} k set kind_key = s.kind_key from interval_kinds s where ${texts('s')} = ${texts('k')}`);
}

/**
 * Creates the table of changes, in the order of accounts. Each change has its operation, the account of its stored
 * record, and whether the record moves. Rows without a change are omitted.
 * @param precedence conditions under which a stored record stays. The function marks these rows as `older` or
 * `estimate`.
 */
export async function resolveChanges(
  trx: Knex.Transaction,
  fields: ImportFields,
  precedence: StoredPrecedence,
): Promise<void> {
  const { table, account, kind, preservable, part } = fields;
  const written = writtenColumns(fields);
  const idColumns = written.key.filter((name) => name !== 'account_key').map(identifier);
  const list = [...written.key, ...written.values].filter((name) => name !== 'account_key');
  const partName = fields.columns.find(({ path }) => path === part?.field)?.name;
  const given = (name: string): string => {
    const column = `r.${identifier(name)}`;
    if (name === 'stated_at') return `coalesce(${column}, t.stated_at)`;
    if (!preservable.includes(name)) return column;
    const stored = `t.${identifier(name)}`;
    // The estimated part of a value belongs to that value only.
    const ofSame = `case when t.value = r.value and t.kind_key = r.kind_key then ${stored} end`;
    return `case when ${isStoredValue(column)} then ${name === partName ? ofSame : stored} else ${column} end`;
  };
  const row = (of: (name: string) => string): string => `row(${written.values.map(of).join()})`;
  const storedRow = row((name) => `t.${identifier(name)}`);
  const stored = account !== null || table === 'accounts' ? 't.account_key' : 'null::int';
  const accountKey = account === null ? stored : `case when r.deleted then ${stored} else r.account_key end`;
  const isNew = `t.${idColumns[0] ?? ''} is null`;
  const moves = countingColumns(fields).map((name) => `t.${name} <> r.${name}`);
  const precedenceCases =
    precedence === null ? '' : `when ${precedence.older} then 'older' when ${precedence.estimate} then 'estimate'`;
  await trx.raw(`
    create unlogged table ${CHANGES} as
    select r.row, r.line, coalesce(${accountKey}, 0) as account_key,
      case when r.deleted then 'delete' when ${isNew} then 'insert' ${precedenceCases} else 'update' end as change,
      ${stored} as stored_key, ${isAny(moves)} as moves, ${[...list, ...STAMPS].map((name) => `${given(name)} as ${identifier(name)}`).join(', ')}
    from (
      select s.row, s.line, s.deleted, ${account === null ? '' : 'coalesce(a.account_key, 0) as account_key,'}
        ${list.map((name) => `${source(name, account)} as ${identifier(name)}`).join(', ')}, s.created_at, s.updated_at
      from ${STAGED} s ${account === null ? '' : 'left join accounts a on a._id = s.account_id'}
        ${kind.length > 0 ? `left join ${KINDS} k on k.kind = s.kind` : ''}
    ) r left join ${fields.stored} t on ${idColumns.map((name) => `t.${name} = r.${name}`).join(' and ')}
    where case when r.deleted then not (${isNew}) else ${isNew} or ${storedRow} is distinct from ${row(given)} or ${isAny(moves)}
      or t.created_at <> r.created_at or t.updated_at <> r.updated_at end
    order by ${['account_key', ...fields.order, 'row'].join(', ')}`);
  // The rows are in the order of accounts, so a range of blocks holds few accounts.
  await trx.raw(`create index on ${CHANGES} using brin (account_key) with (pages_per_range = 16)`);
  await trx.raw(`analyze ${CHANGES} (account_key, change, stored_key, row, ${idColumns.join(', ')})`);
}

/** Returns the columns that decide where a record is counted: its account, and for an interval also its time. */
function countingColumns({ name, account }: ImportFields): readonly string[] {
  if (account === null) return [];
  return name === 'non-cumulative' ? ['account_key', 'start_timestamp', 'end_timestamp'] : ['account_key'];
}

const isAny = (tests: readonly string[]): string => (tests.length === 0 ? 'false' : `(${tests.join(' or ')})`);

/**
 * Copies the stored records of the staged rows from a distributed table. A distributed table can be joined only with
 * replicated tables.
 */
export async function copyStored(trx: Knex.Transaction, table: string): Promise<void> {
  await trx.raw(`
    create unlogged table ${STORED} as
    select t.* from ${identifier(table)} t join (select distinct _id from ${STAGED}) s on s._id = t._id`);
  await trx.raw(`analyze ${STORED}`);
}

/** Returns the SQL of a column of a staged row `s`. An invoice takes company and entity from its account `a`. */
function source(name: string, account: ImportFields['account']): string {
  if (name === 'kind_key') return 'k.kind_key';
  if (account === 'copy' && OWNER.includes(name)) return `coalesce(s.${name}, a.${name})`;
  return `s.${identifier(name)}`;
}
