import type { SourceRow } from '../sourceRow.js';

/**
 * The values of a file's meters, in order: those of a register rise but for an exchange or a zero, those of intervals
 * do not.
 */
export interface RisingValues {
  /** @param meter in words, such as `meter 1012345678905` */
  add(line: number, meter: string, value: number): void;
  /**
   * A notice for each of the first meters whose values look like a register's.
   * @throws Error that begins with "the" when most meters look so, and it was not said that the values are consumption
   */
  notices(): readonly SourceRow[];
}

interface Seen {
  readonly line: number;
  readonly first: number;
  last: number;
  largest: number;
  rises: number;
  falls: number;
  /** The last step that was not 0, and the sum of the steps that go on in the direction of the one before. */
  step: number;
  way: number;
}

/** Fewer steps in one direction are normal: a meter's use may rise all morning. */
const FEWEST_STEPS = 20;
/** Steps in the other direction that a register may have: exchanges and zeros, or a counter that begins anew each day. */
const [MOST_TURNS, TURNS_PER_STEP] = [1, 0.05];
/** No use grows for so many steps. */
const MANY_STEPS = 100;
/** Meters that are looked at, and that are listed. */
const MOST_METERS = 10_000;
const MOST_LISTED = 10;

/**
 * Makes what finds register readings that are taken for consumption.
 * @param isConsumption whether it was said that the values are consumption: then it only notices them
 */
export function createRisingValues(isConsumption: boolean): RisingValues {
  const meters = new Map<string, Seen>();
  return {
    add(line, meter, value) {
      const seen = meters.get(meter);
      if (seen) {
        const step = value - seen.last;
        if (step > 0) seen.rises += 1;
        else if (step < 0) seen.falls += 1;
        if (step * seen.step > 0) seen.way += Math.abs(step);
        if (step !== 0) seen.step = step;
        seen.largest = Math.max(seen.largest, value);
        seen.last = value;
      } else if (meters.size < MOST_METERS) {
        const none = { rises: 0, falls: 0, step: 0, way: 0 };
        meters.set(meter, { line, first: value, last: value, largest: value, ...none });
      }
    },
    notices() {
      const judged = [...meters].filter(([, { rises, falls }]) => rises + falls >= FEWEST_STEPS);
      const found = judged.filter(([, seen]) => isRegister(seen));
      const [first] = found.filter(([, seen]) => isCertain(seen));
      if (!isConsumption && first !== undefined && found.length * 2 >= judged.length) {
        throw new Error(
          `the file holds register readings rather than consumption: ${described(...first)}. Import readings as a CSV with the columns accountId, submittedAt and value; if the values are consumption, name the resource: udg import non-cumulative`,
        );
      }
      return found.slice(0, MOST_LISTED).map(([meter, seen]) => ({
        line: seen.line,
        names: [],
        values: [],
        notice: `T${described(meter, seen).slice(1)}; if they are readings, import them as readings.`,
      }));
    },
  };
}

function isRegister({ rises, falls }: Seen): boolean {
  return Math.min(rises, falls) <= Math.max(MOST_TURNS, (rises + falls) * TURNS_PER_STEP);
}

/** Whether it is no use that grows for a while: the register shows far more than passed, or rises for long. */
function isCertain({ largest, way, rises, falls }: Seen): boolean {
  return largest >= 2 * way || rises + falls >= MANY_STEPS;
}

function described(meter: string, { first, last, rises, falls }: Seen): string {
  const isRising = rises >= falls;
  const turns = Math.min(rises, falls);
  const but = turns === 0 ? '' : `, but for ${turns} ${turns === 1 ? 'time' : 'times'}`;
  return `the values of ${meter} only ${isRising ? 'rise' : 'fall'}${but}, from ${first} to ${last}, as those of a register do`;
}
