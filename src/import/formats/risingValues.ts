import type { SourceRow } from '../sourceRow.js';

/** The values of a file's meters, in order: those of a register only rise, those of intervals do not. */
export interface RisingValues {
  /** @param meter in words, such as `meter 1012345678905` */
  add(line: number, meter: string, value: number): void;
  /** A notice for each of the first meters whose values look like a register's. */
  notices(): readonly SourceRow[];
}

interface Seen {
  readonly line: number;
  readonly first: number;
  last: number;
  rises: number;
  falls: number;
}

/** Fewer steps in one direction happen by themselves: a meter's use may rise all morning. */
const FEWEST_STEPS = 20;
/** Meters that are looked at, and of which it is said. */
const MOST_METERS = 10_000;
const MOST_SAID = 10;

/** Makes what notices register readings that are taken for consumption. */
export function createRisingValues(): RisingValues {
  const meters = new Map<string, Seen>();
  return {
    add(line, meter, value) {
      const seen = meters.get(meter);
      if (seen) {
        if (value > seen.last) seen.rises += 1;
        else if (value < seen.last) seen.falls += 1;
        seen.last = value;
      } else if (meters.size < MOST_METERS) meters.set(meter, { line, first: value, last: value, rises: 0, falls: 0 });
    },
    notices: () =>
      [...meters]
        .filter(([, { rises, falls }]) => Math.min(rises, falls) === 0 && Math.max(rises, falls) >= FEWEST_STEPS)
        .slice(0, MOST_SAID)
        .map(([meter, { line, first, last, rises }]) => ({
          line,
          names: [],
          values: [],
          notice: `The values of ${meter} only ${rises > 0 ? 'rise' : 'fall'}, from ${first} to ${last}, as those of a register do; if they are readings and no consumption, import them as readings.`,
        })),
  };
}
