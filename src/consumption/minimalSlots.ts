import type { Snapshot } from '../data/database.js';
import { DAY_MS, isoOf, SLOT_MS, SLOTS } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { MinimalFigures } from './figures.js';
import { type Question, SOURCES } from './question.js';
import type { ScopeAccount } from './scope.js';
import { readSlotSums } from './slotSums.js';

/** Whether a question's periods are slots whose quantities add up. */
export function hasSlots({ granularity, types }: Question, accounts: readonly ScopeAccount[]): boolean {
  const temperature = types?.includes('temperature') ?? accounts.some(({ type }) => type === 'temperature');
  return (granularity === 'hourly' || granularity === 'halfhourly') && !temperature;
}

/** The bounds and consumption of hours or half-hours by level, straight from the sums of slots: there may be many. */
export async function readMinimalSlots(
  snapshot: Snapshot,
  accounts: readonly ScopeAccount[],
  { range, granularity, source }: Question,
): Promise<(level: number) => LazyRows<MinimalFigures>> {
  const groups = {
    keys: accounts.map(({ key }) => key),
    groups: accounts.map(({ level }) => level),
    means: new Set<number>(),
  };
  const slots = await readSlotSums(snapshot, groups, { source: SOURCES[source] ?? SOURCE.combined, range });
  const perPeriod = granularity === 'hourly' ? 2 : 1;
  const length = ((range.to - range.from) * SLOTS) / perPeriod;
  const boundOf = (index: number): string => isoOf(range.from * DAY_MS + index * SLOT_MS * perPeriod);
  return (level) =>
    new LazyRows(length, function* () {
      const quantity = slots.get(level)?.quantity;
      let startDate = boundOf(0);
      for (let index = 0; index < length; index += 1) {
        let consumption = 0;
        for (let slot = index * perPeriod; slot < (index + 1) * perPeriod; slot += 1) {
          consumption += quantity?.[slot] ?? 0;
        }
        const endDate = boundOf(index + 1);
        yield { startDate, endDate, consumption };
        startDate = endDate;
      }
    });
}
