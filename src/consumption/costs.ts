import { accountKeys } from '../data/access.js';
import { currencySql } from '../data/currency.js';
import type { VisibleSnapshot } from '../db/database.js';
import { type Sql, raw, sql } from '../db/sql.js';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { invoiceCounts } from '../usage/records.js';
import { chargeOf } from '../usage/units.js';
import type { Clock, Period } from './localTime.js';
import type { FigureNeeds } from './query.js';
import type { Groups } from './usageRows.js';

/** A stored rate line of an invoice. */
export interface RateLine {
  readonly rateName: string | null;
  readonly consumption: number | null;
  readonly cost: number | null;
  readonly units: string | null;
}

/** A line, and the share of its invoice that counts. */
export interface SpreadLine {
  readonly line: RateLine;
  readonly share: number;
}

/** The sum of rate lines of one name or kind. */
export interface Rate {
  readonly consumption: number | null;
  /** Null if the lines have different currencies. Figures derived from it are then null too. */
  readonly cost: number | null;
  readonly unitRate: number | null;
  readonly units: string | null;
}

export interface Rates {
  readonly byName: Readonly<Record<string, Rate>>;
  readonly byType: Readonly<Record<string, Rate>>;
}

/**
 * Adds up lines by name and unit (figures 5).
 * @param isOfOneCurrency whether all costs have the same currency
 */
export function ratesOf(lines: readonly SpreadLine[], isOfOneCurrency = true): Rates {
  return {
    byName: ratesBy(lines, (line) => line.rateName ?? '', isOfOneCurrency),
    byType: ratesBy(lines, (line) => chargeOf(line.units), isOfOneCurrency),
  };
}

function ratesBy(
  lines: readonly SpreadLine[],
  key: (line: RateLine) => string,
  isOfOneCurrency: boolean,
): Record<string, Rate> {
  const groups = new Map<string, SpreadLine[]>();
  for (const spread of lines) {
    const linesOfGroup = groups.get(key(spread.line));
    if (linesOfGroup) linesOfGroup.push(spread);
    else groups.set(key(spread.line), [spread]);
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, linesOfGroup]) => [name, rateOf(linesOfGroup, isOfOneCurrency)]));
}

function rateOf(lines: readonly SpreadLine[], isOfOneCurrency: boolean): Rate {
  const names = new Set(lines.map(({ line }) => line.units?.trim().toLowerCase() ?? ''));
  // An empty text is no unit.
  const units = names.size === 1 && !names.has('') ? (lines[0]?.line.units ?? null) : null;
  const cost = isOfOneCurrency ? lines.reduce((sum, { line, share }) => sum + (line.cost ?? 0) * share, 0) : null;
  const consumption =
    units === null ? null : lines.reduce((sum, { line, share }) => sum + (line.consumption ?? 0) * share, 0);
  const unitRate = cost === null || consumption === null || consumption === 0 ? null : cost / consumption;
  return { consumption, cost, unitRate, units };
}

/**
 * Makes a value for each period from the items that overlap it, in one pass over both. The work grows with the overlaps
 * by day, not with the half-hours of a day. The generator makes a value when the caller reads it.
 * @param items ranges of whole days, sorted by start
 * @param make makes a value, once for all equally long periods of a day: items of whole days cover them equally
 */
export function* sweep<T extends DayRange, Value>(
  items: readonly T[],
  periods: readonly Period[],
  make: (overlapping: readonly T[], period: Period) => Value,
): Generator<Value> {
  let open: readonly T[] = [];
  let next = 0;
  let last: { readonly period: Period; readonly value: Value } | null = null;
  for (const period of periods) {
    const { start, end } = period;
    if (last && isSameDay(last.period, period)) {
      yield last.value;
      continue;
    }
    const starting: T[] = [];
    for (let item = items[next]; item && item.from * DAY_MS < end; item = items[++next]) starting.push(item);
    open = [...open, ...starting].filter(({ to }) => to * DAY_MS > start);
    last = { period, value: make(open, period) };
    yield last.value;
  }
}

