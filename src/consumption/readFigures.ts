import type { VisibleSnapshot } from '../db/database.js';
import { sql } from '../db/sql.js';
import { AppError, invalidParameters } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import type { ConsumptionContext } from './context.js';
import { readContracts } from './contracts.js';
import { readCosts } from './costs.js';
import { readDemand } from './demand.js';
import { type Factors, readFactors } from './factors.js';
import { type Batch, TargetFigureRows, type TargetFigures } from './figureRows.js';
import { isOfHalfHours, readMinimalHalfHours, totalsOfHalfHours } from './halfHourTotals.js';
import { readGroupHalfHours } from './halfHours.js';
import { periodsOf } from './localTime.js';
import {
  type Group,
  type TotalsByPeriod,
  type UsageRow,
  groupsOf,
  totalsOfTarget,
  totalsOfUsageRows,
} from './periodTotals.js';
import { type FigureQuery, SOURCES, type Target, type FigureNeeds, commonUnit } from './query.js';
import { type ScopeAccount, readScope } from './scope.js';
import { type Groups, type UsageQuery, keysToJoin, usageRowsSql, withGroups, withMeans } from './usageRows.js';

/** The unit if only emissions are requested (contract 4, /consumption, units). */
const EMISSIONS_UNIT = 'kgco2e';

/**
 * Computes the figures of a batch of targets in a fixed number of statements (contract 4, /consumption; figures 5).
 * @param targets targets with the same kinds of identifiers
 * @returns the figures of each target, or an error for a target whose types have different units
 */
export async function readFigures(
  context: ConsumptionContext,
  targets: readonly Target[],
  query: FigureQuery,
  needs: FigureNeeds,
): Promise<readonly (TargetFigures | AppError)[]> {
  const accounts = context.usage?.accounts ?? (await readScope(context.snapshot, context, targets, query));
  const byTarget = targets.map((): ScopeAccount[] => []);
  for (const account of accounts) byTarget[account.target]?.push(account);
  const units = byTarget.map((ofTarget) => unitOf(query, ofTarget));
  const counted = accounts.filter(({ target }) => !(units[target] instanceof AppError));
  const batch = await readBatch(context, counted, targets.length, query, needs);

  const answers: (TargetFigures | AppError)[] = [];
  for (const target of targets.keys()) {
    const unit = units[target] ?? null;
    answers.push(
      unit instanceof AppError
        ? unit
        : await new TargetFigureRows(batch, target, byTarget[target] ?? [], unit).figures(),
    );
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

async function readBatch(
  context: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  targets: number,
  query: FigureQuery,
  needs: FigureNeeds,
): Promise<Batch> {
  const { snapshot } = context;
  const { clock, source, emissionsOnly } = query;
  const byHalfHours = needs.periods && needs.minimal && !emissionsOnly && isOfHalfHours(query, accounts);
  // Without periods, the sums of months are enough.
  const granularity = needs.periods && !byHalfHours ? query.granularity : 'yearly';
  const periods = periodsOf(clock, granularity);
  const { dayNight } = needs;
  const time = { clock, granularity, periods };
  const groups = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ target }) => target) };
  const totalsFrom = (from: SourceCode, emissions: boolean): Promise<TotalsByPeriod> =>
    totalsOf(context, accounts, { clock, granularity, periods, dayNight, source: from }, targets, emissions);
  const [halfHours, totalsByPeriod, simulated, factors, demand, costs, contracts] = await Promise.all([
    byHalfHours ? readMinimalHalfHours(snapshot, accounts, query) : null,
    totalsFrom(SOURCES[source] ?? SOURCE.combined, needs.emissions),
    needs.simulated ? totalsFrom(SOURCE.simulated, false) : null,
    needs.emissions ? factorsFor(context, accounts) : null,
    needs.capacity ? readDemand(snapshot, accounts, time) : null,
    needs.cost || needs.rates ? readCosts(snapshot, groups, time, needs.rates) : null,
    needs.contracts ? readContracts(snapshot, groups.keys, clock) : null,
  ]);
  return {
    query,
    needs,
    granularity,
    periods,
    halfHours,
    totalsByPeriod,
    simulated,
    factors,
    demand,
    costs,
    contracts,
  };
}

/** Returns the totals of the stored usage, from the rows of the one statement for its one target, or with further statements. */
function totalsOf(
  { snapshot, usage }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  query: UsageQuery,
  targets: number,
  emissions: boolean,
): Promise<TotalsByPeriod> {
  return usage
    ? totalsOfTarget(usage.usageRows, usage.groups, emissions)
    : readTotals(snapshot, groupsOf(accounts), query, targets, emissions);
}

function factorsFor(
  { snapshot, usage }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
): Factors | Promise<Factors> {
  const countries = accounts.map(({ country }) => country);
  return usage?.factors ?? readFactors(snapshot, countries);
}

/** Returns the unit of a target's figures; an error if there are several. */
function unitOf({ types, emissionsOnly }: FigureQuery, accounts: readonly ScopeAccount[]): string | null | AppError {
  if (emissionsOnly) return EMISSIONS_UNIT;
  const unit = commonUnit(types ?? accounts.map(({ type }) => type));
  return unit !== null && typeof unit === 'object' ? invalidParameters([unit]) : unit;
}

/**
 * Reads the stored usage by target and period, whole months from the sums of months. The totals of periods are computed
 * on demand: there may be many.
 * @param factors whether to read quantities by emission factor
 */
async function readTotals(
  snapshot: VisibleSnapshot,
  groups: Groups & { readonly list: readonly Group[] },
  query: UsageQuery,
  targets: number,
  factors: boolean,
): Promise<TotalsByPeriod> {
  const { granularity, clock, source } = query;
  if (groups.keys.length === 0 || clock.start >= clock.end) return { at: () => undefined };
  if (granularity === 'halfhourly' || granularity === 'hourly') {
    const halfHours = await readGroupHalfHours(snapshot, groups, { source, range: clock.utcDays });
    return totalsOfHalfHours(halfHours, groups, query, factors);
  }
  return totalsOfUsageRows(await readUsageRows(snapshot, groups, query), targets, groups.list, factors);
}

/** Reads usage rows, ordered by period, group and year. */
async function readUsageRows(
  snapshot: VisibleSnapshot,
  groups: Groups,
  query: UsageQuery,
): Promise<readonly UsageRow[]> {
  const begin = query.clock.isUtc ? withGroups(snapshot, groups) : withMeans(snapshot, groups);
  const usageRows = usageRowsSql(query, keysToJoin(snapshot, groups));
  return snapshot.rows<UsageRow>(sql`${begin} ${usageRows} order by 2, 1, 3`);
}
