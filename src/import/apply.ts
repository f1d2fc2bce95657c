import type { Knex } from 'knex';
import { identifier } from '../data/sql.js';
import type { ImportFields } from './fields.js';

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
}

const STAMPS = ['created_at', 'updated_at'];

/** Companies and entities come into being when they are first mentioned. */
async function mention(trx: Knex.Transaction, columns: ReadonlySet<string>): Promise<void> {
  if (!columns.has('company_id')) return;
  await trx.raw(`insert into companies (_id) select distinct company_id from staged on conflict do nothing`);
  if (!columns.has('entity_id')) return;
  await trx.raw(`
    insert into entities (_id, company_id)
    select distinct entity_id, company_id from staged where entity_id is not null on conflict do nothing`);
}

/** Upserts companies, entities, assets or accounts by `_id`. */
export async function applyRecords(trx: Knex.Transaction, { table, columns }: ImportFields): Promise<Applied> {
  const names = columns.map((column) => column.name);
  await mention(trx, new Set(names));
  const values = names.filter((name) => name !== '_id' && !STAMPS.includes(name));
  return upsert(trx, { table, key: ['_id'], values, from: 'staged' });
}

/** A record's texts and flags, which `interval_kinds` holds once. */
const KIND = ['type', 'unit', 'read_type', 'is_half_hourly', 'is_estimated', 'is_grid_data', 'source'];

/** Upserts intervals by account and `_id`. */
export async function applyIntervals(trx: Knex.Transaction): Promise<Applied> {
  const kind = KIND.join(', ');
  await trx.raw(`insert into interval_kinds (${kind}) select distinct ${kind} from staged on conflict do nothing`);
  // A row's text tells null from the empty text, and can be hashed, unlike `is not distinct from`.
  const text = (alias: string): string => `row(${KIND.map((name) => `${alias}.${name}`).join(', ')})::text`;
  await trx.raw(`
    create temporary table resolved on commit drop as
    select s.line, s._id, a.account_key, k.kind_key, s.value, s.start_timestamp, s.end_timestamp, s.created_at,
      s.updated_at
    from staged s join accounts a on a._id = s.account_id join interval_kinds k on ${text('k')} = ${text('s')}`);
  await trx.raw('analyze resolved');
  const values = ['kind_key', 'value', 'start_timestamp', 'end_timestamp'];
  return upsert(trx, { table: 'intervals', key: ['_id', 'account_key'], values, from: 'resolved' });
}

interface Upsert {
  readonly table: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  readonly from: string;
}

/**
 * What differs is updated, what is new inserted, the rest not touched. A stamp is kept where it is given; one that is
 * not given is the moment of the import when the record is new or, for `updated_at`, changed.
 */
async function upsert(trx: Knex.Transaction, { table, key, values, from }: Upsert): Promise<Applied> {
  const quoted = (names: readonly string[], alias: string): string =>
    names.map((name) => `${alias}.${identifier(name)}`).join(', ');
  const match = key.map((name) => `t.${name} = s.${name}`).join(' and ');
  const updated = await affected(
    trx,
    `update ${identifier(table)} t
     set ${values.map((name) => `${identifier(name)} = s.${identifier(name)}`).join(', ')}${values.length > 0 ? ',' : ''}
       created_at = coalesce(s.created_at, t.created_at), updated_at = coalesce(s.updated_at, now())
     from ${from} s
     where ${match} and (
       row(${quoted(values, 't')}) is distinct from row(${quoted(values, 's')})
       or t.created_at <> s.created_at or t.updated_at <> s.updated_at)`,
  );
  const list = [...key, ...values].map(identifier).join(', ');
  const inserted = await affected(
    trx,
    `insert into ${identifier(table)} (${list}, created_at, updated_at)
     select ${quoted([...key, ...values], 's')}, coalesce(s.created_at, now()), coalesce(s.updated_at, now())
     from ${from} s on conflict do nothing`,
  );
  return { inserted, updated };
}

/** Runs a statement and counts its rows, alike on both engines. */
async function affected(trx: Knex.Transaction, statement: string): Promise<number> {
  const result: { readonly rows: readonly { n: number }[] } = await trx.raw(
    `with changed as (${statement} returning 1) select count(*) as n from changed`,
  );
  return result.rows[0]?.n ?? 0;
}
