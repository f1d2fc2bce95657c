import { raw, sql, type Sql } from '../data/sql.js';
import { DAY_MS, monthStart, type DayRange } from '../usage/grid.js';
import { COMBINED_SOURCES, type SourceCode } from '../usage/sources.js';
import type { WholeMonth } from './segments.js';
import { usageRows } from './usageOfGroups.js';

const AMOUNTS = ['quantity', 'estimated', 'day_quantity'];

const lengthOf = (month: number): number => (monthStart(month + 1) - monthStart(month)) * DAY_MS;
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
export function monthsSql(months: readonly WholeMonth[], read: (range: DayRange) => Sql): Sql {
  const rows = read({ from: months[0]?.month ?? 0, to: (months.at(-1)?.month ?? -1) + 1 });
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
export function monthsOfAccounts(source: SourceCode, range: DayRange): Sql {
  const rows = usageRows('usage_months', inMonths(source, range), null);
  const lengths = Array.from({ length: range.to - range.from }, (_, index) => lengthOf(range.from + index));
  return sql`select g."group", u.month, ('1e' || -u.decimals)::numeric as unit, sum(u.covered_ms) as covered_ms,
       count(*) filter (where u.covered_ms = (${lengths}::int8[])[u.month - ${range.from} + 1]) as whole,
       ${raw(sums([...AMOUNTS, ...COMBINED_SOURCES], (name) => `sum(u.${name}) as ${name}`))}
     from ${rows} group by 1, 2, u.decimals`;
}

/** Of groups `g` of accounts, as they are kept. */
export function monthsOfPortfolios(source: SourceCode, range: DayRange): Sql {
  const own = inMonths(source, range);
  return sql`select g."group", u.month, 1 as unit, sum(u.covered_ms) as covered_ms, sum(u.whole) as whole,
       ${raw(sums(AMOUNTS, (name) => `sum(u.${name}) as ${name}`))},
       ${raw(sums(COMBINED_SOURCES, (name) => `case when sum(u.${name}_accounts) > 0 then sum(u.${name}) end as ${name}`))}
     from g cross join lateral (
       select * from portfolio_months where group_key = g.group_key and ${own} offset 0
     ) u group by 1, 2`;
}
