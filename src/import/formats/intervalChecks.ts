import type { Period } from '../localTimeResolver.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';

/** Limits of each check: meters that it follows, and meters that get a notice. */
const MAX_METERS = 10_000;
const MAX_NOTICES = 10;

/**
 * Checks rows whose only timestamp counts as the start of the interval, because neither the file nor an option states
 * it.
 */
export interface AssumedStarts {
  /**
   * Adds a row.
   * @param stamp the timestamp as written, with date and time
   */
  add(meter: string, stamp: string): void;
  /**
   * Sets the length of the intervals of a meter.
   * @param length milliseconds
   */
  measure(meter: string, length: number): void;
  /**
   * Checks all meters.
   * @param inWords returns the name of a meter for messages
   * @throws Error that begins with "the" if the timestamps of a meter look like ends
   */
  check(inWords: (meter: string) => string): void;
}

interface MeterStamps {
  readonly first: string;
  last: string;
  /** Milliseconds of an interval. */
  length: number;
  rows: number;
}

const DAY = 86_400_000;

/** Creates the check for ends: complete days of ends run from 00:30 to 00:00, those of starts from 00:00 to 23:30. */
export function createAssumedStarts(): AssumedStarts {
  const meters = new Map<string, MeterStamps>();
  return {
    add(meter, stamp) {
      const stamps = meters.get(meter);
      if (!stamps) {
        if (meters.size < MAX_METERS) meters.set(meter, { first: stamp, last: stamp, length: DAY, rows: 1 });
        return;
      }
      stamps.last = stamp;
      stamps.rows += 1;
    },
    measure(meter, length) {
      const stamps = meters.get(meter);
      if (stamps) stamps.length = length;
    },
    check(inWords) {
      for (const [meter, { first, last, length, rows }] of meters) {
        // Fewer rows than half a day may begin and end at any time.
        if (length >= DAY || rows * length < DAY / 2) continue;
        const [from, to] = first <= last ? [clockOf(first), clockOf(last)] : [clockOf(last), clockOf(first)];
        const isSameDay = first.slice(0, 10) === last.slice(0, 10);
        const isEnds = (from === length && to === 0) || (isSameDay && clockOf(first) === length && clockOf(last) === 0);
        if (!isEnds) continue;
        throw new Error(
          `the timestamps of ${inWords(meter)} run from ${first.slice(11, 16)} to ${last.slice(11, 16)}, so they look like interval ends: give --stamps end if they are ends, or --stamps start if they are starts`,
        );
      }
    },
  };
}

/** Returns the local time of a timestamp in milliseconds after midnight; null: it has no time. */
function clockOf(stamp: string): number | null {
  const [, hours, minutes, seconds = '0'] = /^.{10}[T ](\d\d):(\d\d)(?::(\d\d))?/.exec(stamp) ?? [];
  return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

/** Checks rows whose start and end are dates: the end may be the day after the last, or the last day. */
interface LastDays {
  /**
   * Adds a row.
   * @param isOfDates whether both timestamps of the row are dates without times
   */
  add(line: number, meter: string, period: Period, isOfDates: boolean): void;
  /** Returns a notice for each of the first meters whose rows all begin a day after the previous row ends. */
  notices(): readonly SourceRow[];
}

interface MeterPeriods {
  readonly line: number;
  end: number;
  dayGaps: number;
  others: number;
}

/** A local day has 23 to 25 hours. */
const [SHORTEST, LONGEST] = [23 * 3_600_000, 25 * 3_600_000];

/** Creates the check of whether end dates are the last day of a row. */
export function createLastDays(): LastDays {
  const meters = new Map<string, MeterPeriods>();
  return {
    add(line, meter, { start, end }, isOfDates) {
      if (!isOfDates) return;
      const periods = meters.get(meter);
      if (!periods) {
        if (meters.size < MAX_METERS) meters.set(meter, { line, end, dayGaps: 0, others: 0 });
        return;
      }
      const gap = start - periods.end;
      if (gap >= SHORTEST && gap <= LONGEST) periods.dayGaps += 1;
      else periods.others += 1;
      periods.end = end;
    },
    notices: () =>
      [...meters]
        .filter(([, { dayGaps: apart, others }]) => apart > 0 && others === 0)
        .slice(0, MAX_NOTICES)
        .map(([meter, { line }]) =>
          noticeRow(
            line,
            `Each row of ${meter} begins one day after the previous row ends, so the data has gaps of one day. If the end date is the last day of the row, write the next day instead.`,
          ),
        ),
  };
}

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
      return registers
        .slice(0, MAX_NOTICES)
        .map(([meter, values]) =>
          noticeRow(
            values.line,
            `T${described(meter, values).slice(1)}. If they are readings, import them as readings.`,
          ),
        );
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
