import type { SourceRow } from '../sourceRow.js';

/**
 * Checks whether the values of meters are register readings. Those rise except at an exchange or a reset; interval
 * values do not.
 */
export interface RisingValues {
  /**
   * Adds a value.
   * @param meter the name of the meter in messages, such as `meter 1012345678905`
   */
  add(line: number, meter: string, value: number): void;
  /**
   * Returns a notice for each of the first meters whose values look like register readings.
   * @throws Error that begins with "the" if most meters have such values, and the user does not name the resource
   */
  notices(): readonly SourceRow[];
}

interface MeterValues {
  readonly line: number;
  readonly first: number;
  last: number;
  largest: number;
  rises: number;
  falls: number;
  /** The last step other than 0, and the sum of the steps that continue in the same direction. */
  step: number;
  travelled: number;
}

/** Fewer steps in one direction are normal: consumption may rise all morning. */
const FEWEST_STEPS = 20;
/** Steps that a register may have in the other direction: exchanges and resets, or a counter that restarts each day. */
const [MAX_TURNS, TURNS_PER_STEP] = [1, 0.05];
/** Consumption never rises for this many steps. */
const MANY_STEPS = 100;
/** Limits: meters that are checked, and meters with a notice. */
const MAX_METERS = 10_000;
const MAX_LISTED = 10;

/**
 * Creates the check for register readings that would be imported as consumption.
 * @param isConsumption whether the user states that the values are consumption: the check then only adds notices
 */
export function createRisingValues(isConsumption: boolean): RisingValues {
  const meters = new Map<string, MeterValues>();
  return {
    add(line, meter, value) {
      const values = meters.get(meter);
      if (values) {
        const step = value - values.last;
        if (step > 0) values.rises += 1;
        else if (step < 0) values.falls += 1;
        if (step * values.step > 0) values.travelled += Math.abs(step);
        if (step !== 0) values.step = step;
        values.largest = Math.max(values.largest, value);
        values.last = value;
      } else if (meters.size < MAX_METERS) {
        const none = { rises: 0, falls: 0, step: 0, travelled: 0 };
        meters.set(meter, { line, first: value, last: value, largest: value, ...none });
      }
    },
    notices() {
      const judged = [...meters].filter(([, { rises, falls }]) => rises + falls >= FEWEST_STEPS);
      const registers = judged.filter(([, values]) => isRegister(values));
      const [first] = registers.filter(([, values]) => isCertain(values));
      if (!isConsumption && first !== undefined && registers.length * 2 >= judged.length) {
        throw new Error(
          `the file seems to hold register readings, not consumption: ${described(...first)}. Import readings as a CSV with the columns accountId, submittedAt and value. If the values are consumption, use udg import non-cumulative <file>`,
        );
      }
      return registers.slice(0, MAX_LISTED).map(([meter, values]) => ({
        line: values.line,
        names: [],
        values: [],
        notice: `T${described(meter, values).slice(1)}. If they are readings, import them as readings.`,
      }));
    },
  };
}

function isRegister({ rises, falls }: MeterValues): boolean {
  return Math.min(rises, falls) <= Math.max(MAX_TURNS, (rises + falls) * TURNS_PER_STEP);
}

/** Whether consumption cannot explain the values: they are far larger than their changes, or rise for long. */
function isCertain({ largest, travelled, rises, falls }: MeterValues): boolean {
  return largest >= 2 * travelled || rises + falls >= MANY_STEPS;
}

function described(meter: string, { first, last, rises, falls }: MeterValues): string {
  const isRising = rises >= falls;
  const turns = Math.min(rises, falls);
  const but = turns === 0 ? '' : ` (with ${turns} ${turns === 1 ? 'exception' : 'exceptions'})`;
  return `the values of ${meter} only ${isRising ? 'rise' : 'fall'}${but}, from ${first} to ${last}, like register readings`;
}
