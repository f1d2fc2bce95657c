import type { Tuple, VisibleSnapshot } from '../db/database.js';
import { DataRow } from '../db/pgProtocol.js';
import {
  NOTHING,
  type Sql,
  type VisibleSql,
  identifier,
  join,
  plannedOnce,
  raw,
  sql,
  unparsedFrom,
} from '../db/sql.js';
import type { Topology } from '../db/topology.js';
import { type Amount, addAmounts, numberOfAmount } from '../usage/amounts.js';
import { COMBINED_SOURCES, SOURCE } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import type { ConsumptionRequest, TargetUsage } from './context.js';
import { type FactorWithChoices, factorsOf, factorsSql } from './factors.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { countPeriods, isOfMonths, wholeMonthsOf } from './localTime.js';
import { type Group, type UsageRow, groupsOf } from './periodTotals.js';
import {
  type FigureQuery,
  GROUP_KEYS,
  SOURCES,
  TARGET_IDS,
  type Target,
  periodsQueryOf,
  selectsAreasOrCounts,
  figureNeedsOf,
} from './query.js';
import {
  type NamedRecords,
  type ScopeAccount,
  type ScopeRow,
  isOfPortfolios,
  namedRecords,
  portfolioScopeSql,
  scopeAccount,
  scopeSql,
} from './scope.js';
import { type UsageQuery, lengthOf, monthRowsSql, portfolioRowsSql, usageRowsSql } from './usageRows.js';

/** The columns of an account, in the order of both statements. */
const ACCOUNT = [
  ...(['key', 'target', 'id', 'type', 'status', 'meterUser'] as const),
  ...(['capacityText', 'areaText', 'country', 'company', 'assetId', 'assetArea'] as const),
] satisfies readonly (keyof ScopeRow)[];
/** The amounts of a month. */
const AMOUNTS = ['quantity', 'estimated', 'dayQuantity', ...COMBINED_SOURCES] as const;
/** The values of a month in {@link monthRowsSql}. */
const MONTH = [...(['key', 'month', 'decimals', 'coveredMs'] as const), ...AMOUNTS];
/** Computed once: every statement contains them. */
const ACCOUNT_COLUMNS = raw(ACCOUNT.map((name) => `s.${identifier(name)}`).join(', '));
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
    const [factorRows, row] = tuple.slice(factorsAt);
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
  const row = Object.fromEntries(ACCOUNT.map((name, index) => [name, tuple[first + index]]));
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
interface MonthSum {
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
  readonly #sums: (MonthSum | undefined)[] = [];

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
    const [group, time] = [groupOfKey.get(key), this.#timeOfMonth[month - this.#first]];
    if (group === undefined || time === undefined) return;
    const sum = (this.#sums[time * this.#groups + group] ??= {
      amounts: AMOUNTS.map(() => null),
      coveredMs: 0,
      fullMs: 0,
    });
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

  /** Returns the usage rows by period, group and year. */
  usageRows(): readonly UsageRow[] {
    const usageRows = this.#sums.flatMap((sum, index): readonly UsageRow[] => {
      const time = this.#times[Math.floor(index / this.#groups)];
      if (!sum || !time) return [];
      const [quantity, estimated, dayQuantity, hh, reading, invoice, custom] = sum.amounts.map(
        (amount) => amount && numberOfAmount(amount),
      );
      return [
        {
          group: index % this.#groups,
          ...time,
          ...{ quantity: quantity ?? 0, estimated: estimated ?? 0, dayQuantity: dayQuantity ?? 0 },
          ...{ coveredMs: sum.coveredMs, fullMs: sum.fullMs },
          ...{ hh: hh ?? null, reading: reading ?? null, invoice: invoice ?? null, custom: custom ?? null },
        },
      ];
    });
    return usageRows.toSorted((a, b) => a.period - b.period || a.group - b.group || a.year - b.year);
  }
}

