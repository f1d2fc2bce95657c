import { addPiece, type Cell, type Cells, emptyCell, type Group } from './cells.js';
import type { Clock, Period } from './periods.js';
import { slotPiece, type SlotPieces, yearsOf } from './slotPieces.js';
import type { GroupSlots } from './slots.js';
import type { Groups } from './usageOfGroups.js';

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
