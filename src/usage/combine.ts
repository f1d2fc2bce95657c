import { SLOT_MS } from './grid.js';
import type { SlotGrid } from './slotGrid.js';
import type { CombinedSource } from './sources.js';

/** The source that combined takes each slot from; undefined where none has anything. */
export type Picks = readonly (CombinedSource | undefined)[];

/**
 * Picks one source per slot (figures 4): in the order of priority the first that covers the slot fully; if
 * none does, the one that covers most, the earlier on a tie. A source that has nothing in the slot is left out, so that
 * a quantity without coverage counts where no source covers anything: one of two registers in a gap.
 * @param grids of the same days
 */
export function pickSources(grids: ReadonlyMap<CombinedSource, SlotGrid>, priority: readonly CombinedSource[]): Picks {
  const candidates = priority.flatMap((part) => {
    const grid = grids.get(part);
    return grid ? [{ part, grid }] : [];
  });
  const length = candidates[0]?.grid.covered.length ?? 0;
  // Filled, as what skips the holes of a list would skip such slots.
  const picks = new Array<CombinedSource | undefined>(length).fill(undefined);
  for (let slot = 0; slot < length; slot += 1) {
    let most = -1;
    for (const { part, grid } of candidates) {
      const here = grid.covered[slot] ?? 0;
      if (here <= most || (here === 0 && (grid.quantity[slot] ?? 0) === 0)) continue;
      most = here;
      picks[slot] = part;
      if (here === SLOT_MS) break;
    }
  }
  return picks;
}