function isSameDay(one: Period, other: Period): boolean {
  const day = Math.floor(one.start / DAY_MS);
  return Math.ceil(other.end / DAY_MS) === day + 1 && one.end - one.start === other.end - other.start;
}

/** Returns the share of whole days that lies in a period. */
export function shareOf({ from, to }: DayRange, { start, end }: Period): number {
  const overlap = Math.min(to * DAY_MS, end) - Math.max(from * DAY_MS, start);
  return overlap <= 0 ? 0 : overlap / ((to - from) * DAY_MS);
}

/** An invoice that counts, as whole days. */
interface SpreadInvoice extends DayRange {
  readonly target: number;
  readonly cost: number;
  /** Null: unknown. */
  readonly currency: string | null;
  /** Whether it bills units without a cost. */
  readonly isUnpriced: boolean;
  readonly rates: readonly RateLine[];
}

/** Cost and rates of a range, spread over the days of the invoices (figures 5). */
export interface Cost {
  readonly cost: number;
  /** The number of invoices that bill units without a cost. */
  readonly unpriced: number;
  /** Null if rate lines are not requested. */
  readonly rates: Rates | null;
}

/** The costs of a target, over the whole range and by period. */
export interface TargetCosts {
  /** The distinct currencies of its invoices; null: unknown. With several currencies, the sums have no meaning. */
  readonly currencies: readonly (string | null)[];
  readonly total: Cost;
  /** The costs of the periods in their order, each computed on demand. */
  readonly periods: () => Iterator<Cost>;
}

/**
 * Reads the invoices of accounts that count.
 * @param targets accounts by key with the index of their target
 * @param withRates whether to read rate lines
 * @returns a function that returns the costs of a target
 */
export async function readCosts(
  snapshot: VisibleSnapshot,
  { keys, groups: targets }: Pick<Groups, 'keys' | 'groups'>,
  { clock, periods }: { readonly clock: Clock; readonly periods: readonly Period[] },
  withRates: boolean,
): Promise<(target: number) => TargetCosts> {
  const { from, to } = clock.utcDays;
  const day = (column: Sql): Sql => sql`floor(extract(epoch from ${column}) / 86400)::int`;
  const currency = currencySql('i');
  const rows = await snapshot.rows<Omit<SpreadInvoice, 'rates'> & { readonly rates: readonly RateLine[] | null }>(
    sql`select g.target, ${day(sql`i.values_start_date`)} as "from", ${day(sql`i.values_end_date`)} + 1 as "to",
         coalesce(i.values_total_cost, 0) as cost, ${currency.column} as currency,
         i.values_total_cost is null and i.values_total_units is not null as "isUnpriced",
         ${withRates ? sql`i.rates` : sql`null`} as rates
       from unnest(${accountKeys(keys)}, ${targets}::int[]) as g(account_key, target) join invoices i on i.account_key = g.account_key
         ${currency.join}
       where ${raw(invoiceCounts('i'))} and i.simulated is not true and i.values_start_date < to_timestamp(${(to * DAY_MS) / 1000})
         and i.values_end_date >= to_timestamp(${(from * DAY_MS) / 1000}) and i.values_end_date >= date_trunc('day', i.values_start_date)
       order by g.target, i.values_start_date, i._id`,
  );
  const byTarget = new Map<number, { readonly invoices: SpreadInvoice[]; readonly currencies: Set<string | null> }>();
  for (const row of rows) {
    const ofTarget = byTarget.get(row.target) ?? { invoices: [], currencies: new Set() };
    byTarget.set(row.target, ofTarget);
    ofTarget.invoices.push({ ...row, rates: row.rates ?? [] });
    ofTarget.currencies.add(row.currency);
  }
  const costOf = (invoices: readonly SpreadInvoice[], period: Period, isOfOneCurrency: boolean): Cost => {
    const spread = invoices
      .map((invoice) => ({ ...invoice, share: shareOf(invoice, period) }))
      .filter(({ share }) => share > 0);
    const lines = withRates ? spread.flatMap(({ rates, share }) => rates.map((line) => ({ line, share }))) : null;
    return {
      cost: spread.reduce((sum, { cost, share }) => sum + cost * share, 0),
      unpriced: spread.filter(({ isUnpriced }) => isUnpriced).length,
      rates: lines && ratesOf(lines, isOfOneCurrency),
    };
  };
  return (target) => {
    const { invoices = [], currencies = [] } = byTarget.get(target) ?? {};
    const all = [...currencies];
    const make = (overlapping: readonly SpreadInvoice[], period: Period): Cost =>
      costOf(overlapping, period, all.length < 2);
    return { currencies: all, total: make(invoices, clock), periods: () => sweep(invoices, periods, make) };
  };
}

