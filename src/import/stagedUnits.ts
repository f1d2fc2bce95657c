import type { Knex } from 'knex';
import { hasRows, rowsIn } from '../db/rowsIn.js';
import { identifier, raw, sql, type Sql } from '../db/sql.js';
import { quoted } from '../errors/suggest.js';
import { AMBIGUOUS, exactUnit, meaningsOf } from '../usage/ambiguousUnits.js';
import { conversionOf, unitsOf } from '../usage/units.js';
import type { ImportFields } from './fields.js';
import { BAD, KINDS, setStaged, STAGED } from './staging.js';

/**
 * For each import whose rows have a unit: the field, the column of the staged rows `s` or of their kinds `k`, and a
 * condition on the rows whose unit matters.
 */
const UNITS: Partial<Readonly<Record<ImportFields['name'], UnitColumn>>> = {
  accounts: { field: 'meterUnits', column: 's.meter_units', computed: 'true' },
  'non-cumulative': { field: 'unit', column: 'k.unit', computed: 'k.type = a.type' },
  readings: { field: 'units', column: 's.units', computed: 'true' },
  invoices: { field: 'values.units', column: 's.values_units', computed: 's.values_total_units is not null' },
};

interface UnitColumn {
  readonly field: string;
  readonly column: string;
  readonly computed: string;
}

/** An ambiguous unit of staged rows, with the country of their accounts' assets. */
interface UsedUnit {
  readonly unit: string;
  readonly country: string | null;
}

/**
 * White space that the `\s` of JavaScript matches. `conversionOf` removes it with `\s`, so the locale of the database
 * must not matter.
 */
const BLANKS = String.raw`[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]`;

/** Tests for an ambiguous name. Units may contain blanks, so the test ignores them. */
const isAmbiguous = (column: string): string =>
  `lower(regexp_replace(${column}, '${BLANKS}', '', 'g')) in (${AMBIGUOUS.map((name) => `'${name.replaceAll(' ', '')}'`).join(', ')})`;

/**
 * Returns a query for the staged rows with an ambiguous unit: `row`, `line`, `unit`, `country`, and `kind` if the
 * import has kinds.
 */
function ambiguousRows({ name, kind }: ImportFields, column: string, which = 'true'): string {
  const kinds = kind.length > 0 ? `join ${KINDS} k using (kind)` : '';
  const account = name === 'accounts' ? '' : 'join accounts a on a._id = s.account_id';
  return `select s.row, s.line, ${column} as unit, t.address_country_code as country${kind.length > 0 ? ', s.kind' : ''}
    from ${STAGED} s ${kinds} ${account} left join assets t on t._id = ${name === 'accounts' ? 's' : 'a'}.asset_id
    where not s.deleted and ${which} and ${isAmbiguous(column)}`;
}

/**
 * Returns the ambiguous units of staged rows. Intervals are many, so the function checks their kinds first. It reads
 * the rows only if a kind has an ambiguous unit.
 */
async function usedIn(trx: Knex.Transaction, { kind }: ImportFields, rows: string): Promise<readonly UsedUnit[]> {
  const isPossible =
    kind.length === 0 || (await hasRows(trx, `select from ${KINDS} where ${isAmbiguous('unit')} limit 1`));
  if (!isPossible) return [];
  const result: { readonly rows: readonly UsedUnit[] } = await trx.raw(
    `select distinct unit, country from (${rows}) r`,
  );
  return result.rows;
}

/**
 * Replaces a unit with two meanings (`gallons` or `tons`) in staged rows by the exact unit. The function takes the unit
 * of the option, or else the unit of the country of the account's asset. The database stores the exact unit, so later
 * changes of the asset do not affect the conversion. Call it after `readKinds`.
 * @param chosen the unit of the option for such rows; null: not given
 * @returns whether any row changed
 */
