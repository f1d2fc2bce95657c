import type { VisibleSnapshot } from '../data/database.js';
import { DAY_MS, SLOT_MS, dayOf, isDaytime } from '../usage/grid.js';
import { type CombinedSource, SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { MinimalFigures } from './figureRows.js';
import { type GroupSlots, readSlotSums } from './halfHours.js';
import { type Clock, type Period, countPeriods, eachPeriod, slotsOf, yearsOf } from './localTime.js';
import { type Cell, type Cells, type Group, type Piece, addPiece, emptyCell } from './periodTotals.js';
import { type Question, SOURCES } from './query.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageRows.js';

/** Slots of a group as pieces of hourly or half-hourly periods. */
export interface SlotPieces {
  readonly group: number;
  /** Of the days of UTC that the clock's touch. */
  readonly slots: GroupSlots;
  readonly clock: Clock;
  readonly periods: readonly Period[];
  /** The years of the local days. */
  readonly years: Int16Array;
  /** Of temperatures, whose slots are °C. */
  readonly mean: boolean;
}

/** The piece of a period; undefined where nothing is. */
export function slotPiece(pieces: SlotPieces, period: number): Piece | undefined {
  const { group, slots, clock, periods, years, mean } = pieces;
  const time = periods[period];
  if (!time) return undefined;
  const [first, end] = slotsOf(time, clock);
  const local = clock.localOf(time.start);
  const firstOfDay = Math.floor((local - dayOf(local) * DAY_MS) / SLOT_MS);
  const sums = { quantity: 0, estimated: 0, dayQuantity: 0, coveredMs: 0, fullMs: 0 };
  const parts: Record<CombinedSource, number | null> = { hh: null, reading: null, invoice: null, custom: null };
  let present = false;
  for (let index = first; index < end; index += 1) {
    const covered = slots.coveredMs[index] ?? 0;
    const quantity = (slots.quantity[index] ?? 0) * (mean ? covered : 1);
    if ((slots.present[index] ?? 0) > 0) present = true;
    sums.quantity += quantity;
    sums.estimated += slots.estimated[index] ?? 0;
    if (isDaytime(firstOfDay + index - first)) sums.dayQuantity += quantity;
    sums.coveredMs += covered;
    sums.fullMs += (slots.full[index] ?? 0) * SLOT_MS;
    for (const [part, own] of slots.parts) {
      if ((own.present[index] ?? 0) === 0) continue;
      parts[part] = (parts[part] ?? 0) + (own.quantity[index] ?? 0) * (mean ? covered : 1);
    }
  }
  if (!present) return undefined;
  return { group, period, year: years[dayOf(local) - clock.range.from] ?? 0, ...sums, ...parts };
}

/**
 * Slots as the cells of hours or half-hours, each made when it is asked for: what is held are numbers in columns.
 * @param factors whether quantities by emission factor are wanted
 */
export function cellsOfSlots(
  slots: ReadonlyMap<number, GroupSlots>,
  { list, means }: Groups & { readonly list: readonly Group[] },
  { clock, periods }: { readonly clock: Clock; readonly periods: readonly Period[] },
  factors: boolean,
): Cells {
  const byLevel = new Map<number, { readonly group: Group; readonly pieces: SlotPieces }[]>();
  const years = yearsOf(clock);
  for (const [number, own] of slots) {
    const group = list[number];
    if (!group) continue;
    const pieces = { group: number, slots: own, clock, periods, years, mean: means.has(number) };
    const level = byLevel.get(group.level);
    if (level) level.push({ group, pieces });
    else byLevel.set(group.level, [{ group, pieces }]);
  }
  return {
    at(level, period) {
      let cell: Cell | undefined;
      for (const { group, pieces } of byLevel.get(level) ?? []) {
        const piece = slotPiece(pieces, period);
        if (piece) addPiece((cell ??= emptyCell()), piece, group, factors);
      }
      return cell;
    },
  };
}

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
