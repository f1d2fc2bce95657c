import type { Knex } from 'knex';
import { raw, sql, type Sql } from '../db/sql.js';
import { rowsIn } from '../db/rowsIn.js';
import { quoted } from '../errors/suggest.js';
import { conversionOf, unitsOf } from '../usage/units.js';
import type { ImportName } from './importNames.js';
import { BAD, KINDS, STAGED } from './staging.js';

/** Any calorific value: it does not decide whether a unit can be converted. */
const CALORIFIC_VALUE = 1;

/** Returns the SQL of a record's unit, or else of its account's unit. */
const unitOf = (unit: string, account: string): string => `coalesce(nullif(${unit}, ''), nullif(${account}, ''), '')`;

/** For each import of quantities: the field, the column, and a condition on the rows whose unit matters. */
const RECORDS: Partial<
  Readonly<
    Record<
      ImportName,
      { readonly field: string; readonly column: string; readonly computed: string; readonly kinds?: true }
    >
  >
> = {
  'non-cumulative': { field: 'unit', column: 'k.unit', computed: 'k.type = a.type', kinds: true },
  readings: { field: 'units', column: 's.units', computed: 'true' },
  invoices: { field: 'values.units', column: 's.values_units', computed: 's.values_total_units is not null' },
};

/** Queries of staged rows with the type and the unit of their computation. */
interface UnitQueries {
  /** With the columns `row`, `line` and `field`. */
  readonly rows: Sql;
  /** Without these columns, and with fewer rows if many rows share a kind. */
  readonly pairs: Sql;
}

async function unitQueries(trx: Knex.Transaction, name: ImportName): Promise<UnitQueries | null> {
  if (name === 'accounts') {
    const rows = await changedAccounts(trx);
    return rows && { rows, pairs: rows };
  }
  const records = RECORDS[name];
  if (!records) return null;
  const { column, kinds, computed } = records;
  const typed = sql`a.type, ${raw(unitOf(column, 'a.meter_units'))} as unit`;
  const joined = sql`join accounts a on a._id = s.account_id ${raw(kinds ? `join ${KINDS} k using (kind)` : '')}
    where not s.deleted and ${raw(computed)}`;
  const few = raw(kinds ? `(select distinct account_id, kind, deleted from ${STAGED})` : STAGED);
  return {
    rows: sql`select s.row, s.line, '${raw(records.field)}' as field, ${typed} from ${raw(STAGED)} s ${joined}`,
    pairs: sql`select ${typed} from ${few} s ${joined}`,
  };
}

const IS_CHANGED = 'not s.deleted and row(s.type, s.meter_units) is distinct from row(a.type, a.meter_units)';

/**
 * Selects the accounts whose type or unit changes, with the units of their stored records. The query looks these up by
 * account key.
 */
async function changedAccounts(trx: Knex.Transaction): Promise<Sql | null> {
  const changed: { readonly rows: readonly { readonly key: number }[] } = await trx.raw(
    `select a.account_key as key from ${STAGED} s join accounts a using (_id) where ${IS_CHANGED}`,
  );
  if (changed.rows.length === 0) return null;
  const keys = changed.rows.map(({ key }) => key);
  const stored: { readonly rows: readonly { key: number; type: string | null; unit: string | null }[] } = await trx.raw(
    `select distinct i.account_key as key, k.type, k.unit from intervals i join interval_kinds k using (kind_key)
     where i.account_key = any(?::int[])
     union select account_key, null, units from readings where account_key = any(?::int[])
     union select account_key, null, values_units from invoices
       where account_key = any(?::int[]) and values_total_units is not null`,
    [keys, keys, keys] as never[],
  );
  const ofStored = sql`unnest(${stored.rows.map(({ key }) => key)}::int[], ${stored.rows.map(({ type }) => type)}::text[],
    ${stored.rows.map(({ unit }) => unit)}::text[])`;
  return sql`select s.row, s.line, case when s.type <> a.type then 'type' else 'meterUnits' end as field, s.type,
       ${raw(unitOf('r.unit', 's.meter_units'))} as unit
     from ${raw(STAGED)} s join accounts a using (_id)
       join ${ofStored} r(account_key, type, unit) on r.account_key = a.account_key
     where ${raw(IS_CHANGED)} and coalesce(r.type, s.type) = s.type`;
}

interface TypeUnit {
  readonly type: string;
  readonly unit: string;
}

/**
 * Adds a row to the bad rows if its unit is unknown, or impossible for the type of its account. For accounts, it adds
 * the changes of type or unit that would make stored records invalid (figures 3).
 */
export async function checkUnits(trx: Knex.Transaction, name: ImportName): Promise<void> {
  const queries = await unitQueries(trx, name);
  if (queries === null) return;
  const { rows, pairs } = queries;
  const read = rowsIn(trx);
  const used = await read<TypeUnit>(sql`select distinct type, unit from (${pairs}) r`);
  const bad = used.filter(({ type, unit }) => conversionOf(type, unit, CALORIFIC_VALUE) === null);
  if (bad.length === 0) return;
  const stored = name === 'accounts' ? 'does not fit stored records: their unit ' : '';
  const reasons = bad.map(
    ({ type, unit }) =>
      `${stored}is ${quoted(unit)}, which is not a unit of ${type}; allowed are ${unitsOf(type).join(', ')} or another spelling of these`,
  );
  const [types, units] = [bad.map(({ type }) => type), bad.map(({ unit }) => unit)];
  await read(
    sql`insert into ${raw(BAD)} select r.row, r.line, r.field, b.reason
     from (${rows}) r join unnest(${types}::text[], ${units}::text[], ${reasons}::text[]) b(type, unit, reason)
       on b.type = r.type and b.unit = r.unit
     where not exists (select from ${raw(BAD)} x where x.row = r.row and x.field = r.field)`,
  );
}
