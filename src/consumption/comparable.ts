import { type VisibleKey, accountKeys } from '../data/access.js';
import { currencySql } from '../data/currency.js';
import type { VisibleSnapshot } from '../db/database.js';
import { NOTHING, type Sql, type VisibleSql, join, raw, sql } from '../db/sql.js';
import { AppError } from '../errors/appError.js';
import { DAY_MS, dayOf } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import type { ConsumptionContext } from './context.js';
import { noCost } from './costs.js';
import { type Emissions, type Factors, emissionsOf, missingFactorsOf, readFactors } from './factors.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import type { TargetFigures } from './figureRows.js';
import { type Clock, periodsOf, utcPartsOf } from './localTime.js';
import {
  type TotalsByPeriod,
  type UsageRow,
  emptyTotals,
  groupsOf,
  meanOf,
  totalsOfUsageRows,
} from './periodTotals.js';
import { type DayPair, type FigureQuery, SOURCES } from './query.js';
import { type Groups, daysWithin, keysToJoin, localDaysSql, storedRows, uniformRangesWithin } from './usageRows.js';

/** The two ranges as periods of usage rows: the requested and the earlier one. */
export const [CURRENT, EARLIER] = [0, 1] as const;

/** The size of a comparison for a target. */
export interface ComparedTarget {
  readonly target: number;
  /** The number of days of the requested range that at least one account has in both ranges. */
  readonly days: number;
  /** The number of accounts with such days. */
  readonly accounts: number;
}

/** The cost of a target's invoices on the compared days of a range. */
export interface ComparedCost {
  readonly target: number;
  readonly period: number;
  readonly cost: number;
  /** The number of these invoices that bill units without a cost. */
  readonly unpriced: number;
  /** The distinct currencies of these invoices; null: unknown. */
  readonly currencies: readonly (string | null)[];
}

/** The data of the compared days, by target. */
export interface ComparedDays {
  /** Of both ranges, by period. */
  readonly usageRows: readonly UsageRow[];
  readonly targets: readonly ComparedTarget[];
  readonly costs: readonly ComparedCost[];
}

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null };

/** A row of the statement is one of these three. The columns of the others are null. */
type Row = Nullable<UsageRow & ComparedTarget & ComparedCost>;

