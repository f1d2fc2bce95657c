import type { Knex } from 'knex';
import { canonicalUnit } from '../usage/units.js';
import { decimal, METER, someOf, type Numbered, type Some } from './previewParts.js';
import { KINDS } from './staging.js';

/** A range of time for which a meter has no interval. */
export interface Gap {
  /** ISO 8601; so is the end. */
  readonly from: string;
  readonly to: string;
}

/** The intervals that a file has of a meter. */
export interface PreviewedMeter {
  readonly accountId: string;
  /** Its number; null when its account has none. */
  readonly meter: string | null;
  readonly records: number;
  /** ISO 8601: the start of the first interval, and the end of the last. */
  readonly first: string;
  readonly last: string;
  /** Of the commonest interval. */
  readonly minutes: number;
  /** Records that are estimated. */
  readonly estimated: number;
  /** Between the first and the last. */
  readonly gaps: number;
  readonly gapMinutes: number;
  /** The longest ones, the longest first. */
  readonly longestGaps: readonly Gap[];
}

/** The intervals of a meter that begin in a month of UTC. */
export interface MeterMonth {
  readonly accountId: string;
  readonly meter: string | null;
  /** As in `2024-01`. */
  readonly month: string;
  readonly records: number;
  /** In `unit`; of temperatures the mean. */
  readonly sum: number;
  readonly unit: string;
  readonly isMean: boolean;
}

const METERS = 20;
const MONTHS_OF_METER = 24;
const GAPS = 3;

/** @param good the common table expression `g` of the good rows */
export async function intervalPreview(
  trx: Knex.Transaction,
  good: string,
): Promise<{ readonly meters: Some<PreviewedMeter>; readonly months: Some<MeterMonth> }> {
  const found: { readonly rows: readonly Numbered<PreviewedMeter>[] } = await trx.raw(`
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
          filter (where place <= ${GAPS}) as longest
      from gaps group by account_id
    )
    select m.account_id as "accountId", ${METER} as meter, m.records, m.first, m.last,
      date_part('epoch', m.length) / 60 as minutes, m.estimated, coalesce(l.gaps, 0) as gaps,
      coalesce(l.minutes, 0) as "gapMinutes", coalesce(l.longest, '[]') as "longestGaps", count(*) over () as "all"
    from meters m join accounts a on a._id = m.account_id left join lacking l on l.account_id = m.account_id
    order by meter, m.account_id limit ${METERS}`);
  return { meters: someOf(found.rows), months: await monthsOf(trx, good) };
}

interface MonthRow extends Omit<MeterMonth, 'isMean'> {
  readonly type: string;
}

async function monthsOf(trx: Knex.Transaction, good: string): Promise<Some<MeterMonth>> {
  const { rows }: { readonly rows: readonly Numbered<MonthRow>[] } = await trx.raw(`
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
    where place <= ${METERS} and n <= ${MONTHS_OF_METER} order by place, n`);
  const { shown, all } = someOf(rows);
  const months = shown.map(({ type, unit, sum, ...row }) => ({
    ...row,
    sum: decimal(sum),
    unit: unit === '' ? canonicalUnit(type) : unit,
    isMean: type === 'temperature',
  }));
  return { shown: months, all };
}

/** A moment within JSON, as ISO 8601. */
function utc(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
