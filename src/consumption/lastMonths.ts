import type { VisibleSnapshot } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { raw, sql } from '../data/sql.js';
import { DAY_MS, isoOf, monthStart } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import type { ConsumptionRequest } from './context.js';
import type { Level } from './query.js';
import { readScope } from './scope.js';
import { keysToJoin, usageRows, withGroups } from './usageRows.js';

/**
 * The last month of which any data is there, of whichever source but forecasts, of each level's accounts that the viewer may see.
 * @param types utility types; null: all
 * @returns in the order of the levels: `2022-11`, or null without any data
 * @throws AppError query-timeout or database-unavailable
 */
export async function readLastMonths(
  { queryable, caller, ...seen }: ConsumptionRequest,
  levels: readonly Level[],
  types: readonly string[] | null,
): Promise<readonly (string | null)[]> {
  const read = async (snapshot: VisibleSnapshot): Promise<readonly (string | null)[]> => {
    const accounts = await readScope(snapshot, seen, levels, { types, tags: null });
    const groups = {
      keys: accounts.map(({ key }) => key),
      groups: accounts.map(({ level }) => level),
      means: new Set<number>(),
    };
    const condition = sql`source <> ${raw(SOURCE.simulated)} and covered_ms > 0`;
    const months = usageRows('usage_months', condition, keysToJoin(snapshot, groups));
    const rows = await snapshot.rows<{ readonly level: number; readonly month: number }>(
      sql`${withGroups(groups)} select g."group" as level, max(u.month) as month from ${months} group by 1`,
    );
    const last = new Map(
      rows.map(({ level, month }) => [level, isoOf(monthStart(month) * DAY_MS).slice(0, 'YYYY-MM'.length)]),
    );
    return levels.map((_, index) => last.get(index) ?? null);
  };
  try {
    return await queryable.snapshot(read, caller);
  } catch (error) {
    throw databaseFailure(error, 'Ask for fewer accounts.');
  }
}
