import type { Knex } from 'knex';
import { currencySql } from '../data/currency.js';
import { knexText, raw, sql } from '../db/sql.js';

/** Consecutive days that no bill covers, or that several bills cover. */
interface DateRange {
  /** ISO 8601: the first and the last day. */
  readonly from: string;
  readonly to: string;
}

/** The bills of an account in a file, with credit notes. */
export interface PreviewedBills {
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
const MAX_ACCOUNTS = 40;
const MAX_DAYS = 3;

const day = (moment: string): string => `to_char(${moment}, 'YYYY-MM-DD')`;
const listOf = (from: string, to: string): string =>
  `jsonb_agg(jsonb_build_object('from', ${day(from)}, 'to', ${day(to)}) order by ${from}) filter (where place <= ${MAX_DAYS})`;

/**
 * Summarises the bills of each account. Each row has the number of all accounts as `all`.
 * @param good the common table expression `g` of the good rows
 * @param meter SQL: the meter number of the account `a`
 */
export async function billPreview(
  trx: Knex.Transaction,
  good: string,
  meter: string,
): Promise<readonly (PreviewedBills & { readonly all: number })[]> {
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
    select encode(s.account_id, 'hex') as "accountId", ${raw(meter)} as meter, s.bills, ${raw(day('s.first'))} as first,
      ${raw(day('s.last'))} as last, s.quantity, s.unit, s.net, s.tax, s.total, ${column} as currency,
      coalesce(l.n, 0) as gaps, coalesce(l.days, '[]') as "firstGaps",
      coalesce(o.n, 0) as overlaps, coalesce(o.days, '[]') as "firstOverlaps", count(*) over () as "all"
    from sums s left join accounts a on a._id = s.account_id ${join}
      left join lacking l on l.account_id = s.account_id left join sharing o on o.account_id = s.account_id
    order by 2, 1 limit ${raw(MAX_ACCOUNTS)}`);
  const { rows }: { readonly rows: readonly (PreviewedBills & { readonly all: number })[] } = await trx.raw(text, [
    ...bindings,
  ] as never[]);
  return rows.map((row) => ({
    ...row,
    quantity: decimal(row.quantity),
    net: decimal(row.net),
    tax: decimal(row.tax),
    total: decimal(row.total),
  }));
}

/** Rounds the noise of binary fractions away: 0.1 + 0.2 is 0.3. */
function decimal(sum: number | null): number | null {
  return sum === null ? null : Number(sum.toPrecision(12));
}
