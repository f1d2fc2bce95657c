import { SLOT_MS } from './grid.js';
import type { SlotGrid } from './slotGrid.js';
import type { Part } from './sources.js';

/** The source that combined takes each slot from; undefined where none covers anything. */
export type Picks = readonly (Part | undefined)[];

/**
 * Picks one source per slot (consumption, combined): in the order of priority the first that covers the slot fully; if
 * none does, the one that covers most, the earlier on a tie.
 * @param grids of the same days
 */
export function pickSources(grids: ReadonlyMap<Part, SlotGrid>, priority: readonly Part[]): Picks {
  const candidates = priority.flatMap((part) => {
    const grid = grids.get(part);
    return grid ? [{ part, covered: grid.covered }] : [];
  });
  const length = candidates[0]?.covered.length ?? 0;
  const first = priority[0] && grids.get(priority[0]);
  // Filled, as what skips the holes of a list would skip such slots.
  const picks = new Array<Part | undefined>(length).fill(undefined);
  for (let slot = 0; slot < length; slot += 1) {
    let most = 0;
    for (const { part, covered } of candidates) {
      const here = covered[slot] ?? 0;
      if (here <= most) continue;
      most = here;
      picks[slot] = part;
      if (here === SLOT_MS) break;
    }
    // All cover nothing, a tie: the earliest, which has a quantity only where a register's gap hides another's.
    if (most === 0 && first && (first.quantity[slot] ?? 0) !== 0) picks[slot] = priority[0];
  }
  return picks;
}
