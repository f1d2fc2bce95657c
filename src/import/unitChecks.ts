import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { conversionOf, unitsOf } from '../usage/units.js';
import type { ImportName } from './importNames.js';
import { BAD, KINDS, STAGED } from './staging.js';

/** Any calorific value: whether a unit can be converted does not depend on it. */
const CALORIFIC_VALUE = 1;

/** A record's unit, else its account's. */
const unitOf = (own: string, account: string): string => `coalesce(nullif(${own}, ''), nullif(${account}, ''), '')`;

/** Of each import whose records have quantities: its field, and which of its rows are painted. */
const RECORDS: Partial<
  Readonly<
    Record<
      ImportName,
      { readonly field: string; readonly column: string; readonly painted: string; readonly kinds?: true }
    >
  >
> = {
  'non-cumulative': { field: 'unit', column: 'k.unit', painted: 'k.type = a.type', kinds: true },
  readings: { field: 'units', column: 's.units', painted: 'true' },
  invoices: { field: 'values.units', column: 's.values_units', painted: 's.values_total_units is not null' },
};

/** The staged rows with the type and unit that they would be painted by. */
function staged(name: ImportName): string | null {
  if (name === 'accounts') return CHANGED_ACCOUNTS;
  const records = RECORDS[name];
  return records
    ? `select s.row, s.line, '${records.field}' as field, a.type, ${unitOf(records.column, 'a.meter_units')} as unit
       from ${STAGED} s join accounts a on a._id = s.account_id
         ${records.kinds ? `join ${KINDS} k using (kind)` : ''} where not s.deleted and ${records.painted}`
    : null;
}

/** Accounts whose type or unit changes, with the units of what is stored of them. */
const CHANGED_ACCOUNTS = `
  select s.row, s.line, case when s.type <> a.type then 'type' else 'meterUnits' end as field, s.type,
    ${unitOf('r.unit', 's.meter_units')} as unit
  from ${STAGED} s join accounts a using (_id) cross join lateral (
    select distinct k.unit from intervals i join interval_kinds k using (kind_key)
    where i.account_key = a.account_key and k.type = s.type
    union select units from readings where account_key = a.account_key
    union select values_units from invoices where account_key = a.account_key and values_total_units is not null
  ) r
  where not s.deleted and row(s.type, s.meter_units) is distinct from row(a.type, a.meter_units)`;

interface Pair {
  readonly type: string;
  readonly unit: string;
}

/**
 * Adds to the bad rows those whose unit is unknown, or impossible for their account's type; of accounts, the changes of
 * type or unit that would make stored records so (figures 3).
 */
export async function checkUnits(trx: Knex.Transaction, name: ImportName): Promise<void> {
  const rows = staged(name);
  if (rows === null) return;
  const found: { readonly rows: readonly Pair[] } = await trx.raw(`select distinct type, unit from (${rows}) r`);
  const bad = found.rows.filter(({ type, unit }) => conversionOf(type, unit, CALORIFIC_VALUE) === null);
  if (bad.length === 0) return;
  const stored = name === 'accounts' ? 'would make stored records impossible: their unit ' : '';
  const reasons = bad.map(
    ({ type, unit }) =>
      `${stored}is ${quoted(unit)}, which is no unit of ${type}; allowed are ${unitsOf(type).join(', ')} and other spellings of them`,
  );
  await trx.raw(
    `insert into ${BAD} select r.row, r.line, r.field, b.reason
     from (${rows}) r join unnest(?::text[], ?::text[], ?::text[]) b(type, unit, reason)
       on b.type = r.type and b.unit = r.unit
     where not exists (select from ${BAD} x where x.row = r.row and x.field = r.field)`,
    [bad.map(({ type }) => type), bad.map(({ unit }) => unit), reasons] as never[],
  );
}
