import type { Tuple } from '../db/database.js';
import { DataRow } from '../db/pgProtocol.js';
import { NOTHING, type VisibleSql, identifier, join, plannedOnce, raw, sql, unparsedFrom } from '../db/sql.js';
import { type Amount, addAmounts, numberOfAmount } from '../usage/amounts.js';
import { COMBINED_SOURCES } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import type { TargetUsage } from './context.js';
import { type FactorWithChoices, factorsOf, factorsSql } from './factors.js';
import { wholeMonthsOf } from './localTime.js';
import { type UsageRow, groupsOf } from './periodTotals.js';
import type { Target } from './query.js';
import { type NamedRecords, type ScopeAccount, type ScopeRow, scopeAccount } from './scope.js';
import { type UsageQuery, lengthOf, monthRowsSql } from './usageRows.js';

/** The columns of an account, in the order of both statements. */
export const ACCOUNT = [
  ...(['key', 'target', 'id', 'type', 'status', 'meterUser'] as const),
  ...(['capacityText', 'areaText', 'country', 'company', 'assetId', 'assetArea'] as const),
] satisfies readonly (keyof ScopeRow)[];
const BLANK = Object.fromEntries(ACCOUNT.map((name) => [name, null]));
/** The amounts of a month. */
const AMOUNTS = ['quantity', 'estimated', 'dayQuantity', ...COMBINED_SOURCES] as const;
const NO_AMOUNTS = AMOUNTS.map(() => null);
/** The values of a month in {@link monthRowsSql}. */
const MONTH = [...(['key', 'month', 'decimals', 'coveredMs'] as const), ...AMOUNTS];
/** Computed once: every statement contains them. */
export const ACCOUNT_COLUMNS = raw(ACCOUNT.map((name) => `s.${identifier(name)}`).join(', '));
const NAMED_NULLS = raw(MONTH.map((name) => `null as ${identifier(`month ${name}`)}`).join(', '));
const NO_MONTH = raw(MONTH.map(() => 'null').join(', '));
/** The index of a month's first amount. */
const FIRST_AMOUNT = MONTH.length - AMOUNTS.length;

/** The maximum number of stored months that are read. The database adds up more. */
const MAX_MONTHS = 20_000;

/**
 * Returns the statement of whole months of a few accounts: the accounts, their stored months, and emission factors. For
 * few rows, adding up costs the database more than sending them.
 * @param scope the accounts, a {@link ScopeRow} each
 * @param emissions whether to read factors
 */
export function accountMonthsSql(
  scope: VisibleSql,
  query: UsageQuery,
  { columns }: NamedRecords,
  emissions: boolean,
): VisibleSql {
  const lookedUp = columns.length === 0 ? NOTHING : sql`${join(columns, ', ')}, `;
  const before = raw('null, '.repeat(columns.length + ACCOUNT.length));
  const factors = emissions
    ? sql` union all select ${before}(select coalesce(jsonb_agg(f), '[]') from
    (${factorsSql(sql`(select country from scope)`)}) f), ${NO_MONTH}`
    : NOTHING;
  const statement = sql`with scope as materialized (${scope}), g as (select key as account_key from scope)
    select ${lookedUp}${ACCOUNT_COLUMNS}, null::jsonb as factors, ${NAMED_NULLS}
    from (values (1)) one left join scope s on true
    union all (select ${before}null, ${monthRowsSql(query)} limit ${raw(MAX_MONTHS + 1)})${factors}`;
  return plannedOnce(unparsedFrom(statement, columns.length + ACCOUNT.length + 1));
}

/**
 * Reads the tuples of the statement in several turns of the event loop: an asset may have many accounts.
 * @param target the account or asset
 * @param isEach whether to return each account; otherwise one account represents all equal ones
 * @returns null if there are too many months
 * @throws AppError not-found if a named record is not visible
 */
export async function accountMonths(
  tuples: readonly Tuple[],
  target: Target,
  query: UsageQuery,
  { records, isEach }: { readonly records: NamedRecords; readonly isEach: boolean },
): Promise<TargetUsage | null> {
  const first = records.columns.length;
  const factorsAt = first + ACCOUNT.length;
  const lookedUp = tuples.find(([one]) => one !== null);
  records.check(lookedUp && Object.fromEntries(records.names.map((name, index) => [name, lookedUp[index]])));
  const accounts: ScopeAccount[] = [];
  const months: DataRow[] = [];
  let factors: readonly FactorWithChoices[] | null = null;
  for (const tuple of tuples) {
    const [factorRows, row] = [tuple[factorsAt], tuple[factorsAt + 1]];
    if (tuple[first] !== null) accounts.push(accountOf(tuple, first, target));
    else if (areFactors(factorRows)) factors = factorRows;
    else if (row instanceof DataRow) months.push(row);
  }
  if (months.length > MAX_MONTHS) return null;
  const byId = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { keys, groups, list } = groupsOf(byId);
  const groupOfKey = new Map(keys.map((key, index) => [Number(key), groups[index] ?? 0]));
  const sums = new MonthSums(query, list.length);
  await inTurns(months, (row) => {
    sums.add(row.numbersFrom(factorsAt + 1, MONTH.length), groupOfKey);
  });
  return {
    accounts: isEach ? byId : representatives(byId, groups),
    groups: list,
    usageRows: sums.usageRows(),
    factors: factors && factorsOf(factors),
  };
}

