import type { VisibleSnapshot } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import { raw, sql } from '../db/sql.js';
import { DAY_MS, isoOf, monthStart } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import type { ConsumptionRequest } from './context.js';
import type { Target } from './query.js';
import { readScope } from './scope.js';
import { keysToJoin, storedRows, withGroups } from './usageRows.js';

/**
 * Returns the last month with data of each target's visible accounts, from any source except forecasts.
 * @param types utility types; null: all
 * @returns in the order of the targets: `2022-11`, or null without data
 * @throws AppError query-timeout or database-unavailable
 */
export async function readLastMonths(
  { queryable, caller, ...visible }: ConsumptionRequest,
  targets: readonly Target[],
  types: readonly string[] | null,
): Promise<readonly (string | null)[]> {
  const read = async (snapshot: VisibleSnapshot): Promise<readonly (string | null)[]> => {
    const accounts = await readScope(snapshot, visible, targets, { types, tags: null });
    const groups = {
      keys: accounts.map(({ key }) => key),
      groups: accounts.map(({ target }) => target),
      means: new Set<number>(),
    };
    const condition = sql`source <> ${raw(SOURCE.simulated)} and covered_ms > 0`;
    const months = storedRows('usage_months', condition, keysToJoin(snapshot, groups));
    const rows = await snapshot.rows<{ readonly target: number; readonly month: number }>(
      sql`${withGroups(snapshot, groups)} select g."group" as target, max(u.month) as month from ${months} group by 1`,
    );
    const last = new Map(
      rows.map(({ target, month }) => [target, isoOf(monthStart(month) * DAY_MS).slice(0, 'YYYY-MM'.length)]),
    );
    return targets.map((_, index) => last.get(index) ?? null);
  };
  try {
    return await queryable.snapshot(read, caller);
  } catch (error) {
    throw databaseFailure(error, 'Request fewer accounts.');
  }
}
