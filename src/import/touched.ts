import type { Knex } from 'knex';
import { rowsIn } from '../db/rowsIn.js';
import { NOTHING, raw, sql } from '../db/sql.js';
import type { Topology } from '../db/topology.js';
import { NEIGHBOURS } from '../usage/glitches.js';
import { type DayRange, END_DAY, FIRST_DAY, joinRanges, monthOf, monthStart } from '../usage/grid.js';
import { nearestMoments } from '../usage/nearestMoments.js';
import type { MonthCount } from '../usage/portfolioCounts.js';
import type { Touched } from '../usage/recomputeUsage.js';
import { invoiceCounts } from '../usage/records.js';
import { groupBy } from '../values/groupBy.js';
import type { ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStoredOf, ofPart } from './upsert.js';

const day = (column: string): string => `floor(date_part('epoch', ${column}) / 86400)::int`;

/** SQL expressions of a record: its account, its first day, the day after its last day, and whether it is half-hourly. */
type Touch = readonly [account: string, from: string, to: string, halfHourly: string];

/** The SQL expressions for records whose days depend on their own columns, by resource and table alias. */
const OF: Partial<Readonly<Record<ImportName, (alias: string) => Touch>>> = {
  readings: (a) => [
    `${a}.account_key`,
    day(`${a}.submitted_at`),
    `${day(`${a}.submitted_at`)} + 1`,
    `${a}.is_half_hourly is true`,
  ],
  invoices: (a) => [
    `case when ${invoiceCounts(a)} and ${a}.values_total_units is not null then ${a}.account_key end`,
    day(`${a}.values_start_date`),
    `${day(`${a}.values_end_date`)} + 1`,
    'false',
  ],
};

/** SQL condition: a change of type, unit or priority, after which all usage of the account must be recomputed. */
const ACCOUNT_CHANGED = ['type', 'meter_units', 'consumption_priority']
  .map((name) => `t.${name} is distinct from c.${name}`)
  .join(' or ');

/** The accounts, days and counts that the changes of a part affect. */
export interface TouchedByPart {
  /** The length of the longest changed interval, in milliseconds, by account key. */
  readonly longest: ReadonlyMap<number, number>;
  /** The increase or decrease of intervals, by account and month. */
  readonly counts: readonly MonthCount[];
  /** The days of the changed records themselves. */
  readonly recordDays: readonly Touched[];
  /**
   * Returns the days to recompute. For readings they reach to the neighbouring readings. Call it after the changes are
   * applied.
   */
  readonly days: () => Promise<readonly Touched[]>;
}

/**
 * Finds the days and counts that the changes of a part affect. Call it before they are applied, because the stored
 * records matter too.
 */
