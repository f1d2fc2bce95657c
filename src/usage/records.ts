import type { Knex } from 'knex';
import { nearestMoments } from './nearestMoments.js';
import { DAY_MS, dayOf, END_DAY, FIRST_DAY, type DayRange } from './grid.js';
import type { InvoiceSpan } from './invoiceUsage.js';
import type { RegisterReading } from './registers.js';
import { conversionOf, type Conversion } from './units.js';
import type { Span } from './intervalUsage.js';

/** The properties of an account that its usage depends on. */
export interface UsageAccount {
  readonly key: number;
  readonly type: string;
  readonly meterUnits: string | null;
  readonly priority: readonly string[] | null;
  /** The length of its longest interval in milliseconds. It bounds the start of intervals that overlap a range. */
  readonly longestMs: number;
}

/** Returns the conversion of a unit, or of the account's unit if null, to the canonical one; null if impossible. */
export type Convert = (account: UsageAccount, unit: string | null) => Conversion | null;

/** Returns a cached function that finds conversions by type and unit. */
export function converter(calorificValue: number): Convert {
  const cache = new Map<string, Conversion | null>();
  return ({ type, meterUnits }, unit) => {
    const name = unit === null || unit === '' ? meterUnits : unit;
    const key = `${type} ${name ?? ''}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const conversion = conversionOf(type, name, calorificValue);
    cache.set(key, conversion);
    return conversion;
  };
}

/** Returns the SQL expression of a timestamp in milliseconds since 1970. */
export const MS = (column: string): string => `(date_part('epoch', ${column}) * 1000)::int8`;
const at = (day: number): string => new Date(day * DAY_MS).toISOString();

type ReadingRow = Omit<RegisterReading, 'value'> & { readonly units: string | null };

/**
 * Reads the readings of some days, with the nearest moments of each register on either side.
 * @param halfHourly whether to read only readings flagged as half-hourly
 */
export async function readReadings(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  halfHourly: boolean,
  convert: Convert,
): Promise<readonly RegisterReading[]> {
  const fields = `${MS('submitted_at')} as at, value as shown, units, type = 'E' as estimated,
    meter_reset is true as reset, r.register_id as register, quantity, 10 ^ register_digits as turnover, _id`;
  const counted = `r.account_key = ? ${halfHourly ? 'and r.is_half_hourly' : ''} and r.submitted_at`;
  // This looks up each moment. Without `offset 0` the planner may search the moments once per reading.
  const nearest = (comparison: '<' | '>='): string => `
    select ${fields} from (${nearestMoments(`${counted} ${comparison} ?`, comparison === '<' ? 'desc' : 'asc')}) n
    cross join lateral (
      select * from readings r
      where ${counted} = n.moment and r.register_id is not distinct from n.register offset 0
    ) r`;
  const [from, to] = [at(range.from), at(range.to)];
  const { rows }: { readonly rows: readonly ReadingRow[] } = await trx.raw(
    `select * from (select ${fields} from readings r where ${counted} >= ? and r.submitted_at < ?
       union all ${nearest('<')} union all ${nearest('>=')}) r order by at, _id`,
    [
      ...[account.key, from, to],
      ...[account.key, from, account.key, from, account.key],
      ...[account.key, to, account.key, to, account.key],
    ],
  );
  return rows.flatMap((row) => {
    const conversion = convert(account, row.units);
    if (!conversion) return [];
    const converted = (value: number | null): number | null => (value === null ? null : value * conversion.factor);
    const { shown, quantity, turnover } = row;
    const value = shown * conversion.factor;
    return [{ ...row, value, quantity: converted(quantity), turnover: converted(turnover) }];
  });
}

interface InvoiceRow {
  readonly start: number;
  readonly last: number;
  readonly units: string | null;
  readonly value: number;
  readonly estimated: boolean;
  readonly simulated: boolean;
}

/** Returns the SQL condition on the status of an invoice that counts. */
export function invoiceStatusCounts(alias: string): string {
  return `${alias}.status in ('captured', 'completed') and ${alias}.financial_status is distinct from 'not-approved'`;
}

/** Returns the SQL condition of an invoice that counts: captured or completed, not rejected, with a period (figures 4). */
export function invoiceCounts(alias: string): string {
  return `${invoiceStatusCounts(alias)} and ${alias}.values_start_date is not null and ${alias}.values_end_date is not null`;
}

/** Reads the billed quantities that overlap some days, real and simulated. */
export async function readInvoices(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  convert: Convert,
): Promise<{ readonly invoice: readonly InvoiceSpan[]; readonly simulated: readonly InvoiceSpan[] }> {
  const { rows }: { readonly rows: readonly InvoiceRow[] } = await trx.raw(
    `select ${MS('values_start_date')} as start, ${MS('values_end_date')} as last, values_units as units,
       values_total_units as value, simulated is true as simulated,
       coalesce(values_start_read_type ~* '^e', false) or coalesce(values_end_read_type ~* '^e', false) as estimated
     from invoices i
     where account_key = ? and ${invoiceCounts('i')} and values_total_units is not null
       and values_start_date < ? and values_end_date >= ?
     order by values_start_date, _id`,
    [account.key, at(range.to), at(range.from)],
  );
  const spans: Record<'invoice' | 'simulated', InvoiceSpan[]> = { invoice: [], simulated: [] };
  for (const { start, last, units, value, estimated, simulated } of rows) {
    const conversion = convert(account, units);
    const [from, to] = [dayOf(start), dayOf(last) + 1];
    if (!conversion || to <= from) continue;
    spans[simulated ? 'simulated' : 'invoice'].push({ from, to, value: value * conversion.factor, estimated });
  }
  return spans;
}

/** Returns the range of supported days in which an account has records. */
export async function recordedDays(trx: Knex.Transaction, { key }: UsageAccount): Promise<DayRange | null> {
  const { rows }: { readonly rows: readonly { readonly from: number | null; readonly to: number | null }[] } =
    await trx.raw(
      `select ${MS('min(first)')} as "from", ${MS('max(last)')} as "to" from (
         select min(start_timestamp) as first, max(end_timestamp) as last from intervals where account_key = ?
         union all select min(submitted_at), max(submitted_at) from readings where account_key = ?
         union all select min(values_start_date), max(values_end_date) from invoices where account_key = ?
       ) r`,
      [key, key, key],
    );
  const [row] = rows;
  if (typeof row?.from !== 'number' || typeof row.to !== 'number') return null;
  return { from: Math.max(FIRST_DAY, dayOf(row.from)), to: Math.min(END_DAY, dayOf(row.to) + 1) };
}

/** Reads the properties on which the usage of accounts depends, by key. */
export async function readUsageAccounts(
  trx: Knex.Transaction,
  keys: readonly number[],
): Promise<ReadonlyMap<number, UsageAccount>> {
  const { rows }: { readonly rows: readonly Omit<UsageAccount, 'longestMs'>[] } = await trx.raw(
    `select account_key as key, type, meter_units as "meterUnits", consumption_priority as priority
     from accounts where account_key = any(?::int[])`,
    [[...keys]] as never[],
  );
  const longest: { readonly rows: readonly { readonly key: number; readonly ms: number }[] } = await trx.raw(
    'select account_key as key, longest_interval_ms as ms from account_shards where account_key = any(?::int[])',
    [[...keys]] as never[],
  );
  const longestOf = new Map(longest.rows.map(({ key, ms }) => [key, ms]));
  return new Map(rows.map((row) => [row.key, { ...row, longestMs: longestOf.get(row.key) ?? 0 }]));
}

/** The properties that many intervals share. */
interface IntervalKind {
  readonly key: number;
  readonly custom: boolean;
  readonly unit: string | null;
  readonly estimated: boolean;
}

/**
 * Intervals by column, each a text of comma-separated numbers, which the client reads five times as fast as rows.
 * Without intervals the texts are null. A partly estimated interval has a negative key, and `parts` lists the estimated
 * parts of these intervals only.
 */
interface IntervalColumns {
  readonly starts: string | null;
  readonly lengths: string;
  readonly quantities: string;
  readonly keys: string;
  readonly parts: string | null;
  readonly kinds: readonly IntervalKind[];
}

/** Reads the interval records that overlap some days, in the order that `intervalUsage` needs. */
export async function readIntervals(
  trx: Knex.Transaction,
  account: UsageAccount,
  range: DayRange,
  convert: Convert,
): Promise<{ readonly hh: readonly Span[]; readonly custom: readonly Span[] }> {
  const { rows }: { readonly rows: readonly IntervalColumns[] } = await trx.raw(
    // The aggregates receive rows in the order of the inner query.
    `with kinds as (
       select kind_key as key, unit, is_estimated is true as estimated, source is not distinct from 'custom' as custom
       from interval_kinds where type = ?
     )
     select string_agg(start::text, ',') as starts, string_agg((until - start)::text, ',') as lengths,
       string_agg(value::text, ',') as quantities, string_agg(key::text, ',') as keys,
       string_agg(estimated_value::text, ',') as parts,
       (select json_agg(kinds) from kinds) as kinds
     from (
       select ${MS('i.start_timestamp')} as start, ${MS('i.end_timestamp')} as until, i.value, i.estimated_value,
         case when i.estimated_value is null then i.kind_key else -i.kind_key end as key
       from intervals i
       where i.account_key = ? and i.start_timestamp < ? and i.start_timestamp > ? and i.end_timestamp > ?
         and i.kind_key in (select key from kinds)
       order by i.start_timestamp, i.end_timestamp, i._id
     ) r`,
    [
      account.type,
      account.key,
      at(range.to),
      new Date(range.from * DAY_MS - account.longestMs - 1).toISOString(),
      at(range.from),
    ],
  );
  const spans: Record<'hh' | 'custom', Span[]> = { hh: [], custom: [] };
  const [row] = rows;
  if (typeof row?.starts !== 'string') return spans;
  const kinds = new Map(row.kinds.map((kind) => [kind.key, { ...kind, conversion: convert(account, kind.unit) }]));
  const [starts, lengths, quantities, keys] = [row.starts, row.lengths, row.quantities, row.keys].map(numbers);
  if (!starts || !lengths || !quantities || !keys) return spans;
  const parts = numbers(row.parts ?? '').values();
  for (let index = 0; index < starts.length; index += 1) {
    const key = keys[index] ?? 0;
    const part = key < 0 ? parts.next().value : undefined;
    const { conversion, custom, estimated } = kinds.get(Math.abs(key)) ?? {};
    if (!conversion) continue;
    const start = starts[index] ?? 0;
    const value = (quantities[index] ?? 0) * conversion.factor + conversion.offset;
    spans[custom === true ? 'custom' : 'hh'].push({
      start,
      end: start + (lengths[index] ?? 0),
      value,
      estimated: estimated !== true ? 0 : part === undefined ? value : part * conversion.factor,
    });
  }
  return spans;
}

function numbers(text: string): readonly number[] {
  return text.split(',').map(Number);
}