function areFactors(value: unknown): value is readonly FactorWithChoices[] {
  return Array.isArray(value);
}

/** Returns the account of a tuple. `first` is the index of its first value. */
function accountOf(tuple: Tuple, first: number, target: Target): ScopeAccount {
  // V8 makes a copy of an object faster than an object that gets its names one by one.
  const row: Record<string, unknown> = { ...BLANK };
  for (let index = 0; index < ACCOUNT.length; index += 1) row[ACCOUNT[index] ?? ''] = tuple[first + index];
  if (!isScopeRow(row)) throw new Error('the statement has other columns of an account');
  return scopeAccount(row, [target]);
}

function isScopeRow(row: Readonly<Record<string, unknown>>): row is ScopeRow {
  const { key, target, id, type, country, company } = row;
  return (
    typeof key === 'number' &&
    typeof target === 'number' &&
    [id, type, country, company].every((one) => typeof one === 'string')
  );
}

/** Returns the account with the lowest key of each group, with the number of accounts. */
function representatives(accounts: readonly ScopeAccount[], groups: readonly number[]): readonly ScopeAccount[] {
  const byGroup = new Map<number, ScopeAccount>();
  for (const [index, account] of accounts.entries()) {
    const group = groups[index] ?? 0;
    const before = byGroup.get(group);
    const least = before && before.key < account.key ? before : account;
    byGroup.set(group, { ...least, count: (before?.count ?? 0) + 1 });
  }
  return [...byGroup.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Sums of the months of a group in one period and year. */
interface MonthSum extends Pick<UsageRow, 'group' | 'period' | 'year'> {
  readonly amounts: (Amount | null)[];
  coveredMs: number;
  fullMs: number;
}

/** Months of accounts, added up exactly by group, period and year. */
class MonthSums {
  readonly #first: number;
  /** The periods and years in order, and for each month the index of its period and year. */
  readonly #times: { readonly period: number; readonly year: number }[] = [];
  readonly #timeOfMonth: number[] = [];
  readonly #groups: number;
  readonly #sums = new Map<number, MonthSum>();

  constructor(query: UsageQuery, groups: number) {
    const months = wholeMonthsOf(query);
    this.#first = months[0]?.month ?? 0;
    this.#groups = groups;
    for (const { month, period, year } of months) {
      const last = this.#times.at(-1);
      if (last?.period !== period || last.year !== year) this.#times.push({ period, year });
      this.#timeOfMonth[month - this.#first] = this.#times.length - 1;
    }
  }

  /** Adds a month. Its values have the order of {@link MONTH}. */
  add(values: readonly (number | null)[], groupOfKey: ReadonlyMap<number, number>): void {
    const [key, month, decimals, coveredMs] = values;
    if (typeof key !== 'number' || typeof month !== 'number' || typeof decimals !== 'number') return;
    const group = groupOfKey.get(key);
    const sum = group === undefined ? undefined : this.#sumOf(group, month);
    if (!sum) return;
    const length = lengthOf(month);
    sum.coveredMs += coveredMs ?? 0;
    if (coveredMs === length) sum.fullMs += length;
    for (let index = 0; index < AMOUNTS.length; index += 1) {
      const scaled = values[FIRST_AMOUNT + index] ?? null;
      if (scaled === null) continue;
      const before = sum.amounts[index];
      sum.amounts[index] = before ? addAmounts(before, { scaled, decimals }) : { scaled, decimals };
    }
  }

  /** Returns the sum that a month of a group belongs to. */
  #sumOf(group: number, month: number): MonthSum | undefined {
    const time = this.#timeOfMonth[month - this.#first] ?? -1;
    const { period, year } = this.#times[time] ?? {};
    if (period === undefined || year === undefined) return undefined;
    const at = time * this.#groups + group;
    const existing = this.#sums.get(at);
    if (existing) return existing;
    const sum: MonthSum = { group, period, year, amounts: [...NO_AMOUNTS], coveredMs: 0, fullMs: 0 };
    this.#sums.set(at, sum);
    return sum;
  }

  /** Returns the usage rows by period, group and year. */
  usageRows(): readonly UsageRow[] {
    const usageRows: UsageRow[] = [];
    for (const sum of this.#sums.values()) usageRows.push(usageRowOf(sum));
    return usageRows.sort((a, b) => a.period - b.period || a.group - b.group || a.year - b.year);
  }
}

function usageRowOf({ group, period, year, amounts, coveredMs, fullMs }: MonthSum): UsageRow {
  const [quantity, estimated, dayQuantity, hh, reading, invoice, custom] = amounts;
  // Without spreads: V8 adds properties after a spread by its slow path.
  return {
    group,
    period,
    year,
    quantity: quantity ? numberOfAmount(quantity) : 0,
    estimated: estimated ? numberOfAmount(estimated) : 0,
    dayQuantity: dayQuantity ? numberOfAmount(dayQuantity) : 0,
    coveredMs,
    fullMs,
    hh: hh ? numberOfAmount(hh) : null,
    reading: reading ? numberOfAmount(reading) : null,
    invoice: invoice ? numberOfAmount(invoice) : null,
    custom: custom ? numberOfAmount(custom) : null,
  };
}