/** Fields that need separate statements. */
const SEPARATE_FIELDS: readonly FigureField[] = [
  'previous',
  'yearEarlier',
  'gaps',
  'assetGroups',
  'totalAssetFloorArea',
];

/** The maximum number of periods: a year of days. For more periods, several statements have smaller rows. */
const MAX_PERIODS = 366;

/**
 * The rows that one statement reads: months of an account or of an asset's accounts, accounts and their usage, or the
 * stored months of companies and entities.
 */
export type OneStatementKind = 'months' | 'accounts' | 'portfolios';

/**
 * Returns the statement that reads all data of a query: the figures of one target by day or longer period, without
 * fields that need other statements.
 * @returns null: the query needs several statements
 */
export function oneStatementKind(
  targets: readonly Target[],
  query: FigureQuery,
  selected: SelectedFields,
  { joinsFreely }: Topology,
): OneStatementKind | null {
  const [target = {}, ...others] = targets;
  const { granularity, clock } = query;
  const isNamed = TARGET_IDS.some((name) => target[name] !== undefined);
  const isShort = countPeriods(clock, granularity) <= MAX_PERIODS;
  if (
    others.length > 0 ||
    GROUP_KEYS.some((name) => target[name] !== undefined) ||
    !isShort ||
    ['halfhourly', 'hourly'].includes(granularity) ||
    clock.start >= clock.end
  )
    return null;
  const { simulated, capacity, cost, rates, contracts } = figureNeedsOf(selected, query);
  if (simulated || capacity || cost || rates || contracts) return null;
  const parts = [selected, selected.get('data')];
  if (parts.some((part) => SEPARATE_FIELDS.some((name) => part?.has(name)))) return null;
  const isWhole = isOfMonths(periodsQueryOf(query, selected));
  if (isWhole && isOfPortfolios(target, query) && !parts.some(selectsAreasOrCounts)) return 'portfolios';
  const isOfFew = target.accountId !== undefined || target.assetId !== undefined;
  if (isWhole && isOfFew) return 'months';
  return isNamed && (isWhole || joinsFreely) ? 'accounts' : null;
}

/** A row of the statement: an account, a usage row, which has a period, or all emission factors. */
type Row = Readonly<Record<string, unknown>> & {
  readonly group: number | null;
  readonly period: number | null;
  readonly count: number | null;
  readonly factors: readonly FactorWithChoices[] | null;
};

/** The columns of a usage row, without its group. */
const USAGE_ROW: readonly (keyof UsageRow)[] = [
  ...(['period', 'year', 'quantity', 'estimated', 'dayQuantity', 'coveredMs', 'fullMs'] as const),
  ...(['hh', 'reading', 'invoice', 'custom'] as const),
];
const USAGE_ROW_COLUMNS = raw(USAGE_ROW.map(identifier).join(', '));
const NO_USAGE_ROW = raw(USAGE_ROW.map((name) => `null as ${identifier(name)}`).join(', '));

/** The user of a meter: tenant, landlord or ''. */
const USER = sql`case when lower("meterUser") in ('tenant', 'landlord') then lower("meterUser") else '' end`;

/**
 * The columns that define a group: accounts with equal values are one group. Each temperature account is a group,
 * because temperatures are means. The order is that of `groupsOf`.
 */
const ALIKE = sql`type collate "C", country collate "C", ${USER} collate "C", company collate "C", status = 'inactive',
  case type when 'temperature' then key end`;

/**
 * Reads the accounts of a target, their usage, emission factors, the named records and the version of the data in one
 * statement, so from one snapshot.
 * @throws AppError not-found, and failures of the database
 */
