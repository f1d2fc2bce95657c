import type { VisibleKey } from '../data/access.js';
import { join, raw, type Sql, sql } from '../data/sql.js';
import type { VisibleSnapshot } from '../data/database.js';
import { DAY_MS, type DayRange, monthStart } from '../usage/grid.js';
import { COMBINED_SOURCES, SOURCE, type SourceCode } from '../usage/sources.js';
import type { Cells, Group, Piece } from './cells.js';
import { type Clock, type Granularity, MONTHS, MOST_REMEMBERED, type Period, periodsName } from './periods.js';
import { remembered } from '../values/remembered.js';
import { daysWithin, type Groups, keysToJoin, runsWithin, usageRows, withGroups, withMeans } from './usageOfGroups.js';
import { localDaysSql } from './localPieces.js';
import { type Segments, segmentsOf, type WholeMonth } from './segments.js';
import { cellsOfPieces } from './pieceCells.js';
import { cellsOfSlots } from './slotCells.js';
import { readGroupSlots } from './slots.js';

/** The time of which something is asked. */
export interface TimeQuestion {
  readonly clock: Clock;
  readonly granularity: Granularity;
  /** Those of the clock and granularity. */
  readonly periods: readonly Period[];
  /** Whether the quantity of local daytime is wanted. */
  readonly dayNight: boolean;
}

export interface PieceQuestion extends TimeQuestion {
  readonly source: SourceCode;
}

/**
 * Reads the stored usage, added up by level and period; whole months from the sums of months.
 * Each cell is made when it is asked for, as there may be many.
 * @param factors whether quantities by emission factor are wanted
 */
export async function readCells(
  snapshot: VisibleSnapshot,
  groups: Groups & { readonly list: readonly Group[] },
  question: PieceQuestion,
  levels: number,
  factors: boolean,
): Promise<Cells> {
  const { granularity, clock, source } = question;
  if (groups.keys.length === 0 || clock.start >= clock.end) return { at: () => undefined };
  if (granularity === 'halfhourly' || granularity === 'hourly') {
    const slots = await readGroupSlots(snapshot, groups, { source, range: clock.utcDays });
    return cellsOfSlots(slots, groups, question, factors);
  }
  return cellsOfPieces(await readPieces(snapshot, groups, question), levels, groups.list, factors);
}

/** Pieces by group, period and year. */
async function readPieces(
  snapshot: VisibleSnapshot,
  groups: Groups,
  question: PieceQuestion,
): Promise<readonly Piece[]> {
  const begin = question.clock.isUtc ? withGroups(groups) : withMeans(groups);
  const pieces = piecesSql(question, keysToJoin(snapshot, groups));
  return snapshot.rows<Piece>(sql`${begin} ${pieces} order by 2, 1, 3`);
}

/**
 * The pieces of accounts `g` that have an `account_key`, a `"group"` and, but in UTC, a flag `mean` of temperatures; a
 * {@link Piece} each, in any order.
 * @param keys of the accounts, where days are distributed; null: they are not, or the range is of whole months ({@link isOfMonths})
 */
export function piecesSql(question: PieceQuestion, keys: readonly VisibleKey[] | null): Sql {
  const { months, days, segments } = readPlan(question);
  return addedUp([
    ...(months.length > 0 ? [monthsSql(months, (range) => monthsOfAccounts(question.source, range))] : []),
    ...(question.clock.isUtc
      ? days.flatMap((edge) => daysSql(question, edge, keys))
      : localDaysSql(sql`g."group"`, days, segments(), question.source, keys)),
  ]);
}

/** The same of the groups `g` of accounts, that have a `group_key` and a `"group"`, of a range of whole months. */
export function portfolioPiecesSql(question: PieceQuestion): Sql {
  const { months } = readPlan(question);
  return addedUp([monthsSql(months, (range) => monthsOfPortfolios(question.source, range))]);
}

function addedUp(parts: readonly Sql[]): Sql {
  const all = join(parts, ' union all ');
  return sql`select "group", period - 1 as period, year, sum(quantity) as quantity, sum(estimated) as estimated,
       sum(day_quantity) as "dayQuantity", sum(covered_ms)::float8 as "coveredMs", sum(full_ms)::float8 as "fullMs",
       sum(hh) as hh, sum(reading) as reading, sum(invoice) as invoice, sum(custom) as custom
     from (${all}) pieces
       ("group", period, year, quantity, estimated, day_quantity, covered_ms, full_ms, hh, reading, invoice, custom)
     group by 1, 2, 3`;
}

/** The whole months that a question takes. */
export function wholeMonthsOf(question: TimeQuestion): readonly WholeMonth[] {
  return readPlan(question).months;
}

/** The months of accounts `g` as they are stored, without `select`: account, month, decimals, covered milliseconds, amounts. */
export function monthRowsSql(question: PieceQuestion): Sql {
  const rows = usageRows('usage_months', inMonths(question.source, monthRange(wholeMonthsOf(question))), null);
  return sql`${MONTH_COLUMNS} from ${rows}`;
}

/** Whether all that a question takes is read from the sums of months. */
export function isOfMonths(question: TimeQuestion): boolean {
  return readPlan(question).days.length === 0;
}