export async function makeUnitsExact(
  trx: Knex.Transaction,
  fields: ImportFields,
  chosen: string | null,
): Promise<boolean> {
  const { column } = UNITS[fields.name] ?? {};
  if (column === undefined) return false;
  const rows = ambiguousRows(fields, column);
  const exact = (await usedIn(trx, fields, rows)).flatMap((used) => {
    const unit = exactUnit(used.unit, used.country, chosen);
    return unit === null ? [] : [{ ...used, exact: unit }];
  });
  if (exact.length === 0) return false;
  const kindColumns = fields.columns.filter(({ name }) => fields.kind.includes(name));
  const index = kindColumns.findIndex(({ name }) => `k.${name}` === column);
  const [set, value] =
    index < 0
      ? [column.replace('s.', ''), 'e.exact']
      : ['kind', `jsonb_set(r.kind::jsonb, '{${index}}', to_jsonb(e.exact))::text`];
  await setStaged(
    trx,
    fields,
    [set],
    `select r.row, ${value} as ${identifier(set)}
     from (${rows}) r join unnest(?::text[], ?::text[], ?::text[]) e(unit, country, exact)
       on e.unit = r.unit and e.country is not distinct from r.country`,
    [exact.map(({ unit }) => unit), exact.map(({ country }) => country), exact.map((one) => one.exact)],
  );
  return true;
}

/** Adds a row to the bad rows if its unit has two meanings and neither the option nor the country decides. */
export async function checkExactUnits(trx: Knex.Transaction, fields: ImportFields): Promise<void> {
  const of = UNITS[fields.name];
  if (!of) return;
  const rows = ambiguousRows(fields, of.column, of.computed);
  const units = [...new Set((await usedIn(trx, fields, rows)).map(({ unit }) => unit))];
  if (units.length === 0) return;
  const reasons = units.map((unit) => {
    const meant = meaningsOf(unit).join(' or ');
    return `is ambiguous, got ${quoted(unit)}, which may mean ${meant}: write the exact unit in the row, give it with --unit, or set address.countryCode on the account's asset`;
  });
  await trx.raw(
    `insert into ${BAD} select r.row, r.line, '${of.field}', b.reason
     from (${rows}) r join unnest(?::text[], ?::text[]) b(unit, reason) on b.unit = r.unit`,
    [units, reasons] as never[],
  );
}

/** Any calorific value: it does not decide whether a unit can be converted. */
const CALORIFIC_VALUE = 1;

/** Returns the SQL of a record's unit, or else of its account's unit. */
const unitOf = (unit: string, account: string): string => `coalesce(nullif(${unit}, ''), nullif(${account}, ''), '')`;

/** Queries of staged rows with the type and the unit of their computation. */
interface UnitQueries {
  /** With the columns `row`, `line` and `field`. */
  readonly rows: Sql;
  /** Without these columns, and with fewer rows if many rows share a kind. */
  readonly pairs: Sql;
}

async function unitQueries(trx: Knex.Transaction, { name, kind }: ImportFields): Promise<UnitQueries | null> {
  if (name === 'accounts') {
    const rows = await changedAccounts(trx);
    return rows && { rows, pairs: rows };
  }
  const of = UNITS[name];
  if (!of) return null;
  const { field, column, computed } = of;
  const kinds = kind.length > 0;
  const typed = sql`a.type, ${raw(unitOf(column, 'a.meter_units'))} as unit`;
  const joined = sql`join accounts a on a._id = s.account_id ${raw(kinds ? `join ${KINDS} k using (kind)` : '')}
    where not s.deleted and ${raw(computed)}`;
  const few = raw(kinds ? `(select distinct account_id, kind, deleted from ${STAGED})` : STAGED);
  return {
    rows: sql`select s.row, s.line, '${raw(field)}' as field, ${typed} from ${raw(STAGED)} s ${joined}`,
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
export async function checkUnits(trx: Knex.Transaction, fields: ImportFields): Promise<void> {
  const queries = await unitQueries(trx, fields);
  if (queries === null) return;
  const { rows, pairs } = queries;
  const read = rowsIn(trx);
  const used = await read<TypeUnit>(sql`select distinct type, unit from (${pairs}) r`);
  const bad = used.filter(({ type, unit }) => conversionOf(type, unit, CALORIFIC_VALUE) === null);
  if (bad.length === 0) return;
  const stored = fields.name === 'accounts' ? 'does not fit stored records: their unit ' : '';
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
