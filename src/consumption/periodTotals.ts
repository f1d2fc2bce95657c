import { COMBINED_SOURCES, type CombinedSource } from '../usage/sources.js';
import { inTurns, isTurnOver, nextTurn } from '../values/turns.js';
import type { ByFactor, FactorOf } from './factors.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageRows.js';

/** The usage of a group of accounts in the part of a period within one year. */
export interface UsageRow {
  readonly group: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Of temperatures: °C × ms. */
  readonly quantity: number;
  readonly estimated: number;
  readonly dayQuantity: number;
  readonly coveredMs: number;
  /**
   * Milliseconds of the units (months, days or half-hours) with full coverage of an account, summed over the accounts.
   */
  readonly fullMs: number;
  /** For combined usage, the contribution of each source; null: neither coverage nor quantity. */
  readonly hh: number | null;
  readonly reading: number | null;
  readonly invoice: number | null;
  readonly custom: number | null;
}

/** The common values of the accounts of a group. Each temperature account is a group. */
export interface Group {
  readonly target: number;
  readonly type: string;
  readonly country: string;
  readonly company: string;
  readonly user: ScopeAccount['user'];
  readonly expected: boolean;
}

/** For combined usage, the contribution of each source; null: none. */
type Parts = Record<CombinedSource, number | null>;

/** The totals of a target over a period. */
export interface PeriodTotals {
  quantity: number;
  estimated: number;
  dayQuantity: number;
  tenant: number;
  landlord: number;
  /** Milliseconds of the expected accounts: with data, and of units with full coverage. */
  coveredMs: number;
  fullMs: number;
  /** Whether any account has data: coverage or a quantity. */
  any: boolean;
  readonly parts: Parts;
  /** Quantities by the key of their factor, or null. */
  byFactor: Map<string, ByFactor> | null;
  /** Of temperatures, by group: Σ °C × ms, and ms. */
  means: Map<number, { weighted: number; ms: number }> | null;
}

/** Returns empty totals. */
export function emptyTotals(): PeriodTotals {
  return {
    quantity: 0,
    estimated: 0,
    dayQuantity: 0,
    tenant: 0,
    landlord: 0,
    coveredMs: 0,
    fullMs: 0,
    any: false,
    parts: { hh: null, reading: null, invoice: null, custom: null },
    byFactor: null,
    means: null,
  };
}

/**
 * Adds a usage row of a group to totals.
 * @param factors whether to add up quantities by emission factor
 */
export function addUsageRow(totals: PeriodTotals, usageRow: UsageRow, group: Group, factors: boolean): void {
  const { type, user, expected } = group;
  totals.quantity += usageRow.quantity;
  totals.estimated += usageRow.estimated;
  totals.dayQuantity += usageRow.dayQuantity;
  // Not `totals[user]`: V8 compares its name by identity, and a text from the database is another object each time.
  if (user === 'tenant') totals.tenant += usageRow.quantity;
  if (user === 'landlord') totals.landlord += usageRow.quantity;
  if (expected) {
    totals.coveredMs += usageRow.coveredMs;
    totals.fullMs += usageRow.fullMs;
  }
  totals.any = true;
  addParts(totals.parts, usageRow);
  if (factors) addFactor(totals, factorKey(group, usageRow.year), group, usageRow.year, usageRow.quantity);
  if (type === 'temperature') addMean(totals, usageRow.group, usageRow.quantity, usageRow.coveredMs);
}

/** Adds totals to other totals, such as those of a period to those of the whole range. */
export function addTotals(totals: PeriodTotals, other: PeriodTotals): void {
  totals.quantity += other.quantity;
  totals.estimated += other.estimated;
  totals.dayQuantity += other.dayQuantity;
  totals.tenant += other.tenant;
  totals.landlord += other.landlord;
  totals.coveredMs += other.coveredMs;
  totals.fullMs += other.fullMs;
  totals.any ||= other.any;
  addParts(totals.parts, other.parts);
  if (other.byFactor) for (const [key, one] of other.byFactor) addFactor(totals, key, one, one.year, one.quantity);
  if (other.means) for (const [group, { weighted, ms }] of other.means) addMean(totals, group, weighted, ms);
}