/** Facts that decide whether there is a cost. */
interface CostCircumstances {
  readonly source: string;
  /** Whether the figures are means of temperatures. */
  readonly isMean: boolean;
  /** The distinct currencies of the added invoices; null: unknown. */
  readonly currencies: readonly (string | null)[];
}

/** Returns a sentence with the reason why there is no cost; null: there is a cost (figures 5, cost). */
export function noCost({ source, isMean, currencies }: CostCircumstances): string | null {
  if (source !== 'invoice') return `Only the source invoice has cost, got ${source}.`;
  if (isMean) return 'Temperatures have no cost.';
  if (currencies.length < 2) return null;
  const codes = currencies.filter((currency) => currency !== null).toSorted();
  const unknown = codes.length < currencies.length ? ' and an unknown one' : '';
  return `The invoices are in different currencies: ${codes.join(', ')}${unknown}.`;
}

/**
 * Returns the reason why there is no cost per unit although there may be a cost; null: there is one.
 * @param unpriced the number of invoices that bill units without a cost
 */
function noUnitCost(consumption: number | null, unpriced: number): string | null {
  if (unpriced > 0) return `Invoices without a cost in this range: ${unpriced}.`;
  return consumption === null || consumption <= 0 ? 'No invoice in this range has consumption.' : null;
}

/**
 * The common currency of a target's invoices, and the reason for a missing cost; null: the currency is unknown, or
 * there is a cost.
 */
export interface CostFacts {
  readonly currency: string | null;
  readonly reason: string | null;
}

/** Cost figures of a range; undefined: not requested. */
export interface CostFigures {
  cost: number | null | undefined;
  currency: string | null | undefined;
  costReasons: readonly string[] | undefined;
  unitCost: number | null | undefined;
  unitCostReasons: readonly string[] | undefined;
  rates: Rates | undefined;
}

/**
 * Adds the cost figures to the figures of a range.
 * @param cost the cost of the range; undefined: a source without invoices, or not selected
 * @param currency the common currency of the target's invoices
 * @param reason the reason why there is no cost
 */
export function addCost(
  into: CostFigures & { readonly consumption: number | null },
  cost: Cost | undefined,
  { currency, reason }: CostFacts,
  needs: Pick<FigureNeeds, 'cost' | 'costReasons'>,
): void {
  const unitReason = reason ?? (cost ? noUnitCost(into.consumption, cost.unpriced) : null);
  if (cost && needs.cost) {
    into.cost = reason === null ? cost.cost : null;
    into.currency = reason === null ? currency : null;
    into.unitCost = unitReason === null ? cost.cost / (into.consumption ?? 0) : null;
  }
  if (needs.costReasons) {
    into.costReasons = reason === null ? [] : [reason];
    into.unitCostReasons = unitReason === null ? [] : [unitReason];
  }
  if (cost?.rates) into.rates = cost.rates;
}
