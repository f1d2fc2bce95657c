import { type VisibleKey, accountKey, accountKeys } from '../data/access.js';
import type { HasTopology } from '../db/database.js';
import { type Sql, type VisibleSql, join, raw, sql } from '../db/sql.js';
import { LETTERS } from '../usage/dayState.js';
import { DAY_MS, type DayRange, HALF_HOURS_PER_DAY, HALF_HOUR_MS, isDaytime, monthStart } from '../usage/grid.js';
import { COMBINED_SOURCES, type CombinedSource, SOURCE, type SourceCode } from '../usage/sources.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';
import { type DayPart, type PeriodsQuery, type WholeMonth, readPlan, wholeMonthsOf } from './localTime.js';

/** Accounts by their keys, with the group that adds up each of them. */
export interface Groups {
  readonly keys: readonly VisibleKey[];
  readonly groups: readonly number[];
  /** Groups of temperatures, one account each: their quantities are means. */
  readonly means: ReadonlySet<number>;
}

/** Returns the beginning of a statement over the accounts `g` of groups. */
export function withGroups(database: HasTopology, groups: Pick<Groups, 'keys' | 'groups'>): VisibleSql {
  return sql`with g as (select * from ${accountsOf(database, groups)})`;
}

/** Returns the same beginning with a flag `mean`. */
export function withMeans(database: HasTopology, groups: Groups): VisibleSql {
  return sql`with g as (select *, "group" = any(${[...groups.means]}::int[]) as mean from ${accountsOf(database, groups)})`;
}

/**
 * Returns the accounts `g` with their groups. PostgreSQL knows that one account is one row, so after some executions it
 * keeps the plan. For an array a kept plan assumes ten accounts. If that looks expensive, each execution is planned.
 */
function accountsOf({ topology }: HasTopology, { keys, groups }: Pick<Groups, 'keys' | 'groups'>): VisibleSql {
  const [key] = keys;
  return key !== undefined && keys.length === 1 && topology().joinsFreely
    ? sql`(select ${accountKey(key)}::int as account_key, ${groups[0]}::int as "group") g`
    : sql`unnest(${accountKeys(keys)}, ${groups}::int[]) as g(account_key, "group")`;
}

/**
 * Returns the rows `u` of accounts `g` in a table of stored usage: the `from` clause of a statement.
 *
 * The statement looks up each account by its key. The planner does not know how few accounts there are: `offset 0`
 * keeps it from reading the whole table. On a distributed table the statement joins the accounts instead, and their
 * keys choose the servers.
 * @param keys the accounts; null: the table is on one server
 */
export function storedRows(
  table: 'usage_days' | 'usage_runs' | 'usage_months',
  condition: Sql,
  keys: readonly VisibleKey[] | null,
): Sql {
  const rows = sql`select * from ${raw(table)} where account_key`;
  return keys === null
    ? sql`g cross join lateral (${rows} = g.account_key and ${condition} offset 0) u`
    : sql`g join (${rows} = any(${accountKeys(keys)}) and ${condition}) u on u.account_key = g.account_key`;
}

/** Returns the parameter `keys` of {@link storedRows}. */
export function keysToJoin({ topology }: HasTopology, { keys }: Groups): readonly VisibleKey[] | null {
  return topology().joinsFreely ? null : keys;
}

/** Returns the condition on days of a source that are not uniform, within one or several ranges. */
export function daysWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  return ofRanges(source, ranges, ({ from, to }) => sql`day >= ${from} and day < ${to}`);
}

/** Returns the condition on uniform ranges of a source that overlap one or several ranges. */
export function uniformRangesWithin(source: SourceCode, ...ranges: readonly DayRange[]): Sql {
  // A uniform range stays within a month.
  return ofRanges(
    source,
    ranges,
    ({ from, to }) => sql`from_day > ${from - 32} and from_day < ${to} and to_day > ${from}`,
  );
}

function ofRanges(source: SourceCode, ranges: readonly DayRange[], within: (range: DayRange) => Sql): Sql {
  const ofSourceSql = ofSource(source);
  const each = ranges.map(within);
  const [only] = each;
  if (only && each.length === 1) return sql`${ofSourceSql} and ${only}`;
  const any = join(each, ' or ');
  return sql`${ofSourceSql} and (${any})`;
}

