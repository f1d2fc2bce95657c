import type { VisibleSnapshot } from '../db/database.js';
import { NOTHING, type Sql, type VisibleSql, identifier, join, plannedOnce, raw, sql } from '../db/sql.js';
import type { Topology } from '../db/topology.js';
import { ACCOUNT, ACCOUNT_COLUMNS, accountMonths, accountMonthsSql } from './accountMonths.js';
import type { ConsumptionRequest, TargetUsage } from './context.js';
import { type FactorWithChoices, factorsOf, factorsSql } from './factors.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { countPeriods, isOfMonths } from './localTime.js';
import { type Group, type UsageRow } from './periodTotals.js';
import {
  type FigureQuery,
  GROUP_KEYS,
  TARGET_IDS,
  type Target,
  selectsAreasOrCounts,
  figureNeedsOf,
  usageQueryOf,
} from './query.js';
import {
  type NamedRecords,
  type ScopeRow,
  isOfPortfolios,
  namedRecords,
  portfolioScopeSql,
  scopeAccount,
  scopeSql,
} from './scope.js';
import { type UsageQuery, portfolioRowsSql, usageRowsSql } from './usageRows.js';

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
  const needs = figureNeedsOf(selected, query);
  const { simulated, capacity, cost, rates, contracts } = needs;
  if (simulated || capacity || cost || rates || contracts) return null;
  const parts = [selected, selected.get('data')];
  if (parts.some((part) => SEPARATE_FIELDS.some((name) => part?.has(name)))) return null;
  const isWhole = isOfMonths(usageQueryOf(query, needs));
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
  const needs = figureNeedsOf(selected, query);
  const { emissions } = needs;
  const usageQuery = usageQueryOf(query, needs);
  const isEach = [selected, selected.get('data')].some(selectsAreasOrCounts);
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
