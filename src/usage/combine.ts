import { HALF_HOUR_MS } from './grid.js';
import type { HalfHourGrid } from './halfHourGrid.js';
import type { CombinedSource } from './sources.js';

/** The source that `combined` uses for each half-hour; undefined if no source has data. */
export type Picks = readonly (CombinedSource | undefined)[];

/**
 * Picks one source per half-hour (figures 4): the first in order of priority that covers it fully; otherwise the one
 * that covers most, the earlier on a tie. Sources without data are skipped. A quantity without coverage counts if no
 * source covers the half-hour, as when one of two registers has a gap.
 * @param grids the grids of the sources, all of the same days
 */
export function pickSources(
  grids: ReadonlyMap<CombinedSource, HalfHourGrid>,
  priority: readonly CombinedSource[],
): Picks {
  const candidates = priority.flatMap((part) => {
    const grid = grids.get(part);
    return grid ? [{ part, grid }] : [];
  });
  const length = candidates[0]?.grid.covered.length ?? 0;
  // `fill` avoids holes in the array, which some array methods skip.
  const picks = new Array<CombinedSource | undefined>(length).fill(undefined);
  for (let halfHour = 0; halfHour < length; halfHour += 1) {
    let most = -1;
    for (const { part, grid } of candidates) {
      const here = grid.covered[halfHour] ?? 0;
      if (here <= most || (here === 0 && (grid.quantity[halfHour] ?? 0) === 0)) continue;
      most = here;
      picks[halfHour] = part;
      if (here === HALF_HOUR_MS) break;
    }
  }
  return picks;
}