/** Adds the contribution of each source. */
function addParts(parts: Parts, added: Readonly<Parts>): void {
  if (added.hh !== null) parts.hh = (parts.hh ?? 0) + added.hh;
  if (added.reading !== null) parts.reading = (parts.reading ?? 0) + added.reading;
  if (added.invoice !== null) parts.invoice = (parts.invoice ?? 0) + added.invoice;
  if (added.custom !== null) parts.custom = (parts.custom ?? 0) + added.custom;
}

function factorKey({ type, country, company }: FactorOf, year: number): string {
  return `${type} ${country} ${company} ${year}`;
}

function addFactor(
  totals: PeriodTotals,
  key: string,
  { type, country, company }: FactorOf,
  year: number,
  quantity: number,
): void {
  const byFactor = (totals.byFactor ??= new Map<string, ByFactor>());
  const existing = byFactor.get(key);
  if (existing) existing.quantity += quantity;
  else byFactor.set(key, { type, country, company, year, quantity });
}

function addMean(totals: PeriodTotals, group: number, weighted: number, ms: number): void {
  const means = (totals.means ??= new Map<number, { weighted: number; ms: number }>());
  const mean = means.get(group);
  if (mean) {
    mean.weighted += weighted;
    mean.ms += ms;
  } else means.set(group, { weighted, ms });
}

/**
 * Returns the plain mean over the accounts with data, from the time-weighted mean of each account; null without data.
 */
export function meanOf({ means }: PeriodTotals): number | null {
  const own = [...(means?.values() ?? [])].filter(({ ms }) => ms > 0).map(({ weighted, ms }) => weighted / ms);
  return own.length === 0 ? null : own.reduce((sum, mean) => sum + mean, 0) / own.length;
}

/**
 * Groups equal accounts. Each temperature account is a group, because temperatures are means. The order of groups is
 * that of the statement in oneStatement.ts, regardless of the order of accounts: the rounding of their sum depends on
 * it.
 */
export function groupsOf(accounts: readonly ScopeAccount[]): Groups & { readonly list: readonly Group[] } {
  const list: Group[] = [];
  const numbers = new Map<string, number>();
  const means = new Set<number>();
  const groups = accounts.map((account) => {
    const { target, type, country, company, user, expected } = account;
    const mean = type === 'temperature';
    const name = `${target} ${type} ${country} ${company} ${user ?? ''} ${String(expected)} ${mean ? account.key : ''}`;
    const number = numbers.get(name) ?? list.push({ target, type, country, company, user, expected }) - 1;
    numbers.set(name, number);
    if (mean) means.add(number);
    return number;
  });
  const order = [...list.keys()].toSorted((a, b) => inOrder(list[a], list[b]));
  const positions = new Map(order.map((number, index) => [number, index]));
  const positionOf = (number: number): number => positions.get(number) ?? number;
  return {
    keys: accounts.map(({ key }) => key),
    groups: groups.map(positionOf),
    means: new Set([...means].map(positionOf)),
    list: order.flatMap((number) => list[number] ?? []),
  };
}

