import type { VisibleSnapshot } from '../data/database.js';
import { SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { MinimalFigures } from './figures.js';
import { countPeriods, eachPeriod } from './periods.js';
import { type Question, SOURCES } from './question.js';
import type { ScopeAccount } from './scope.js';
import { slotsOf } from './slotPieces.js';
import { readSlotSums } from './slotSums.js';

/** Whether a question's periods are slots whose quantities add up. */
export function hasSlots({ granularity, types }: Question, accounts: readonly ScopeAccount[]): boolean {
  const temperature = types?.includes('temperature') ?? accounts.some(({ type }) => type === 'temperature');
  return (granularity === 'hourly' || granularity === 'halfhourly') && !temperature;
}

/** The bounds and consumption of hours or half-hours by level, straight from the sums of slots: there may be many. */
export async function readMinimalSlots(
  snapshot: VisibleSnapshot,
  accounts: readonly ScopeAccount[],
  { clock, granularity, source }: Question,
): Promise<(level: number) => LazyRows<MinimalFigures>> {
  const groups = {
    keys: accounts.map(({ key }) => key),
    groups: accounts.map(({ level }) => level),
    means: new Set<number>(),
  };
  const slots = await readSlotSums(snapshot, groups, {
    source: SOURCES[source] ?? SOURCE.combined,
    range: clock.utcDays,
  });
  return (level) =>
    new LazyRows(countPeriods(clock, granularity), function* () {
      const quantity = slots.get(level)?.quantity;
      for (const period of eachPeriod(clock, granularity)) {
        const [first, after] = slotsOf(period, clock);
        let consumption = 0;
        for (let slot = first; slot < after; slot += 1) consumption += quantity?.[slot] ?? 0;
        yield { startDate: period.start, endDate: period.end, consumption };
      }
    });
}
