import type { Knex } from 'knex';
import { hasRows } from '../db/rowsIn.js';
import type { ImportFields } from './fields.js';
import { IS_FREE } from './readingChecks.js';
import { BAD, CHANGES, NEAR, STAGED, SUPERSEDED } from './staging.js';

/** The staged readings, with their accounts. */
const STAGED_READINGS = `
  select s.row, s.line, s._id, a.account_key, s.register_id, s.submitted_at as at, s.type = 'E' as estimated, s.quantity_from,
    s.quantity is not null and s.quantity <> 'NaN' as counted
  from ${STAGED} s join accounts a on a._id = s.account_id where not s.deleted`;

/** The time ranges of stated quantities: those of this import, and stored ones that contain a new reading. */
const SPANS = `
  select row, line, _id, account_key, register_id, quantity_from as "from", at as "to", estimated, counted
  from staged where quantity_from is not null
  union
  select null, null, t._id, t.account_key, t.register_id, t.before, t.submitted_at, t.type = 'E', true
  from (
    select n.*, lag(submitted_at) over (partition by account_key, register_id order by submitted_at) as before from ${NEAR} n
  ) t join staged s on s.account_key = t.account_key and s.register_id is not distinct from t.register_id
    and s.at > t.before and s.at < t.submitted_at
  where t.quantity is not null and t._id not in (select _id from staged)`;

/**
 * Finds readings inside the time range of another reading's quantity. A quantity covers the time since its own previous
 * reading (figures 4). Another reading in that range is superseded if it is an estimate. The quantity's own reading is
 * superseded if it is an estimate and the other is not. If both are actual, the row is bad. The function removes
 * superseded readings from the changes, and deletes stored ones.
 */
export async function supersedeEstimates(trx: Knex.Transaction, { name, stored }: ImportFields): Promise<void> {
  if (name !== 'readings') return;
  await trx.raw(
    `create unlogged table ${SUPERSEDED} (row integer, line integer, _id bytea, account_key integer, register_id text,
       at timestamptz, until timestamptz, contradicts boolean)`,
  );
  if (!(await hasRows(trx, `select from ${STAGED} where quantity_from is not null limit 1`))) return;
  await trx.raw(`
    delete from ${CHANGES} c using ${STAGED} s, ${stored} t
    where c.row = s.row and t._id = s._id and s.quantity = 'NaN' and t.value <> s.value and t.quantity is not null and ${IS_FREE}`);
  await trx.raw(`
    create unlogged table ${NEAR} as
    select t._id, t.account_key, t.register_id, t.submitted_at, t.type, t.quantity
    from readings t join (select distinct account_key from (${STAGED_READINGS}) s) w on w.account_key = t.account_key`);
  await trx.raw(`
    insert into ${SUPERSEDED}
    with staged as (${STAGED_READINGS}), spans as (${SPANS}), readings_of as (
      select row, line, _id, account_key, register_id, at, estimated from staged
      union all
      select null, null, _id, account_key, register_id, submitted_at, type = 'E' from ${NEAR}
      where _id not in (select _id from staged)
    )
    select distinct coalesce(x.row, r.row), coalesce(x.line, r.line), case when x.estimated then x._id else r._id end,
      x.account_key, x.register_id, case when x.estimated then x.at else r."to" end, r."to", not x.estimated and not r.estimated
    from spans r join readings_of x on x.account_key = r.account_key and x.register_id is not distinct from r.register_id
      and x.at > r."from" and x.at < r."to" and x._id <> r._id
    where (x.row is not null or r.row is not null) and (x.estimated or r.estimated or r.counted)`);
  await trx.raw(`
    delete from ${CHANGES} c using ${SUPERSEDED} s where s._id = c._id and not s.contradicts and c.change <> 'delete'`);
  await trx.raw(`
    insert into ${CHANGES} (row, line, account_key, change, stored_key, _id, submitted_at, register_id)
    select min(s.row), min(s.line), t.account_key, 'delete', t.account_key, t._id, t.submitted_at, t.register_id
    from ${SUPERSEDED} s join ${NEAR} t using (_id) where not s.contradicts
    group by t.account_key, t._id, t.submitted_at, t.register_id`);
}

/** Adds a row to the bad rows if another actual reading lies in the time range of its quantity. */
export async function checkQuantities(trx: Knex.Transaction, { name }: ImportFields): Promise<void> {
  if (name !== 'readings') return;
  await trx.raw(`
    insert into ${BAD}
    select row, line, 'quantity', 'the register has another reading within the period of the quantity until '
      || to_char(min(until) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ', and neither reading is an estimate: correct or delete one'
    from ${SUPERSEDED} where contradicts group by row, line`);
}

/**
 * Returns the number of superseded stored readings, which are not rows of the file, and a notice about all superseded
 * readings.
 */
export async function supersededNotice(
  trx: Knex.Transaction,
  { name }: ImportFields,
): Promise<{ readonly stored: number; readonly notices: readonly string[] }> {
  if (name !== 'readings') return { stored: 0, notices: [] };
  const {
    rows,
  }: { readonly rows: readonly { readonly stored: number; readonly n: number; readonly first: string | null }[] } =
    await trx.raw(`
      select (select count(*) from ${CHANGES} c where c.change = 'delete'
          and c.row not in (select row from ${STAGED} where deleted)) as stored,
        count(distinct _id) as n, to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first
      from ${SUPERSEDED} where not contradicts`);
  const { stored = 0, n = 0, first = '' } = rows[0] ?? {};
  const readings = n === 1 ? 'estimated reading' : 'estimated readings';
  const sentence = `The import replaces ${n} ${readings} by readings with a quantity for the same time; the first is at ${first ?? ''}.`;
  return { stored, notices: n === 0 ? [] : [sentence] };
}