/** The months and days of UTC that are read. */
const readPlan = remembered(
  MOST_REMEMBERED,
  ({ clock, granularity, dayNight }: TimeQuestion) => {
    const name = periodsName(clock, granularity);
    return name && `${name} ${String(dayNight)}`;
  },
  ({ clock, granularity, periods, dayNight }: TimeQuestion): Segments => {
    const withMonths = MONTHS[granularity] > 0;
    return segmentsOf(clock, periods, { withMonths, withDaytime: dayNight });
  },
);

/** The sources that combined figures are of. */
const PARTS = ['hh', 'reading', 'invoice', 'custom'] as const;
type SourceName = (typeof PARTS)[number];

function daysSql(
  { granularity, clock, periods, source }: PieceQuestion,
  { from, to }: DayRange,
  keys: readonly VisibleKey[] | null,
): readonly Sql[] {
  /** The number of the period that a day is in; days may be many. */
  const periodOf = (day: Sql): Sql =>
    granularity === 'daily'
      ? sql`${day} - ${clock.range.from}::int + 1`
      : sql`width_bucket(${day}, ${periods.map(({ start }) => start / DAY_MS)}::int[])`;
  const combined = source === SOURCE.combined;
  const days = usageRows('usage_days', daysWithin(source, { from, to }), keys);
  const runs = usageRows('usage_runs', runsWithin(source, { from, to }), keys);
  const yearOf = (day: Sql): Sql => sql`extract(year from date '1970-01-01' + ${day})::int as year`;
  const part = (name: SourceName, own: string): string =>
    combined
      ? `case when u.source = ${SOURCE[name]} then u.quantity when u.source = ${SOURCE.combined} then ${own} end as ${name}`
      : `null::float8 as ${name}`;
  const parts = (own: (name: SourceName) => string): Sql => raw(PARTS.map((name) => part(name, own(name))).join(', '));
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
        from ${runs}
        cross join lateral generate_series(greatest(u.from_day, ${from}), least(u.to_day, ${to}) - 1) as day`,
  ];
}

const AMOUNTS = ['quantity', 'estimated', 'day_quantity'];
const MONTH_COLUMNS = raw(
  ['account_key', 'month', 'decimals', 'covered_ms', ...AMOUNTS, ...COMBINED_SOURCES]
    .map((name) => `u.${name}`)
    .join(', '),
);

/** The length of a month in milliseconds. */
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
 * Months by group, period and year. They are added up by month first, of which there are few, before it is looked up which period a
 * month is in; in whole numbers or decimal ones, so exactly, and rounded to a float8 once, when all is added up.
 * @param months at least one
 * @param read what is added up, of a range of months: a `"group"`, `month`, `unit`, the amounts in that unit, `covered_ms`, and how
 *   many accounts cover the `whole` of it
 */
function monthsSql(months: readonly WholeMonth[], read: (range: DayRange) => Sql): Sql {
  const rows = read(monthRange(months));
  const total = (name: string): string => `sum(m.${name} * m.unit)::float8`;
  const periods = sql`unnest(${months.map(({ month }) => month)}::int[], ${months.map(({ period }) => period + 1)}::int[],
    ${months.map(({ year }) => year)}::int[], ${months.map(({ month }) => lengthOf(month))}::int8[])`;
  return sql`select m."group", p.period, p.year, ${raw(sums(AMOUNTS, total))}, sum(m.covered_ms)::int8, sum(m.whole * p.length)::int8,
       ${raw(sums(COMBINED_SOURCES, total))}
     from (${rows}) m
       join ${periods} as p(month, period, year, length) on p.month = m.month
     group by 1, 2, 3`;
}

/** Of accounts `g`. They are all on one server, wherever days are. */
function monthsOfAccounts(source: SourceCode, range: DayRange): Sql {
  const rows = usageRows('usage_months', inMonths(source, range), null);
  const lengths = Array.from({ length: range.to - range.from }, (_, index) => lengthOf(range.from + index));
  return sql`select g."group", u.month, ('1e' || -u.decimals)::numeric as unit, sum(u.covered_ms) as covered_ms,
       count(*) filter (where u.covered_ms = (${lengths}::int8[])[u.month - ${range.from} + 1]) as whole,
       ${raw(sums([...AMOUNTS, ...COMBINED_SOURCES], (name) => `sum(u.${name}) as ${name}`))}
     from ${rows} group by 1, 2, u.decimals`;
}

/** Of groups `g` of accounts, as they are kept. */
function monthsOfPortfolios(source: SourceCode, range: DayRange): Sql {
  const own = inMonths(source, range);
  return sql`select g."group", u.month, 1 as unit, sum(u.covered_ms) as covered_ms, sum(u.whole) as whole,
       ${raw(sums(AMOUNTS, (name) => `sum(u.${name}) as ${name}`))},
       ${raw(sums(COMBINED_SOURCES, (name) => `case when sum(u.${name}_accounts) > 0 then sum(u.${name}) end as ${name}`))}
     from g cross join lateral (
       select * from portfolio_months where group_key = g.group_key and ${own} offset 0
     ) u group by 1, 2`;
}