/** The sources of stored combined usage: combined days, and days from a single source. */
const COMBINED = [SOURCE.hh, SOURCE.custom, SOURCE.reading, SOURCE.invoice, SOURCE.combined];

function ofSource(source: SourceCode): Sql {
  return source === SOURCE.combined
    ? sql`source in (${raw(COMBINED.join(', '))}) and (whole or source = ${raw(SOURCE.combined)})`
    : sql`source = ${source}`;
}

const column = (halfHour: number): string => `u.${HALF_HOUR_COLUMNS[halfHour] ?? ''}`;
const sumOf = (halfHours: readonly number[]): string =>
  halfHours.length === 0 ? '0' : halfHours.map((halfHour) => `coalesce(${column(halfHour)}, 0)`).join(' + ');

/**
 * Selects the half-hours of a part of a day `s` as rows with quantity, covered milliseconds and the letter of the
 * source.
 */
const EACH_HALF_HOUR = `unnest((array[${HALF_HOUR_COLUMNS.map((name) => `u.${name}`).join(', ')}])[s.first + 1:s.after],
  u.coverage[s.first + 1:s.after], (string_to_array(u.picks, null))[s.first + 1:s.after]) as half_hour(quantity, covered, pick)`;
/** For temperatures °C × ms. */
const OF_HALF_HOUR = `half_hour.quantity * case when g.mean then coalesce(half_hour.covered, ${HALF_HOUR_MS}) else 1 end`;

/**
 * Selects the parts of usage rows: one row for each part of a day of accounts `g`, which have a flag `mean`. The
 * columns are the named ones of `g`, then period (from 1 on), year, quantity, estimated, day_quantity, covered_ms,
 * full_ms, and for combined usage each source.
 *
 * A day within one period has its stored sums. For other days the statement adds up the half-hours of each part.
 * @param keys the accounts if days are distributed, otherwise null
 */
export function localDaysSql(
  names: Sql,
  days: readonly DayRange[],
  dayParts: readonly DayPart[],
  source: SourceCode,
  keys: readonly VisibleKey[] | null,
): readonly Sql[] {
  if (days.length === 0) return [];
  const patterns = patternsOf(dayParts);
  const list = dayPartsTable(dayParts, patterns);
  const storedDays = storedRows('usage_days', daysWithin(source, ...days), keys);
  const uniformRanges = storedRows('usage_runs', uniformRangesWithin(source, ...days), keys);
  const ofPattern = (of: (dayPart: DayPart) => string, stored: string): string => {
    const cases = [...patterns.values()].map(({ number, dayPart }) => `when ${number} then ${of(dayPart)}`);
    return `case s.pattern when 0 then ${stored} ${cases.join(' ')} end`;
  };
  const halfHours = ({ from, to }: DayPart): readonly number[] =>
    Array.from({ length: to - from }, (_, at) => from + at);
  const present = `(${ofPattern((dayPart) => `num_nonnulls(${halfHours(dayPart).map(column).join(', ')})`, String(HALF_HOURS_PER_DAY))})`;
  const mean = `(select coalesce(sum(${OF_HALF_HOUR}), 0) from ${EACH_HALF_HOUR})`;
  const ofDay = ofPattern(
    (dayPart) => `case when g.mean then ${mean} else ${sumOf(halfHours(dayPart))} end`,
    'u.quantity',
  );
  const quantity = `(${ofDay})`;
  const dayQuantity = ofPattern(({ daytime }) => sumOf(daytime ?? []), 'u.day_quantity');
  const slice = (of: string, from: string): string => `(select coalesce(sum(${of}), 0) from unnest(${from}) x)`;
  const covered = slice('x', 'u.coverage[s.first + 1:s.after]');
  const full = slice(`case when x = ${HALF_HOUR_MS} then x else 0 end`, 'u.coverage[s.first + 1:s.after]');
  const estimated = `case when s.pattern = 0 then u.estimated when u.estimates is null then 0
    else ${slice('x', 'u.estimates[s.first + 1:s.after]')} end`;
  const ofHalfHours = (stored: string, counted: string): string =>
    `case when s.pattern = 0 then ${stored} when u.coverage is null then ${present} * ${HALF_HOUR_MS} else ${counted} end`;
  const part = (name: CombinedSource): string => {
    if (source !== SOURCE.combined) return 'null::float8';
    const picked = `(select sum(${OF_HALF_HOUR}) from ${EACH_HALF_HOUR} where half_hour.pick = '${LETTERS[name]}')`;
    return `case when u.source = ${SOURCE[name]} then ${quantity}
      when u.source = ${SOURCE.combined} then case when s.pattern = 0 then u.${name} else ${picked} end end`;
  };
  const share = `u.quantity * (s.after - s.first) / ${HALF_HOURS_PER_DAY}`;
  const partOfRange = (name: CombinedSource): string =>
    source === SOURCE.combined ? `case when u.source = ${SOURCE[name]} then ${share} end` : 'null::float8';
  return [
    sql`select ${names}, s.period, s.year, ${raw(quantity)}, ${raw(estimated)}, ${raw(dayQuantity)},
         ${raw(ofHalfHours('u.covered_ms', covered))}, ${raw(ofHalfHours(`case when u.covered_ms = ${DAY_MS} then ${DAY_MS} else 0 end`, full))},
         ${raw(COMBINED_SOURCES.map(part).join(', '))}
       from ${storedDays} join ${list} on s.day = u.day
       where ${raw(present)} > 0`,
    sql`select ${names}, s.period, s.year, ${raw(share)}, u.estimated * (s.after - s.first) / ${raw(HALF_HOURS_PER_DAY)},
         u.quantity * s.daytime / ${raw(HALF_HOURS_PER_DAY)}, (s.after - s.first) * ${raw(HALF_HOUR_MS)}, (s.after - s.first) * ${raw(HALF_HOUR_MS)},
         ${raw(COMBINED_SOURCES.map(partOfRange).join(', '))}
       from ${uniformRanges} cross join lateral generate_series(u.from_day, u.to_day - 1) as d(day)
         join ${list} on s.day = d.day`,
  ];
}

