import type { Knex } from 'knex';
import { currencySql } from '../data/currency.js';
import { identifier, knexText, raw, sql } from '../db/sql.js';
import { canonicalUnit } from '../usage/units.js';
import type { ImportFields } from './fields.js';
import { recordOf } from './rejects.js';
import { BAD, KINDS, REPEATED, STAGED } from './staging.js';

/** A summary of the good rows of a file, before the import applies them. */
export interface Preview {
  /** The first records as the import would store them, each with the meter number of its account as `meter`. */
  readonly first: readonly Readonly<Record<string, unknown>>[];
  /** For intervals. */
  readonly meters?: Excerpt<PreviewedMeter>;
  readonly months?: Excerpt<MeterMonth>;
  /** For readings. */
  readonly registers?: Excerpt<PreviewedRegister>;
  /** For invoices. */
  readonly bills?: Excerpt<PreviewedBills>;
  readonly invoices?: Excerpt<InvoiceMonth>;
}

/** The number of records that a preview shows. */
const MAX_RECORDS = 5;

/** The good rows `g`: neither bad, nor repeated, nor tombstones. */
const GOOD = `g as (
  select s.* from ${STAGED} s where not s.deleted
    and not exists (select from ${BAD} b where b.row = s.row)
    and not exists (select from ${REPEATED} r where r.row = s.row)
)`;

/** Summarises the rows of an import after they are staged and checked. */
export async function readPreview(trx: Knex.Transaction, fields: ImportFields): Promise<Preview> {
  const first = await firstRecords(trx, fields);
  if (fields.name === 'non-cumulative') return { first, ...(await intervalPreview(trx, GOOD)) };
  if (fields.name === 'readings') return { first, registers: await readingPreview(trx, GOOD) };
  if (fields.name !== 'invoices') return { first };
  return { first, bills: await billPreview(trx, GOOD), invoices: await invoicePreview(trx, GOOD) };
}

async function firstRecords(
  trx: Knex.Transaction,
  { columns, kind, account }: ImportFields,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const alias = (name: string): string => (kind.includes(name) ? 'k' : 'g');
  const list = columns.map(({ name, path }) => `${alias(name)}.${identifier(name)} as ${identifier(path)}`);
  const meter = `coalesce(nullif(a.meter_point_number, ''), a.meter_serial_number) as "meter"`;
  const { rows }: { readonly rows: readonly Readonly<Record<string, unknown>>[] } = await trx.raw(
    `with ${GOOD} select ${[...(account === null ? [] : [meter]), ...list].join(', ')}
     from g ${account === null ? '' : 'left join accounts a on a._id = g.account_id'}
       ${kind.length > 0 ? `left join ${KINDS} k using (kind)` : ''} order by g.row limit ${MAX_RECORDS}`,
  );
  return rows.map((row) => recordOf({ names: Object.keys(row), values: Object.values(row) }));
}

