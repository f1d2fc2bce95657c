import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { AMBIGUOUS, exactUnit, meaningsOf } from '../usage/ambiguousUnits.js';
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
  if (kind.length > 0) {
    const any: { readonly rows: readonly unknown[] } = await trx.raw(
      `select from ${KINDS} where ${isAmbiguous('unit')} limit 1`,
    );
    if (any.rows.length === 0) return [];
  }
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
    set,
    `select r.row, ${value} as value
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