type Patterns = ReadonlyMap<string, { readonly number: number; readonly dayPart: DayPart }>;

const nameOf = ({ from, to, daytime }: DayPart): string => `${from} ${to} ${daytime?.join() ?? ''}`;

/** Numbers the distinct half-hours of day parts. Pattern 0 is a whole stored day. */
function patternsOf(dayParts: readonly DayPart[]): Patterns {
  const patterns = new Map<string, { readonly number: number; readonly dayPart: DayPart }>();
  for (const dayPart of dayParts) {
    const name = nameOf(dayPart);
    if (!isStoredDay(dayPart) && !patterns.has(name)) patterns.set(name, { number: patterns.size + 1, dayPart });
  }
  return patterns;
}

/** Returns the parts of days as a table `s`. */
function dayPartsTable(dayParts: readonly DayPart[], patterns: Patterns): Sql {
  const numbers = (of: (dayPart: DayPart) => number): readonly number[] => dayParts.map(of);
  const patternOf = (dayPart: DayPart): number => patterns.get(nameOf(dayPart))?.number ?? 0;
  return sql`unnest(${numbers(({ day }) => day)}::int[], ${numbers(({ period }) => period + 1)}::int[],
      ${numbers(({ year }) => year)}::int[], ${numbers(patternOf)}::int[], ${numbers(({ from }) => from)}::int[],
      ${numbers(({ to }) => to)}::int[], ${numbers(({ daytime }) => daytime?.length ?? 0)}::int[])
       as s(day, period, year, pattern, first, after, daytime)`;
}

export interface UsageQuery extends PeriodsQuery {
  readonly source: SourceCode;
}

/**
 * Selects the usage rows of accounts `g`, a {@link UsageRow} each, in any order. `g` has `account_key`, `"group"` and,
 * for local days, a flag `mean` for temperatures.
 * @param keys the accounts if days are distributed; null: days are on one server, or the range is of whole months
 * ({@link isOfMonths})
 */