export async function touchedBy(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<TouchedByPart> {
  const stored = `${CHANGES} c join ${fields.stored} t on ${isStoredOf(fields, part)}`;
  if (fields.name === 'accounts') {
    const { rows }: { readonly rows: readonly { readonly account: number }[] } = await trx.raw(`
      select t.account_key as account from ${stored} where ${ofPart(part, 'update')} and (${ACCOUNT_CHANGED})
      order by 1`);
    return { ...UNTOUCHED, days: () => Promise.resolve(rows.map(({ account }) => ({ account, ranges: null }))) };
  }
  if (fields.name === 'non-cumulative') return byIntervals(await touchedIntervals(trx, fields, part));
  const of = OF[fields.name];
  if (!of) return { ...UNTOUCHED, days: () => Promise.resolve([]) };
  const { update, delete: gone } = part.counts;
  const before =
    update + gone === 0
      ? ''
      : `union all select ${named(of('t'))} from ${stored} where ${ofPart(part, 'update', 'delete')}`;
  const { rows }: { readonly rows: readonly TouchedDays[] } = await trx.raw(`
    select account, lower(range) as "from", upper(range) as "to", "halfHourly" from (
      select account, unnest(range_agg(int4range(first, after))) as range, bool_or(half_hourly) as "halfHourly"
      from (
        select account, first, after, bool_or(half_hourly) as half_hourly from (
          select ${named(of('c'))} from ${CHANGES} c where ${ofPart(part, 'insert', 'update')}
          ${before}
        ) each where account > 0 and first < after group by account, first, after
      ) touched group by account
    ) ranges order by 1, 2`);
  return {
    ...UNTOUCHED,
    recordDays: rangesOf(rows),
    days: async () =>
      rangesOf(fields.name === 'readings' ? [...rows, ...(await neighboursOf(trx, rows, fields.topology))] : rows),
  };
}

const UNTOUCHED: Omit<TouchedByPart, 'days'> = { longest: new Map(), counts: [], recordDays: [] };

function byIntervals(touched: readonly TouchedIntervals[]): TouchedByPart {
  const longest = new Map<number, number>();
  for (const { account, ms } of touched) longest.set(account, Math.max(longest.get(account) ?? 0, ms));
  const recordDays = rangesOf(touched);
  return { longest, counts: countsOf(touched), recordDays, days: () => Promise.resolve(recordDays) };
}

/** Days of an account, from `from` to before `to`. */
interface TouchedDays extends DayRange {
  readonly account: number;
  readonly halfHourly: boolean;
}

function named([account, first, after, halfHourly]: Touch): string {
  return `${account} as account, ${first} as first, ${after} as after, ${halfHourly} as half_hourly`;
}

/** Joins the days of each account, limited to the supported days. */
function rangesOf(rows: readonly (DayRange & { readonly account: number })[]): readonly Touched[] {
  return [...groupBy(rows, ({ account }) => account)].map(([account, days]) => {
    const ranges = days.map(({ from, to }) => ({ from: Math.max(from, FIRST_DAY), to: Math.min(to, END_DAY) }));
    return { account, ranges: joinRanges(ranges) };
  });
}

/**
 * Returns the days whose usage depends on the touched readings. A reading changes the spans to its neighbours and
 * whether these spans are a glitch. The days run, for each register, from the nearest readings before the touched days
 * to the nearest ones after. Where a half-hourly reading was touched, the nearest half-hourly readings are included.
 */
async function neighboursOf(
  trx: Knex.Transaction,
  rows: readonly TouchedDays[],
  { joinsFreely }: Topology,
): Promise<readonly TouchedDays[]> {
  const [of, join, on] = joinsFreely
    ? [nearestMoments, 'left join lateral', 'on true']
    : [rankedMoments, 'left join', 'using (account)'];
  /**
   * Returns a join with the nearest moments `n` of each account `k`. It looks each account up, or in a distributed
   * database reads all at once.
   */
  const nearest = (order: 'asc' | 'desc', bound: string): string => {
    const where = `r.account_key = k.account and r.submitted_at ${bound}`;
    return `${join} (${of(where, order)} union all ${of(`${where} and k.half_hourly and r.is_half_hourly`, order)}) n ${on}`;
  };
  const result: { readonly rows: readonly TouchedDays[] } = await trx.raw(
    `with k as (
      select account, min(first) as first, max(after) as after, bool_or(half_hourly) as half_hourly,
        to_timestamp(min(first) * 86400.0) as start, to_timestamp(max(after) * 86400.0) as stop
      from unnest(?::int[], ?::int[], ?::int[], ?::boolean[]) t(account, first, after, half_hourly) group by account
    )
    select k.account, least(k.first, ${day('min(n.moment)')}) as "from", k.after as "to", false as "halfHourly"
    from k ${nearest('desc', '< k.start')} group by k.account, k.first, k.after
    union all
    select k.account, k.first, greatest(k.after, ${day('max(n.moment)')} + 1), false
    from k ${nearest('asc', '>= k.stop')} group by k.account, k.first, k.after`,
    [
      rows.map(({ account }) => account),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      rows.map(({ halfHourly }) => halfHourly),
    ] as never[],
  );
  return result.rows;
}

/** Does the same as {@link nearestMoments} for all accounts at once. Citus supports no lateral join per account. */
function rankedMoments(where: string, order: 'asc' | 'desc'): string {
  return `select account, moment from (
      select r.account_key as account, r.submitted_at as moment,
        dense_rank() over (partition by r.account_key, r.register_id order by r.submitted_at ${order}) as rank
      from k join readings r on ${where}
    ) ranked where rank <= ${NEIGHBOURS}`;
}

/** Changed intervals of an account that begin on one UTC day. */
interface TouchedIntervals extends DayRange {
  readonly account: number;
  /** The length of the longest interval, in milliseconds. */
  readonly ms: number;
  /** The increase or decrease of their number. */
  readonly n: number;
}

/** SQL columns per account and first day: the latest end of the intervals, and the longest length. */
const PER_DAY = `account_key, date_bin('1 day', start_timestamp, '1970-01-01Z') as day, max(end_timestamp) as until,
  max(end_timestamp - start_timestamp) as longest`;

/**
 * Finds the days of the intervals that a part changes, with their old and their new time. The query skips stored
 * intervals that keep account and time. It locks the intervals that are deleted or moved until the part is applied, so
 * that no other transaction changes and counts them. A copied row needs no lock.
 */
async function touchedIntervals(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly TouchedIntervals[]> {
  const added = sql`select ${raw(PER_DAY)}, count(*) filter (where change = 'insert' or moves) as n
    from ${raw(CHANGES)} c where ${raw(ofPart(part, 'insert', 'update'))} group by 1, 2`;
  const former = sql`select ${raw(PER_DAY)}, -count(*) as n
    from (
      select t.account_key, t.start_timestamp, t.end_timestamp
      from ${raw(CHANGES)} c join ${raw(fields.stored)} t on ${raw(isStoredOf(fields, part))}
      where ${raw(ofPart(part, 'update', 'delete'))} and (c.change = 'delete' or c.moves) for update of t
    ) was group by 1, 2`;
  const { update, delete: removed } = part.counts;
  return rowsIn(trx)<TouchedIntervals>(sql`
    select account_key as account, floor(date_part('epoch', day) / 86400)::int as "from",
      ceil(date_part('epoch', max(until)) / 86400)::int as "to", (date_part('epoch', max(longest)) * 1000)::bigint as ms,
      sum(n)::int as n
    from (${added} ${update + removed === 0 ? NOTHING : sql`union all ${former}`}) each
    group by account_key, day order by account_key, day`);
}

/** Returns the increase or decrease of intervals by account and month. Omits months in which no day changes. */
function countsOf(touched: readonly TouchedIntervals[]): readonly MonthCount[] {
  const months = new Map<string, { account_key: number; month: number; records: number; days: number[] }>();
  for (const { account, from, n } of touched) {
    if (n === 0) continue;
    const month = monthOf(from);
    const key = `${account} ${month}`;
    const count = months.get(key) ?? { account_key: account, month, records: 0, days: Array<number>(31).fill(0) };
    count.records += n;
    count.days[from - monthStart(month)] = n;
    months.set(key, count);
  }
  return [...months.values()];
}