function inOrder(a: Group | undefined, b: Group | undefined): number {
  if (!a || !b) return 0;
  if (a.target !== b.target) return a.target - b.target;
  const texts = ({ type, country, user, company }: Group): readonly string[] => [type, country, user ?? '', company];
  const others = texts(b);
  for (const [index, text] of texts(a).entries()) {
    const other = others[index] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return Number(b.expected) - Number(a.expected);
}

/** The totals of targets by period; undefined: the period has no data. */
export interface TotalsByPeriod {
  readonly at: (target: number, period: number) => PeriodTotals | undefined;
}

/** Adds up the totals of all periods of a target. */
export async function rangeTotals(
  totalsByPeriod: TotalsByPeriod,
  target: number,
  periods: number,
): Promise<PeriodTotals> {
  const total = emptyTotals();
  for (let period = 0; period < periods; period += 1) {
    const totals = totalsByPeriod.at(target, period);
    if (totals) addTotals(total, totals);
    if (isTurnOver()) await nextTurn();
  }
  return total;
}

/** The numbers of a usage row; some may be null. */
const NUMBERS = ['quantity', 'estimated', 'dayQuantity', 'coveredMs', 'fullMs', ...COMBINED_SOURCES] as const;

/** Stores usage rows as columns of numbers, which need a tenth of the memory of objects. */
class UsageRowColumns {
  readonly #groups: Int32Array;
  readonly #periods: Int32Array;
  readonly #years: Int32Array;
  readonly #numbers: Float64Array;

  constructor(length: number) {
    this.#groups = new Int32Array(length);
    this.#periods = new Int32Array(length);
    this.#years = new Int32Array(length);
    this.#numbers = new Float64Array(length * NUMBERS.length);
  }

  set(index: number, usageRow: UsageRow): void {
    this.#groups[index] = usageRow.group;
    this.#periods[index] = usageRow.period;
    this.#years[index] = usageRow.year;
    // NaN stands for a missing number.
    for (const [at, name] of NUMBERS.entries()) this.#numbers[index * NUMBERS.length + at] = usageRow[name] ?? NaN;
  }

  groupAt(index: number): number {
    return this.#groups[index] ?? 0;
  }

  periodAt(index: number): number {
    return this.#periods[index] ?? 0;
  }

  at(index: number): UsageRow {
    const from = index * NUMBERS.length;
    const number = (at: number): number => this.#numbers[from + at] ?? NaN;
    const part = (name: CombinedSource): number | null => {
      const value = number(NUMBERS.indexOf(name));
      return Number.isNaN(value) ? null : value;
    };
    return {
      group: this.groupAt(index),
      period: this.periodAt(index),
      year: this.#years[index] ?? 0,
      quantity: number(0),
      estimated: number(1),
      dayQuantity: number(2),
      coveredMs: number(3),
      fullMs: number(4),
      hh: part('hh'),
      reading: part('reading'),
      invoice: part('invoice'),
      custom: part('custom'),
    };
  }
}

/**
 * Adds up the usage rows of one target by period, at once. It has at most a few hundred periods, whose totals are used
 * twice; see {@link totalsOfUsageRows} for many targets.
 * @param factors whether to add up quantities by emission factor
 */
export async function totalsOfTarget(
  usageRows: readonly UsageRow[],
  groups: readonly Group[],
  factors: boolean,
): Promise<TotalsByPeriod> {
  const byPeriod = new Map<number, PeriodTotals>();
  await inTurns(usageRows, (usageRow) => {
    const group = groups[usageRow.group];
    if (!group) return;
    let totals = byPeriod.get(usageRow.period);
    if (!totals) byPeriod.set(usageRow.period, (totals = emptyTotals()));
    addUsageRow(totals, usageRow, group, factors);
  });
  return { at: (_, period) => byPeriod.get(period) };
}

/**
 * Adds up usage rows by target and period, on demand.
 * @param usageRows by period
 * @param factors whether to add up quantities by emission factor
 */
export async function totalsOfUsageRows(
  usageRows: readonly UsageRow[],
  targets: number,
  groups: readonly Group[],
  factors: boolean,
): Promise<TotalsByPeriod> {
  const columns = new UsageRowColumns(usageRows.length);
  const targetOf = (index: number): number => groups[columns.groupAt(index)]?.target ?? 0;
  /** The index of each target's first usage row, sorted by target. */
  const starts = new Int32Array(targets + 1);
  let count = 0;
  await inTurns(usageRows, (usageRow) => {
    columns.set(count, usageRow);
    const after = targetOf(count) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
    count += 1;
  });
  for (let target = 0; target < targets; target += 1)
    starts[target + 1] = (starts[target + 1] ?? 0) + (starts[target] ?? 0);
  const sorted = new Int32Array(count);
  const next = starts.slice();
  for (let index = 0; index < count; index += 1) {
    const target = targetOf(index);
    const position = next[target] ?? 0;
    sorted[position] = index;
    next[target] = position + 1;
  }
  return {
    at(target, period) {
      const end = starts[target + 1] ?? 0;
      let [low, high] = [starts[target] ?? 0, end];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (columns.periodAt(sorted[middle] ?? 0) < period) low = middle + 1;
        else high = middle;
      }
      let totals: PeriodTotals | undefined;
      for (; low < end && columns.periodAt(sorted[low] ?? 0) === period; low += 1) {
        const usageRow = columns.at(sorted[low] ?? 0);
        const group = groups[usageRow.group];
        if (group) addUsageRow((totals ??= emptyTotals()), usageRow, group, factors);
      }
      return totals;
    },
  };
}