export function usageRowsSql(query: UsageQuery, keys: readonly VisibleKey[] | null): Sql {
  const { months, days, dayParts } = readPlan(query);
  return addedUp([
    ...(months.length > 0 ? [monthsSql(months, (range) => monthsOfAccounts(query.source, range))] : []),
    ...(query.clock.isUtc
      ? days.flatMap((edge) => daysSql(query, edge, keys))
      : localDaysSql(sql`g."group"`, days, dayParts(), query.source, keys)),
  ]);
}

/** Selects the usage rows of account groups `g` with `group_key` and `"group"`, for a range of whole months. */
export function portfolioRowsSql(query: UsageQuery): Sql {
  const { months } = readPlan(query);
  return addedUp([monthsSql(months, (range) => monthsOfPortfolios(query.source, range))]);
}

function addedUp(parts: readonly Sql[]): Sql {
  const all = join(parts, ' union all ');
  return sql`select "group", period - 1 as period, year, sum(quantity) as quantity, sum(estimated) as estimated,
       sum(day_quantity) as "dayQuantity", sum(covered_ms)::float8 as "coveredMs", sum(full_ms)::float8 as "fullMs",
       sum(hh) as hh, sum(reading) as reading, sum(invoice) as invoice, sum(custom) as custom
     from (${all}) usageRows
       ("group", period, year, quantity, estimated, day_quantity, covered_ms, full_ms, hh, reading, invoice, custom)
     group by 1, 2, 3`;
}

/**
 * Returns the stored months of accounts `g`, without `select`: account, month, decimals, covered milliseconds, amounts.
 */
export function monthRowsSql(query: UsageQuery): Sql {
  const rows = storedRows('usage_months', inMonths(query.source, monthRange(wholeMonthsOf(query))), null);
  return sql`${MONTH_COLUMNS} from ${rows}`;
}

/** The sources of combined figures. */
const PARTS = ['hh', 'reading', 'invoice', 'custom'] as const;
type SourceName = (typeof PARTS)[number];

function daysSql(
  { granularity, clock, periods, source }: UsageQuery,
  { from, to }: DayRange,
  keys: readonly VisibleKey[] | null,
): readonly Sql[] {
  /** Returns the number of a day's period. There may be many days. */
  const periodOf = (day: Sql): Sql =>
    granularity === 'daily'
      ? sql`${day} - ${clock.range.from}::int + 1`
      : sql`width_bucket(${day}, ${periods.map(({ start }) => start / DAY_MS)}::int[])`;
  const combined = source === SOURCE.combined;
  const days = storedRows('usage_days', daysWithin(source, { from, to }), keys);
  const uniformRanges = storedRows('usage_runs', uniformRangesWithin(source, { from, to }), keys);
  const yearOf = (day: Sql): Sql => sql`extract(year from date '1970-01-01' + ${day})::int as year`;
  const part = (name: SourceName, value: string): string =>
    combined
      ? `case when u.source = ${SOURCE[name]} then u.quantity when u.source = ${SOURCE.combined} then ${value} end as ${name}`
      : `null::float8 as ${name}`;
  const parts = (valueOf: (name: SourceName) => string): Sql =>
    raw(PARTS.map((name) => part(name, valueOf(name))).join(', '));
  const dayMs = raw(DAY_MS);
  return [
    sql`
        select g."group", ${periodOf(sql`u.day`)} as period, ${yearOf(sql`u.day`)}, u.quantity,
          u.estimated, u.day_quantity, u.covered_ms, case when u.covered_ms = ${dayMs} then ${dayMs} else 0 end,
          ${parts((name) => `u.${name}`)}
        from ${days}`,
    sql`
        select g."group", ${periodOf(sql`day`)} as period, ${yearOf(sql`day`)}, u.quantity, u.estimated, u.quantity / 2,
          ${dayMs}, ${dayMs}, ${parts(() => 'null')}
        from ${uniformRanges}
        cross join lateral generate_series(greatest(u.from_day, ${from}), least(u.to_day, ${to}) - 1) as day`,
  ];
}

const AMOUNTS = ['quantity', 'estimated', 'day_quantity'];
const MONTH_COLUMNS = raw(
  ['account_key', 'month', 'decimals', 'covered_ms', ...AMOUNTS, ...COMBINED_SOURCES]
    .map((name) => `u.${name}`)
    .join(', '),
);