export async function readInOneStatement(
  database: VisibleSnapshot,
  request: Omit<ConsumptionRequest, 'queryable'>,
  target: Target,
  query: FigureQuery,
  {
    selected,
    named,
    read,
  }: { readonly selected: SelectedFields; readonly named: Target; readonly read: OneStatementKind },
): Promise<TargetUsage> {
  const records = namedRecords(request, named);
  const usageQuery = { ...periodsQueryOf(query, selected), source: SOURCES[query.source] ?? SOURCE.combined };
  const isEach = [selected, selected.get('data')].some(selectsAreasOrCounts);
  const { emissions } = figureNeedsOf(selected, query);
  if (read === 'months') {
    const statement = accountMonthsSql(scopeSql(request, [target], query), usageQuery, records, emissions);
    const usage = await accountMonths(await database.tuples(statement), target, usageQuery, { records, isEach });
    if (usage) return usage;
  }
  const rows = await database.rows<Row>(
    groupedUsageSql(request, target, query, usageQuery, { records, isEach, emissions, read }),
  );
  records.check(rows[0]);
  const isAccount = (row: Row): row is Row & ScopeRow & { readonly group: number; readonly count: number } =>
    row.period === null && row.group !== null;
  const isUsageRow = (row: Row): row is Row & UsageRow => row.period !== null;
  const groups: Group[] = [];
  const accounts = rows.filter(isAccount).map((row) => {
    const account = scopeAccount(row, [target], row.count);
    groups[row.group] ??= account;
    return account;
  });
  const factorRows = rows.find((row) => row.factors !== null)?.factors;
  return { accounts, groups, usageRows: rows.filter(isUsageRow), factors: factorRows ? factorsOf(factorRows) : null };
}

/** The options of {@link groupedUsageSql}. */
interface GroupedUsage {
  readonly records: NamedRecords;
  /** Whether to return each account; otherwise one account represents all equal ones. */
  readonly isEach: boolean;
  readonly emissions: boolean;
  readonly read: OneStatementKind;
}

/** Returns the statement of accounts, or groups of equal accounts, and their usage by period. */
function groupedUsageSql(
  request: Omit<ConsumptionRequest, 'queryable'>,
  target: Target,
  query: FigureQuery,
  usageQuery: UsageQuery,
  { records, isEach, emissions, read }: GroupedUsage,
): VisibleSql {
  const isOfPortfolioMonths = read === 'portfolios';
  const scope = isOfPortfolioMonths ? portfolioScopeSql(request, target, query) : scopeSql(request, [target], query);
  const usageRows = isOfPortfolioMonths ? portfolioRowsSql(usageQuery) : usageRowsSql(usageQuery, null);
  const count = isOfPortfolioMonths ? sql`sum(accounts)::int` : sql`count(*)::int`;
  // An entity may have thousands of accounts. Most figures need only their number and their common values.
  const accounts = isEach
    ? sql`select *, 1 as count from scope`
    : sql`select * from scope
       join (select ${count} as count, min(key) as key from scope group by "group") one using (key)`;
  const lookedUp = records.columns.length === 0 ? NOTHING : sql`${join(records.columns, ', ')}, `;
  const factors = emissions
    ? sql` union all select ${nulls(records.columns.length + 2 + ACCOUNT.length + USAGE_ROW.length)}
    coalesce(jsonb_agg(f), '[]') from (${factorsSql(sql`(select country from scope)`)}) f`
    : NOTHING;
  return plannedOnce(sql`with scope as materialized (
        select dense_rank() over (order by ${ALIKE})::int - 1 as "group", s.* from (${scope}) s
      ), g as (
        select key as ${raw(isOfPortfolioMonths ? 'group_key' : 'account_key')}, "group", type = 'temperature' as mean from scope
      )
      select ${lookedUp}s."group", s.count, ${ACCOUNT_COLUMNS},
        ${NO_USAGE_ROW}, null::jsonb as factors
      from (values (1)) one left join (${accounts}) s on true
      union all select ${nulls(records.columns.length)}"group", null, ${nulls(ACCOUNT.length)}
        ${USAGE_ROW_COLUMNS}, null from (${usageRows}) p${factors}
      order by "period" nulls first, "id", "group", "year", factors nulls first`);
}

function nulls(count: number): Sql {
  return raw('null, '.repeat(count));
}