/** A range of time for which a meter has no interval. */
interface Gap {
  /** Start and end in ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** The intervals of a meter in a file. */
interface PreviewedMeter {
  readonly accountId: string;
  /** The meter number; null if the account has none. */
  readonly meter: string | null;
  readonly records: number;
  /** ISO 8601: the start of the first interval, and the end of the last. */
  readonly first: string;
  readonly last: string;
  /** The most frequent length of an interval. */
  readonly minutes: number;
  /** The number of estimated records. */
  readonly estimated: number;
  /** The number of gaps between the first and the last interval. */
  readonly gaps: number;
  readonly gapMinutes: number;
  /** The longest gaps, in descending order of length. */
  readonly longestGaps: readonly Gap[];
}

/** The intervals of a meter that begin in a UTC month. */
interface MeterMonth {
  readonly accountId: string;
  readonly meter: string | null;
  /** As in `2024-01`. */
  readonly month: string;
  readonly records: number;
  /** In `unit`; for temperatures the mean. */
  readonly sum: number;
  readonly unit: string;
  readonly isMean: boolean;
}

const MAX_METERS = 20;
const MAX_MONTHS_PER_METER = 24;
const MAX_GAPS = 3;

/** @param good the common table expression `g` of the good rows */
async function intervalPreview(
  trx: Knex.Transaction,
  good: string,
): Promise<{ readonly meters: Excerpt<PreviewedMeter>; readonly months: Excerpt<MeterMonth> }> {
  const result: { readonly rows: readonly WithTotal<PreviewedMeter>[] } = await trx.raw(`
    with ${good}, meters as (
      select account_id, count(*) as records, min(start_timestamp) as first, max(end_timestamp) as last,
        mode() within group (order by end_timestamp - start_timestamp) as length,
        count(*) filter (where k.is_estimated) as estimated,
        range_agg(tstzrange(start_timestamp, end_timestamp)) as covered
      from g join ${KINDS} k using (kind) group by account_id
    ), gaps as (
      select account_id, lower(gap) as start, upper(gap) as after,
        row_number() over (partition by account_id order by upper(gap) - lower(gap) desc, lower(gap)) as place
      from meters, unnest(tstzmultirange(tstzrange(lower(covered), upper(covered))) - covered) gap
    ), lacking as (
      select account_id, count(*) as gaps, sum(date_part('epoch', after - start)) / 60 as minutes,
        jsonb_agg(jsonb_build_object('from', ${utc('start')}, 'to', ${utc('after')}) order by place)
          filter (where place <= ${MAX_GAPS}) as longest
      from gaps group by account_id
    )
    select m.account_id as "accountId", ${METER} as meter, m.records, m.first, m.last,
      date_part('epoch', m.length) / 60 as minutes, m.estimated, coalesce(l.gaps, 0) as gaps,
      coalesce(l.minutes, 0) as "gapMinutes", coalesce(l.longest, '[]') as "longestGaps", count(*) over () as "all"
    from meters m join accounts a on a._id = m.account_id left join lacking l on l.account_id = m.account_id
    order by meter, m.account_id limit ${MAX_METERS}`);
  return { meters: excerptOf(result.rows), months: await monthsOf(trx, good) };
}

interface MonthRow extends Omit<MeterMonth, 'isMean'> {
  readonly type: string;
}

async function monthsOf(trx: Knex.Transaction, good: string): Promise<Excerpt<MeterMonth>> {
  const { rows }: { readonly rows: readonly WithTotal<MonthRow>[] } = await trx.raw(`
    with ${good}, months as (
      select account_id, a.type, ${METER} as meter, to_char(start_timestamp at time zone 'UTC', 'YYYY-MM') as month,
        coalesce(nullif(k.unit, ''), nullif(a.meter_units, ''), '') as unit, count(*) as records,
        case when a.type = 'temperature' then avg(value) else sum(value) end as sum
      from g join ${KINDS} k using (kind) join accounts a on a._id = account_id group by 1, 2, 3, 4, 5
    ), placed as (
      select *, dense_rank() over (order by meter, account_id) as place, count(*) over () as "all",
        row_number() over (partition by account_id order by month, unit) as n
      from months
    )
    select account_id as "accountId", type, meter, month, unit, records, sum, "all" from placed
    where place <= ${MAX_METERS} and n <= ${MAX_MONTHS_PER_METER} order by place, n`);
  const { shown, all } = excerptOf(rows);
  const months = shown.map(({ type, unit, sum, ...row }) => ({
    ...row,
    sum: decimal(sum),
    unit: unit === '' ? canonicalUnit(type) : unit,
    isMean: type === 'temperature',
  }));
  return { shown: months, all };
}

/** Returns the SQL of a timestamp as ISO 8601, for values within JSON. */
function utc(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Invoices of one account in a file, by the UTC month of the start of their billing period. */
interface InvoiceMonth {
  /** Null: the invoices have no account. */
  readonly accountId: string | null;
  readonly meter: string | null;
  /** As in `2024-01`; null if the invoices have no start. */
  readonly month: string | null;
  readonly invoices: number;
  /** In `unit`; null if no invoice states its units. */
  readonly units: number | null;
  readonly unit: string | null;
  /** In the currency of the invoices. */
  readonly cost: number | null;
}

const MAX_INVOICE_MONTHS = 100;

/** @param good the common table expression `g` of the good rows */
async function invoicePreview(trx: Knex.Transaction, good: string): Promise<Excerpt<InvoiceMonth>> {
  const { rows }: { readonly rows: readonly WithTotal<InvoiceMonth>[] } = await trx.raw(`
    with ${good}
    select g.account_id as "accountId", ${METER} as meter,
      to_char(g.values_start_date at time zone 'UTC', 'YYYY-MM') as month, count(*) as invoices,
      sum(g.values_total_units) as units, coalesce(nullif(g.values_units, ''), nullif(a.meter_units, '')) as unit,
      sum(g.values_total_cost) as cost, count(*) over () as "all"
    from g left join accounts a on a._id = g.account_id
    group by g.account_id, a._id, 3, 6 order by 2, 1, 3, 6 limit ${MAX_INVOICE_MONTHS}`);
  const { shown, all } = excerptOf(rows);
  const sums = shown.map(({ units, cost, ...row }) => ({
    ...row,
    units: decimal(units),
    cost: decimal(cost),
  }));
  return { shown: sums, all };
}

/** The readings of a register in a file. */
interface PreviewedRegister {
  readonly accountId: string;
  /** The meter number; null if the account has none. */
  readonly meter: string | null;
  readonly registerId: string | null;
  readonly readings: number;
  /** ISO 8601: the times of the first and the last reading. */
  readonly first: string;
  readonly last: string;
  /** The first and the last value, in `unit`. */
  readonly firstValue: number;
  readonly lastValue: number;
  /** Null: neither the readings nor their account state a unit. */
  readonly unit: string | null;
  readonly estimated: number;
  /** The number of readings below the reading before, without `meterReset`. */
  readonly falls: number;
}

const MAX_REGISTERS = 40;

/** @param good the common table expression `g` of the good rows */
async function readingPreview(trx: Knex.Transaction, good: string): Promise<Excerpt<PreviewedRegister>> {
  const { rows }: { readonly rows: readonly WithTotal<PreviewedRegister>[] } = await trx.raw(`
    with ${good}, ordered as (
      select *, meter_reset is not true and value < lag(value) over w as is_fall from g
      window w as (partition by account_id, register_id order by submitted_at, meter_reset nulls first, row)
    )
    select o.account_id as "accountId", ${METER} as meter, o.register_id as "registerId", count(*) as readings,
      min(o.submitted_at) as first, max(o.submitted_at) as last,
      (array_agg(o.value order by o.submitted_at, o.row))[1] as "firstValue",
      (array_agg(o.value order by o.submitted_at desc, o.row desc))[1] as "lastValue",
      coalesce(max(nullif(o.units, '')), nullif(a.meter_units, '')) as unit,
      count(*) filter (where o.type = 'E') as estimated, count(*) filter (where o.is_fall) as falls,
      count(*) over () as "all"
    from ordered o join accounts a on a._id = o.account_id
    group by o.account_id, a._id, o.register_id
    order by meter, o.account_id, o.register_id limit ${MAX_REGISTERS}`);
  return excerptOf(rows);
}

/** The first items of a list, and the length of the list. */
interface Excerpt<T> {
  readonly shown: readonly T[];
  readonly all: number;
}

/** A row of the first rows of a query, with the number of all rows. */
type WithTotal<T> = T & { all?: number };

/** Splits the number of all rows from the first rows. */
function excerptOf<T>(rows: readonly WithTotal<T>[]): Excerpt<T> {
  const shown = rows.map((row) => {
    const item = { ...row };
    delete item.all;
    return item;
  });
  return { shown, all: rows[0]?.all ?? 0 };
}

/** SQL: the meter number of the account `a`. */
const METER = `coalesce(nullif(a.meter_point_number, ''), a.meter_serial_number)`;

/** Rounds the noise of binary fractions away: 0.1 + 0.2 is 0.3. */
function decimal<Sum extends number | null>(sum: Sum): Sum | number {
  return sum === null ? sum : Number(sum.toPrecision(12));
}

/** Consecutive days that no bill covers, or that several bills cover. */
interface DateRange {
  /** ISO 8601: the first and the last day. */
  readonly from: string;
  readonly to: string;
}

/** The bills of an account in a file, with credit notes. */
interface PreviewedBills {
  /** Null: the bills have no account. */
  readonly accountId: string | null;
  readonly meter: string | null;
  readonly bills: number;
  /** ISO 8601: the first and the last billed day; null if no bill states both its days. */
  readonly first: string | null;
  readonly last: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  /** ISO 4217 in lower case; null if neither the entity nor the company has a currency. */
  readonly currency: string | null;
  /** The number of gaps between the first and the last billed day. */
  readonly gaps: number;
  readonly firstGaps: readonly DateRange[];
  /** The number of overlaps between bills, without credit notes. */
  readonly overlaps: number;
  readonly firstOverlaps: readonly DateRange[];
}

/** The most accounts of a preview, and the most gaps and overlaps of an account. */
const MAX_BILLED_ACCOUNTS = 40;
const MAX_BILL_RANGES = 3;

const day = (moment: string): string => `to_char(${moment}, 'YYYY-MM-DD')`;
const listOf = (from: string, to: string): string =>
  `jsonb_agg(jsonb_build_object('from', ${day(from)}, 'to', ${day(to)}) order by ${from}) filter (where place <= ${MAX_BILL_RANGES})`;

/**
 * Summarises the bills of each account.
 * @param good the common table expression `g` of the good rows
 */
async function billPreview(trx: Knex.Transaction, good: string): Promise<Excerpt<PreviewedBills>> {
  const { column, join } = currencySql('a');
  const { text, bindings } = knexText(sql`
    with ${raw(good)}, bills as (
      select g.row, g.account_id, (g.values_start_date at time zone 'UTC')::date as start,
        (g.values_end_date at time zone 'UTC')::date as last, coalesce(nullif(g.values_units, ''), nullif(a.meter_units, '')) as unit,
        g.values_total_units as quantity, g.values_net_total_cost as net, g.values_total_tax as tax, g.values_total_cost as total,
        coalesce(g.values_total_cost, 0) < 0 or coalesce(g.values_total_units, 0) < 0 as is_credit
      from g left join accounts a on a._id = g.account_id
    ), sums as (
      select account_id, count(*) as bills, min(start) as first, max(last) as last, sum(quantity) as quantity, min(unit) as unit,
        sum(net) as net, sum(tax) as tax, sum(total) as total,
        range_agg(daterange(start, last, '[]')) filter (where start <= last) as covered
      from bills group by account_id
    ), gaps as (
      select account_id, lower(gap) as first, upper(gap) - 1 as last,
        row_number() over (partition by account_id order by lower(gap)) as place
      from sums, unnest(datemultirange(daterange(lower(covered), upper(covered))) - covered) gap
    ), lacking as (
      select account_id, count(*) as n, ${raw(listOf('first', 'last'))} as days from gaps group by account_id
    ), shared as (
      select account_id, start as first, least(last, before) as last,
        row_number() over (partition by account_id order by start) as place
      from (
        select account_id, start, last, max(last) over (partition by account_id order by start, last, row
          rows between unbounded preceding and 1 preceding) as before
        from bills where not is_credit and start <= last
      ) ordered where before >= start
    ), sharing as (
      select account_id, count(*) as n, ${raw(listOf('first', 'last'))} as days from shared group by account_id
    )
    select encode(s.account_id, 'hex') as "accountId", ${raw(METER)} as meter, s.bills, ${raw(day('s.first'))} as first,
      ${raw(day('s.last'))} as last, s.quantity, s.unit, s.net, s.tax, s.total, ${column} as currency,
      coalesce(l.n, 0) as gaps, coalesce(l.days, '[]') as "firstGaps",
      coalesce(o.n, 0) as overlaps, coalesce(o.days, '[]') as "firstOverlaps", count(*) over () as "all"
    from sums s left join accounts a on a._id = s.account_id ${join}
      left join lacking l on l.account_id = s.account_id left join sharing o on o.account_id = s.account_id
    order by 2, 1 limit ${raw(MAX_BILLED_ACCOUNTS)}`);
  const { rows }: { readonly rows: readonly WithTotal<PreviewedBills>[] } = await trx.raw(text, [
    ...bindings,
  ] as never[]);
  const { shown, all } = excerptOf(rows);
  const sums = shown.map((row) => ({
    ...row,
    quantity: decimal(row.quantity),
    net: decimal(row.net),
    tax: decimal(row.tax),
    total: decimal(row.total),
  }));
  return { shown: sums, all };
}
