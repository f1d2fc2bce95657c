import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import { END_DAY, FIRST_DAY, joinRanges, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import { repaint, type Touched } from '../usage/repaint.js';
import { analyzeAfter } from './analyze.js';
import type { ImportName } from './fields.js';

const day = (column: string): string => `floor(extract(epoch from ${column}) / 86400)::int`;

/** Expressions of the columns of `touched`: account, first day, day after the last, whether a half-hourly reading. */
export type Touch = readonly [account: string, from: string, to: string, halfHourly: string];

const OF: Partial<Readonly<Record<ImportName, (alias: string) => Touch>>> = {
  'non-cumulative': (a) => [
    `${a}.account_key`,
    day(`${a}.start_timestamp`),
    `ceil(extract(epoch from ${a}.end_timestamp) / 86400)::int`,
    'false',
  ],
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

/** An account is painted otherwise when its type, its unit or its priority changes: days that are null stand for all. */
const ACCOUNT_CHANGED = ['type', 'meter_units', 'consumption_priority']
  .map((name) => `old.${name} is distinct from t.${name}`)
  .join(' or ');

/** What the rows of an import touch when they are updated (from `old` to `t`) and when they are new (`table`). */
export function touchesOf(
  name: ImportName,
  table: string,
): { readonly updated: readonly Touch[]; readonly inserted: readonly Touch[] } {
  if (name === 'accounts') {
    const account = `case when ${ACCOUNT_CHANGED} then t.account_key end`;
    return { updated: [[account, 'null::int', 'null::int', 'false']], inserted: [] };
  }
  const of = OF[name];
  return of ? { updated: [of('old'), of('t')], inserted: [of(table)] } : { updated: [], inserted: [] };
}

/** Makes the table that notes what an import changes. */
export async function createTouched(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `create temporary table touched (account_key integer, from_day integer, to_day integer, half_hourly boolean)
     on commit drop`,
  );
}

/**
 * Paints afresh what an import changed, in its transaction, so that records and their painting become visible together.
 * @param onAccount told how many accounts are done, of how many
 */
export async function paintTouched(
  database: Database,
  trx: Knex.Transaction,
  name: ImportName,
  onAccount?: (done: number, total: number) => void,
): Promise<void> {
  if (name === 'readings') await reachNeighbours(trx);
  const { rows }: { readonly rows: readonly (DayRange & { readonly account: number; readonly all: boolean })[] } =
    await trx.raw(`
      select account_key as account, false as "all", lower(range) as "from", upper(range) as "to" from (
        select account_key, unnest(range_agg(int4range(from_day, to_day))) as range
        from touched where from_day < to_day group by account_key
      ) ranges
      union all select distinct account_key, true, 0, 0 from touched where from_day is null and account_key > 0
      order by 1, 3`);
  const touched = new Map<number, Touched>();
  for (const { account, all, from, to } of rows) {
    const before = touched.get(account)?.ranges ?? [];
    const range = { from: Math.max(from, FIRST_DAY), to: Math.min(to, END_DAY) };
    const whole = all || (touched.has(account) && touched.get(account)?.ranges === null);
    touched.set(account, { account, ranges: whole ? null : joinRanges([...before, range]) });
  }
  const { rows: written } = await repaint(database, trx, [...touched.values()], {
    onAccount: (done) => onAccount?.(done, touched.size),
  });
  await analyzeAfter(database, trx, 'usage_days, usage_runs, usage_months', written);
}

/**
 * A reading changes the spans to both its neighbours: all days from the last reading before what was touched, to the
 * first one after it, of each register; of the half-hourly ones too where one of them was touched.
 */
async function reachNeighbours(trx: Knex.Transaction): Promise<void> {
  const nearest = (aggregate: string, comparison: string, bound: string): string => {
    const of = `select ${aggregate}(r.submitted_at) as at from readings r where r.account_key = k.account_key
      and r.submitted_at ${comparison} to_timestamp(k.${bound} * 86400.0)`;
    return `(${of} group by r.register_id union all ${of} and k.half_hourly and r.is_half_hourly group by r.register_id)`;
  };
  await trx.raw(`
    with k as (
      select account_key, min(from_day) as from_day, max(to_day) as to_day, bool_or(half_hourly) as half_hourly
      from touched group by account_key
    )
    insert into touched
    select k.account_key, least(k.from_day, ${day('min(p.at)')}), k.to_day, false
    from k left join lateral ${nearest('max', '<', 'from_day')} p on true group by k.account_key, k.from_day, k.to_day
    union all
    select k.account_key, k.from_day, greatest(k.to_day, ${day('max(n.at)')} + 1), false
    from k left join lateral ${nearest('min', '>=', 'to_day')} n on true group by k.account_key, k.from_day, k.to_day`);
}
