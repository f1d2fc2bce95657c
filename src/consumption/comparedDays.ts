import { currencySql } from '../data/currency.js';
import type { Snapshot } from '../data/database.js';
import { join, sql, type Sql } from '../data/sql.js';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import type { SourceCode } from '../usage/sources.js';
import type { Piece } from './cells.js';
import type { DayPair } from './periods.js';
import { daysWithin, runsWithin, usageRows, type Groups } from './usageOfGroups.js';

/** The two times, as periods of pieces: the one asked for, and the earlier one. */
export const [CURRENT, EARLIER] = [0, 1] as const;

/** What of a level is compared. */
export interface ComparedLevel {
  readonly level: number;
  /** Days of the time asked for that any account has in both times. */
  readonly days: number;
  /** Accounts that have any. */
  readonly accounts: number;
}

/** The cost of a level's invoices on the compared days of a time. */
export interface ComparedCost {
  readonly level: number;
  readonly period: number;
  readonly cost: number;
  /** Invoices among them that bill units and say no cost. */
  readonly unpriced: number;
  /** Of all of them, each once; null: not known. */
  readonly currencies: readonly (string | null)[];
}

/** All that is compared, by level. */
export interface ComparedDays {
  /** Of both times, by period. */
  readonly pieces: readonly Piece[];
  readonly levels: readonly ComparedLevel[];
  readonly costs: readonly ComparedCost[];
}

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null };

/** A row is one of these; what the others have is null in it. */
type Row = Nullable<Piece & ComparedLevel & ComparedCost>;

const HEAD = `with g as (select * from unnest(?::int[], ?::int[], ?::int[]) as g(account_key, "group", level)),
  pairs as (select * from unnest(?::int[], ?::int[]) as p(day, earlier))`;

/** Each account's days of which every half-hour is covered fully, in both times. */
const BOTH = `both_days as materialized (
    select n.account_key, n."group", n.level, n.day, p.earlier, n.quantity, e.quantity as earlier_quantity
    from now_days n join pairs p on p.day = n.day
      join earlier_days e on e.account_key = n.account_key and e."group" = n."group" and e.day = p.earlier
  )`;

const NO_PARTS = '0 as estimated, 0 as "dayQuantity", null as hh, null as reading, null as invoice, null as custom';
/** What groups of accounts have in a time; then what is told of levels, and what their invoices of these days cost. */
const piecesOf = (period: number, day: string, quantity: string): string =>
  `select "group", null::int as level, ${period} as period, extract(year from date '1970-01-01' + ${day})::int as year,
     sum(${quantity}) as quantity, count(*)::float8 * ${DAY_MS} as "coveredMs", count(*)::float8 * ${DAY_MS} as "fullMs",
     ${NO_PARTS}, null::int as days, null::int as accounts, null::float8 as cost, null::int as unpriced,
     null::text[] as currencies
   from both_days group by 1, 4`;
const NO_PIECE = 'null, null, null, null, null, null, null, null, null, null';
const LEVELS = `select null, level, null, ${NO_PIECE}, count(distinct day)::int, count(distinct account_key)::int, null, null, null
   from both_days group by 2`;
const EPOCH_DAY = (column: string): string => `floor(extract(epoch from ${column}) / 86400)::int`;
const COSTS = `select null, b.level, b.period, ${NO_PIECE}, null, null,
     sum(coalesce(i.cost, 0) / (i.to_day - i.from_day)), (count(distinct i._id) filter (where i.is_unpriced))::int,
     array_agg(distinct i.currency)
   from (
     select account_key, level, ${CURRENT} as period, day from both_days
     union all select account_key, level, ${EARLIER}, earlier from both_days
   ) b join bills i on i.account_key = b.account_key and i.from_day <= b.day and i.to_day > b.day
   group by 2, 3`;

/**
 * Compares days of two times account by account: one counts where the account's source covers both of a pair fully. In one
 * statement that no cluster has answered yet, so it is not for a database that is distributed.
 * @param groups of accounts, and the level of each
 * @param pairs days that correspond, at least one
 * @param withCosts whether what invoices cost on these days is read too
 */
export async function readComparedDays(
  snapshot: Snapshot,
  groups: Groups & { readonly levels: readonly number[] },
  source: SourceCode,
  pairs: readonly DayPair[],
  withCosts: boolean,
): Promise<ComparedDays> {
  const [days, earlier] = [pairs.map((pair) => pair.day), pairs.map((pair) => pair.earlier)];
  const times = [rangeOfDays(days), rangeOfDays(earlier)] as const;
  const currency = currencySql('i');
  const bills = `bills as materialized (
      select i._id, i.account_key, i.values_total_cost as cost, ${EPOCH_DAY('i.values_start_date')} as from_day,
        ${EPOCH_DAY('i.values_end_date')} + 1 as to_day,
        i.values_total_cost is null and i.values_total_units is not null as is_unpriced, ${currency.column} as currency
      from invoices i ${currency.join} where i.account_key = any(?::int[]) and ${invoiceCounts('i')} and i.simulated is not true
        and i.values_end_date >= date_trunc('day', i.values_start_date)
    )`;
  const parts = [
    sql(HEAD, groups.keys, groups.groups, groups.levels, days, earlier),
    join([sql('now_days as materialized ('), coveredSql(source, times[CURRENT]), sql(')')], ''),
    join([sql('earlier_days as materialized ('), coveredSql(source, times[EARLIER]), sql(')')], ''),
    sql(BOTH),
    ...(withCosts ? [sql(bills, groups.keys)] : []),
  ];
  const selects = [
    piecesOf(CURRENT, 'day', 'quantity'),
    piecesOf(EARLIER, 'earlier', 'earlier_quantity'),
    LEVELS,
    ...(withCosts ? [COSTS] : []),
  ];
  const { text, bindings } = join(parts, ', ');
  const rows = await snapshot.rows<Row>(`${text} ${selects.join(' union all ')} order by 3, 1, 2, 4`, bindings);
  return {
    pieces: rows.filter((row): row is Row & Piece => row.group !== null),
    levels: rows.filter((row): row is Row & ComparedLevel => row.days !== null),
    costs: rows.filter((row): row is Row & ComparedCost => row.cost !== null),
  };
}

/** The fully covered days of accounts `g` in a time. */
function coveredSql(source: SourceCode, range: DayRange): Sql {
  const days = usageRows('usage_days', daysWithin(source, range), null);
  const runs = usageRows('usage_runs', runsWithin(source, range), null);
  return sql(
    `select g.account_key, g."group", g.level, u.day, u.quantity from ${days.text} where u.covered_ms = ${DAY_MS}
     union all
     select g.account_key, g."group", g.level, day, u.quantity from ${runs.text}
       cross join lateral generate_series(greatest(u.from_day, ?), least(u.to_day, ?) - 1) as day`,
    ...days.bindings,
    ...runs.bindings,
    range.from,
    range.to,
  );
}

/** From the first to the last of some days, which are in order. */
function rangeOfDays(days: readonly number[]): DayRange {
  return { from: days[0] ?? 0, to: (days.at(-1) ?? -1) + 1 };
}