/** A UTC or local day of one of the ranges, with its period, start and end in milliseconds. */
interface DaySpan {
  readonly period: number;
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the beginning of the statement: the accounts `g`, the `pairs` of days, and the `spans` of days of both
 * ranges.
 */
function headSql(
  { keys, groups, targets, means }: ComparedGroups,
  pairs: readonly DayPair[],
  spans: readonly DaySpan[],
): VisibleSql {
  return sql`with g as (
    select *, "group" = any(${[...means]}::int[]) as mean
    from unnest(${accountKeys(keys)}, ${groups}::int[], ${targets}::int[]) as g(account_key, "group", target)
  ),
  pairs as (
    select * from unnest(${pairs.map(({ day }) => day)}::int[], ${pairs.map((pair) => pair.earlier)}::int[]) as p(day, earlier)
  ),
  spans as (
    select * from unnest(${spans.map(({ period }) => period)}::int[], ${spans.map(({ day }) => day)}::int[],
      ${spans.map(({ start }) => start)}::int8[], ${spans.map(({ end }) => end)}::int8[]) as s(period, day, start_ms, end_ms)
  )`;
}

/**
 * The days of each account on which every half-hour is fully covered in both ranges. The earlier day comes first, in a
 * step of its own: the planner could otherwise join each day of an account with each earlier one.
 */
const BOTH = sql`paired_days as materialized (
    select n.*, p.earlier from now_days n join pairs p on p.day = n.day
  ),
  both_days as materialized (
    select n.*, e.quantity as earlier_quantity, e.length as earlier_length
    from paired_days n
      join earlier_days e on e.account_key = n.account_key and e."group" = n."group" and e.day = n.earlier
  )`;

const NO_PARTS = sql`0 as estimated, 0 as "dayQuantity", null as hh, null as reading, null as invoice, null as custom`;
/** Selects the usage rows of account groups for one of the ranges. `TARGETS` and `COSTS` have the same columns. */
const usageRowsOf = (period: number, day: Sql, quantity: Sql, length: Sql): Sql =>
  sql`select "group", null::int as target, ${raw(period)} as period, extract(year from date '1970-01-01' + ${day})::int as year,
     sum(${quantity}) as quantity, sum(${length})::float8 as "coveredMs", sum(${length})::float8 as "fullMs",
     ${NO_PARTS}, null::int as days, null::int as accounts, null::float8 as cost, null::int as unpriced,
     null::text[] as currencies
   from both_days group by 1, 4`;
const NO_USAGE_ROW = raw('null, null, null, null, null, null, null, null, null, null');
const TARGETS = sql`select null, target, null, ${NO_USAGE_ROW}, count(distinct day)::int, count(distinct account_key)::int, null, null, null
   from both_days group by 2`;
const EPOCH_DAY = (column: string): Sql => sql`floor(extract(epoch from ${raw(column)}) / 86400)::int`;
const DAY = raw(DAY_MS);
const COSTS = sql`select null, b.target, b.period, ${NO_USAGE_ROW}, null, null,
     sum(coalesce(i.cost, 0) / (i.to_day - i.from_day)
       * ((least(i.to_day::int8 * ${DAY}, s.end_ms) - greatest(i.from_day::int8 * ${DAY}, s.start_ms)) / ${DAY}::float8)),
     (count(distinct i._id) filter (where i.is_unpriced))::int,
     array_agg(distinct i.currency)
   from (
     select account_key, target, ${raw(CURRENT)} as period, day from both_days
     union all select account_key, target, ${raw(EARLIER)}, earlier from both_days
   ) b join spans s on s.period = b.period and s.day = b.day
     join bills i on i.account_key = b.account_key and i.from_day::int8 * ${DAY} < s.end_ms
       and i.to_day::int8 * ${DAY} > s.start_ms
   group by 2, 3`;

/** Groups of accounts, and the target of each account. */
type ComparedGroups = Groups & { readonly targets: readonly number[] };

/**
 * Reads the compared days, account by account. A pair of days counts if the account's source covers both days fully.
 * @param groups of accounts, and the target of each
 * @param clocks of the requested and the earlier range
 * @param pairs corresponding days, at least one
 * @param withCosts whether to read the cost of invoices on these days
 */
export async function readComparedDays(
  snapshot: VisibleSnapshot,
  groups: ComparedGroups,
  source: SourceCode,
  clocks: readonly [Clock, Clock],
  pairs: readonly DayPair[],
  withCosts: boolean,
): Promise<ComparedDays> {
  const spans = [pairs.map(({ day }) => day), pairs.map(({ earlier }) => earlier)].flatMap((days, period) =>
    days.map((day) => {
      const { startOf } = clocks[period === CURRENT ? CURRENT : EARLIER];
      return { period, day, start: startOf(day), end: startOf(day + 1) };
    }),
  );
  const keys = keysToJoin(snapshot, groups);
  const selects = [
    usageRowsOf(CURRENT, sql`day`, sql`quantity`, sql`length`),
    usageRowsOf(EARLIER, sql`earlier`, sql`earlier_quantity`, sql`earlier_length`),
    TARGETS,
    ...(withCosts ? [COSTS] : []),
  ];
  const rows = await snapshot.rows<Row>(
    sql`${headSql(groups, pairs, spans)}, now_days as materialized (${coveredSql(source, clocks[CURRENT], keys)}),
      earlier_days as materialized (${coveredSql(source, clocks[EARLIER], keys)}),
      ${BOTH}${withCosts ? sql`, ${billsSql(groups)}` : NOTHING}
    ${join(selects, ' union all ')} order by 3, 1, 2, 4`,
  );
  return {
    usageRows: rows.filter((row): row is Row & UsageRow => row.group !== null),
    targets: rows.filter((row): row is Row & ComparedTarget => row.days !== null),
    costs: rows.filter((row): row is Row & ComparedCost => row.cost !== null),
  };
}

/** Returns the `bills` of accounts, in days. */
function billsSql({ keys }: Groups): VisibleSql {
  const currency = currencySql('i');
  return sql`bills as materialized (
      select i._id, i.account_key, i.values_total_cost as cost, ${EPOCH_DAY('i.values_start_date')} as from_day,
        ${EPOCH_DAY('i.values_end_date')} + 1 as to_day,
        i.values_total_cost is null and i.values_total_units is not null as is_unpriced, ${currency.column} as currency
      from invoices i ${currency.join} where i.account_key = any(${accountKeys(keys)}) and ${raw(invoiceCounts('i'))}
        and i.simulated is not true and i.values_end_date >= date_trunc('day', i.values_start_date)
    )`;
}

/**
 * Selects the fully covered days of accounts `g` in a range.
 * @param keys of the accounts, see {@link storedRows}
 */
function coveredSql(source: SourceCode, clock: Clock, keys: readonly VisibleKey[] | null): Sql {
  if (!clock.isUtc) return coveredLocalSql(source, clock, keys);
  const { from, to } = clock.utcDays;
  const days = storedRows('usage_days', daysWithin(source, { from, to }), keys);
  const uniformRanges = storedRows('usage_runs', uniformRangesWithin(source, { from, to }), keys);
  return sql`select g.account_key, g."group", g.target, u.day, u.quantity, ${DAY}::int8 as length
     from ${days} where u.covered_ms = ${DAY}
     union all
     select g.account_key, g."group", g.target, day, u.quantity, ${DAY}::int8 from ${uniformRanges}
       cross join lateral generate_series(greatest(u.from_day, ${from}), least(u.to_day, ${to}) - 1) as day`;
}

/** Selects the fully covered local days. Each overlaps two or more UTC days. */
function coveredLocalSql(source: SourceCode, clock: Clock, keys: readonly VisibleKey[] | null): Sql {
  const periods = periodsOf(clock, 'daily');
  const numbers = periods.map(({ start }) => dayOf(clock.localOf(start)));
  const { days, dayParts } = utcPartsOf(clock, periods, { withMonths: false, withDaytime: false });
  const rows = join(
    localDaysSql(sql`g.account_key, g."group", g.target`, days, dayParts(), source, keys),
    ' union all ',
  );
  const localDays = sql`unnest(${periods.map((_, index) => index + 1)}::int[], ${numbers}::int[],
    ${periods.map(({ start, end }) => end - start)}::int8[])`;
  return sql`select d.account_key, d."group", d.target, l.day, sum(d.quantity) as quantity, l.length
     from (${rows}) d(account_key, "group", target, period, year, quantity, estimated, day_quantity, covered_ms, full_ms,
         hh, reading, invoice, custom)
       join ${localDays} as l(period, day, length) on l.period = d.period
     group by 1, 2, 3, 4, 6 having sum(d.full_ms) = l.length`;
}

/** The figures of one of the two ranges over the compared days. Each null has a reason. */
interface ComparableFigures {
  readonly consumption: number | null;
  readonly emissions: Emissions | null;
  readonly cost: number | null;
}

/** The figures of an earlier range and of the requested range, over the days that both have (figures 5, comparable). */
export interface Comparable extends ComparableFigures {
  readonly days: number;
  readonly accounts: number;
  /** Share of the corresponding days of the expected accounts that the comparison uses; null without such days. */
  readonly coverage: number | null;
  /** The common currency of the costs; null: it is unknown, or there is no cost. */
  readonly currency: string | null;
  readonly current: ComparableFigures;
  /** A sentence for each figure that is null. */
  readonly reasons: readonly string[];
}

const NO_DAYS: ComparedDays = { usageRows: [], targets: [], costs: [] };

/**
 * Compares targets with an earlier range: the same accounts on the corresponding days that data covers fully in both
 * ranges.
 * @param targets the targets in their order
 * @param earlier the clock of the earlier range
 * @param pairsOfDates corresponding days
 * @param selected the compared fields; the reasons cover all figures
 * @returns the comparison of each target, null for a target with an error
 */
export async function readComparables(
  context: ConsumptionContext,
  targets: readonly (TargetFigures | AppError)[],
  query: FigureQuery,
  earlier: Clock,
  pairsOfDates: readonly DayPair[],
  selected: SelectedFields,
): Promise<readonly (Comparable | null)[]> {
  const { source, emissionsOnly, clock } = query;
  const { snapshot } = context;
  // Clocks may have skipped a day.
  const pairs = pairsOfDates.filter((pair) => lengthOf(clock, pair.day) > 0 && lengthOf(earlier, pair.earlier) > 0);
  const accounts = targets.flatMap((target) => (target instanceof AppError ? [] : target.accounts));
  const isWanted = (name: FigureField): boolean => [selected, selected.get('current')].some((part) => part?.has(name));
  const wantsReasons = selected.has('reasons');
  const wantsCost =
    (isWanted('cost') || isWanted('currency') || wantsReasons) && source === 'invoice' && !emissionsOnly;
  const wantsEmissions = isWanted('emissions') || wantsReasons;
  const groups = groupsOf(accounts);
  const ofTargets = { ...groups, targets: accounts.map(({ target }) => target) };
  const code = SOURCES[source] ?? SOURCE.combined;
  const countries = accounts.map(({ country }) => country);
  const [days, factors] = await Promise.all([
    accounts.length === 0 || pairs.length === 0
      ? NO_DAYS
      : readComparedDays(snapshot, ofTargets, code, [clock, earlier], pairs, wantsCost),
    wantsEmissions ? readFactors(snapshot, countries) : null,
  ]);
  const totalsByPeriod = await totalsOfUsageRows(days.usageRows, targets.length, groups.list, factors !== null);
  const ms = pairs.reduce((sum, { day }) => sum + lengthOf(clock, day), 0);
  return targets.map((target, index) =>
    target instanceof AppError ? null : comparableOf(target, index, { query, days, totalsByPeriod, factors, ms }),
  );
}

function lengthOf({ startOf }: Clock, day: number): number {
  return startOf(day + 1) - startOf(day);
}

/** The rows of the compared days of all targets. */
interface Compared {
  readonly query: FigureQuery;
  readonly days: ComparedDays;
  readonly totalsByPeriod: TotalsByPeriod;
  /** Null: emissions are not requested. */
  readonly factors: Factors | null;
  /** The length of the days of the requested range, in milliseconds. */
  readonly ms: number;
}

function comparableOf(target: TargetFigures, index: number, compared: Compared): Comparable {
  const { query, days, totalsByPeriod, factors, ms } = compared;
  const { source, emissionsOnly } = query;
  const count = days.targets.find((one) => one.target === index);
  const costs = days.costs.filter((one) => one.target === index);
  const expected = target.accounts.reduce((sum, account) => sum + (account.expected ? account.count : 0), 0);
  const missing = factors ? missingFactorsOf(target.accounts, factors) : [];
  const currencies = [...new Set(costs.flatMap((cost) => cost.currencies))];
  const why = reasonsOf({
    isCompared: count !== undefined,
    emissionsOnly,
    isMean: target.temperature,
    source,
    missing: missing.map(({ type, country }) => `${type} in ${country}`),
    currencies,
    unpriced: costs.reduce((sum, { unpriced }) => sum + unpriced, 0),
  });
  const figuresOf = (period: number): ComparableFigures => {
    const totals = totalsByPeriod.at(index, period) ?? emptyTotals();
    return {
      consumption: why.consumption === null ? (target.temperature ? meanOf(totals) : totals.quantity) : null,
      emissions: why.emissions === null && factors ? emissionsOf(totals, factors) : null,
      cost: why.cost === null ? (costs.find((cost) => cost.period === period)?.cost ?? 0) : null,
    };
  };
  const maxMs = expected * ms;
  return {
    days: count?.days ?? 0,
    accounts: count?.accounts ?? 0,
    coverage: maxMs === 0 ? null : (totalsByPeriod.at(index, CURRENT)?.coveredMs ?? 0) / maxMs,
    ...figuresOf(EARLIER),
    currency: why.cost === null ? (currencies[0] ?? null) : null,
    current: figuresOf(CURRENT),
    reasons: [...new Set(Object.values(why).filter((reason) => reason !== null))],
  };
}

interface Circumstances {
  readonly isCompared: boolean;
  readonly emissionsOnly: boolean;
  readonly isMean: boolean;
  readonly source: string;
  /** Types and countries without an emission factor. */
  readonly missing: readonly string[];
  /** The currencies of the invoices of both ranges; null: unknown. */
  readonly currencies: readonly (string | null)[];
  readonly unpriced: number;
}

/** Returns the reason for each figure that is null; null: the figure exists. */
function reasonsOf({
  isCompared,
  emissionsOnly,
  isMean,
  source,
  missing,
  currencies,
  unpriced,
}: Circumstances): Readonly<Record<keyof ComparableFigures, string | null>> {
  const none = 'No account has data for a whole day in both ranges.';
  if (!isCompared) return { consumption: none, emissions: none, cost: none };
  const costReason = (): string | null => {
    if (emissionsOnly) return 'Only emissions are requested.';
    const reason = noCost({ source, isMean, currencies });
    return reason ?? (unpriced > 0 ? `Invoices without a cost in these days: ${unpriced}.` : null);
  };
  return {
    consumption: emissionsOnly ? 'Only emissions are requested.' : null,
    emissions: missing.length > 0 ? `There is no emission factor for ${missing.join(', ')}.` : null,
    cost: costReason(),
  };
}
