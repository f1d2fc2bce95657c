import { quoted } from '../../errors/suggest.js';
import { columnPlace } from './columnPlace.js';
import type { IntervalMap } from './intervalMap.js';

/**
 * Makes what says why a row does not count, by the conditions of a map; null where it counts.
 * @throws Error that begins with "the header" when it has no column of a condition
 */
export function createRowFilter(
  labels: readonly string[],
  map: IntervalMap | null,
): (cells: readonly string[]) => string | null {
  const conditions = Object.entries(map?.where ?? {}).map(([name, begins]) => {
    return {
      name,
      place: columnPlace(labels, name, '--map or the profile has as where'),
      begins: begins.map((text) => text.toLowerCase()),
    };
  });
  return (cells) => {
    const other = conditions.find(({ place, begins }) => {
      const cell = (cells[place] ?? '').trim().toLowerCase();
      return !begins.some((text) => cell.startsWith(text));
    });
    return other ? `${other.name} ${quoted((cells[other.place] ?? '').trim())}` : null;
  };
}
