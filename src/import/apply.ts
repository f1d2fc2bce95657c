import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { touchesOf } from './touched.js';
import { upsert, type Applied } from './upsert.js';

const STAMPS = ['created_at', 'updated_at'];

/** A record's texts and flags, which `interval_kinds` holds once. */
const KIND = ['type', 'unit', 'read_type', 'is_half_hourly', 'is_estimated', 'is_grid_data', 'source'];

/** Writes the checked rows of `staged` into their table. */
export async function applyStaged(trx: Knex.Transaction, fields: ImportFields): Promise<Applied> {
  const { table, key, account } = fields;
  const names = fields.columns.map((column) => column.name);
  const touches = touchesOf(fields.name, table);
  if (account !== 'inherits') await mention(trx, new Set(names));
  if (account === null) {
    const values = without(names, [...key, ...STAMPS]);
    const applied = await upsert(trx, { table, key, values, from: 'staged', touches });
    if (fields.name === 'accounts') await followAccounts(trx);
    return applied;
  }
  if (table === 'intervals') return applyIntervals(trx, fields, touches);
  const owner = ['company_id', 'entity_id'];
  const copied = account === 'copy' ? owner : [];
  const own = without(names, account === 'copy' ? owner : ['account_id', ...owner]);
  const copies = copied.map((name) => `coalesce(s.${name}, a.${name}) as ${name}`);
  await resolve(trx, [...own.map((name) => `s.${name}`), ...copies, 'coalesce(a.account_key, 0) as account_key']);
  const values = without([...own, ...copied, 'account_key'], [...key, ...STAMPS]);
  return upsert(trx, { table, key, values, from: 'resolved', touches });
}

/** Companies and entities come into being when they are first mentioned. */
async function mention(trx: Knex.Transaction, columns: ReadonlySet<string>): Promise<void> {
  if (!columns.has('company_id')) return;
  await trx.raw(`
    insert into companies (_id)
    select distinct company_id from staged where company_id is not null on conflict do nothing`);
  if (!columns.has('entity_id')) return;
  await trx.raw(`
    insert into entities (_id, company_id)
    select distinct entity_id, company_id from staged where entity_id is not null and company_id is not null
    on conflict do nothing`);
}

async function applyIntervals(
  trx: Knex.Transaction,
  { key }: ImportFields,
  touches: ReturnType<typeof touchesOf>,
): Promise<Applied> {
  const kind = KIND.join(', ');
  await trx.raw(`insert into interval_kinds (${kind}) select distinct ${kind} from staged on conflict do nothing`);
  // A row's text tells null from the empty text, and can be hashed, unlike `is not distinct from`.
  const text = (alias: string): string => `row(${KIND.map((name) => `${alias}.${name}`).join(', ')})::text`;
  const values = ['value', 'start_timestamp', 'end_timestamp'];
  const own = ['_id', ...values, ...STAMPS].map((name) => `s.${name}`);
  const joins = `join interval_kinds k on ${text('k')} = ${text('s')}`;
  await resolve(trx, [...own, 'a.account_key', 'k.kind_key'], joins);
  await trx.raw(`
    update accounts a set longest_interval_ms = r.ms
    from (select account_key, max(extract(epoch from end_timestamp - start_timestamp) * 1000)::bigint as ms
      from resolved group by account_key) r
    where r.account_key = a.account_key and r.ms > a.longest_interval_ms`);
  return upsert(trx, { table: 'intervals', key, values: ['kind_key', ...values], from: 'resolved', touches });
}

/** Makes the table `resolved` of the staged rows `s` with their accounts `a`. */
async function resolve(trx: Knex.Transaction, list: readonly string[], joins = ''): Promise<void> {
  await trx.raw(`
    create temporary table resolved on commit drop as
    select ${list.join(', ')} from staged s left join accounts a on a._id = s.account_id ${joins}`);
  await trx.raw('analyze resolved');
}

/** An invoice holds a copy of its account's entity, so it follows an account that moves to another. */
async function followAccounts(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    update invoices i set entity_id = a.entity_id, updated_at = now()
    from staged s join accounts a using (_id)
    where i.account_key = a.account_key and i.entity_id is distinct from a.entity_id`);
}

function without(names: readonly string[], left: readonly string[]): readonly string[] {
  return names.filter((name) => !left.includes(name));
}