/** Returns the length of a month in milliseconds. */
export function lengthOf(month: number): number {
  return (monthStart(month + 1) - monthStart(month)) * DAY_MS;
}

function monthRange(months: readonly WholeMonth[]): DayRange {
  return { from: months[0]?.month ?? 0, to: (months.at(-1)?.month ?? -1) + 1 };
}

const sums = (names: readonly string[], of: (name: string) => string): string => names.map(of).join(', ');
const inMonths = (source: SourceCode, { from, to }: DayRange): Sql =>
  sql`source = ${source} and month >= ${from} and month < ${to}`;

/**
 * Adds up months by group, period and year. It first adds up by month, because months are few, and then finds the
 * period of each month in arrays: a join could compare each row with each month. The sums are whole or decimal numbers
 * and so exact. The statement rounds them to float8 once, at the end.
 * @param months at least one
 * @param read selects the rows of a range of months: `"group"`, `month`, `unit`, the amounts in that unit,
 * `covered_ms`, and as `whole` the number of accounts with full coverage
 */
function monthsSql(months: readonly WholeMonth[], read: (range: DayRange) => Sql): Sql {
  const range = monthRange(months);
  const requested = new Map(months.map((own) => [own.month, own]));
  const ofMonth = (valueOf: (month: WholeMonth) => number): Sql =>
    valueOfMonth(range, sql`m.month`, (month) => {
      const own = requested.get(month);
      return own === undefined ? 0 : valueOf(own);
    });
  const total = (name: string): string => `sum(m.${name} * m.unit)::float8`;
  return sql`select m."group", p.period, p.year, ${raw(sums(AMOUNTS, total))}, sum(m.covered_ms)::int8, sum(m.whole * p.length)::int8,
       ${raw(sums(COMBINED_SOURCES, total))}
     from (${read(range)}) m
       cross join lateral (
         select ${ofMonth(({ period }) => period + 1)}::int as period, ${ofMonth(({ year }) => year)}::int as year,
           ${ofMonth(({ month }) => lengthOf(month))} as length
       ) p
     where p.period > 0
     group by 1, 2, 3`;
}

/** Returns an expression for a whole number that each month of a range has, from the number of the month. */
function valueOfMonth({ from, to }: DayRange, month: Sql, valueOf: (month: number) => number): Sql {
  const values = Array.from({ length: to - from }, (_, index) => valueOf(from + index));
  return sql`(${values}::int8[])[${month} - ${from} + 1]`;
}

/** Selects the stored months of accounts `g`. Months are all on one server, even if days are distributed. */
function monthsOfAccounts(source: SourceCode, range: DayRange): Sql {
  const rows = storedRows('usage_months', inMonths(source, range), null);
  const length = valueOfMonth(range, sql`u.month`, lengthOf);
  return sql`select g."group", u.month, ('1e' || -u.decimals)::numeric as unit, sum(u.covered_ms) as covered_ms,
       count(*) filter (where u.covered_ms = ${length}) as whole,
       ${raw(sums([...AMOUNTS, ...COMBINED_SOURCES], (name) => `sum(u.${name}) as ${name}`))}
     from ${rows} group by 1, 2, u.decimals`;
}

/** Selects the stored months of account groups `g`. */
function monthsOfPortfolios(source: SourceCode, range: DayRange): Sql {
  const inRange = inMonths(source, range);
  return sql`select g."group", u.month, 1 as unit, sum(u.covered_ms) as covered_ms, sum(u.whole) as whole,
       ${raw(sums(AMOUNTS, (name) => `sum(u.${name}) as ${name}`))},
       ${raw(sums(COMBINED_SOURCES, (name) => `case when sum(u.${name}_accounts) > 0 then sum(u.${name}) end as ${name}`))}
     from g cross join lateral (
       select * from portfolio_months where group_key = g.group_key and ${inRange} offset 0
     ) u group by 1, 2`;
}

/** Returns whether a part is a whole day whose stored sums answer the query. */
function isStoredDay({ from, to, daytime }: DayPart): boolean {
  if (from !== 0 || to !== HALF_HOURS_PER_DAY) return false;
  return daytime === null || (daytime.length === HALF_HOURS_PER_DAY / 2 && daytime.every(isDaytime));
}
