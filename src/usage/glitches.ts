import type { Moment, RegisterReading } from './registers.js';

/** The most consecutive readings that can be a glitch. */
const MAX_READINGS = 3;

/** The number of moments on either side of a reading that decide whether it is a glitch. */
export const NEIGHBOURS = MAX_READINGS + 1;

/** Readings far from the level that the register has before and after them. */
export interface Glitch {
  /** Index of the last moment before them. */
  readonly before: number;
  /** Index of the first moment after them. */
  readonly after: number;
  readonly wrong: readonly RegisterReading[];
  /** The readings before and after. */
  readonly around: readonly [RegisterReading, RegisterReading];
}

/**
 * Finds the glitches of a register (figures 4): up to 3 readings far below the reading before them, or far above the
 * one after them, where the register goes on from its old level. Each one begins or ends with a fall.
 * @param moments of one register, in order of time
 */
export function glitchesOf(moments: readonly Moment[]): readonly Glitch[] {
  const glitches: Glitch[] = [];
  for (let index = 1; index < moments.length; index += 1) {
    if (!falls(moments[index - 1], moments[index])) continue;
    for (let size = 1; size <= MAX_READINGS; size += 1) {
      for (const before of [index - 1 - size, index - 1]) {
        const glitch = glitchAt(moments, before, before + size + 1);
        if (glitch) glitches.push(glitch);
      }
    }
  }
  return glitches.toSorted((one, other) => one.before - other.before);
}

function falls(one: Moment | undefined, other: Moment | undefined): boolean {
  if (!one || !other || 'contradiction' in one || 'contradiction' in other) return false;
  return other.before.value < one.after.value;
}

function glitchAt(moments: readonly Moment[], before: number, after: number): Glitch | null {
  const [a, c] = [moments[before], moments[after]];
  if (!a || !c || 'contradiction' in a || 'contradiction' in c) return null;
  const wrong = moments.slice(before + 1, after).flatMap((moment) => ('after' in moment ? moment.after : []));
  if (wrong.length < after - before - 1 || [...wrong, c.before].some(isExplained)) return null;
  const around = [a.after, c.before] as const;
  return isAway(wrong, around) ? { before, after, wrong, around } : null;
}

/**
 * Whether the distance of readings from the values around them exceeds both the rise between those values and the
 * spread of the readings. The first comparison excludes small misreadings and estimates above the next reading, which
 * cannot double the use. A 0 stands for a missing value.
 */
function isAway(wrong: readonly RegisterReading[], [a, c]: Glitch['around']): boolean {
  const values = wrong.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const rise = c.value - a.value;
  const away = Math.max(a.value - most, least - c.value);
  const isZero = least === 0 && most === 0;
  return rise >= 0 && (isZero || away > rise) && away > most - least;
}

/** Whether a reading itself explains why it is not above the one before. */
function isExplained({ reset, quantity }: RegisterReading): boolean {
  return reset || quantity !== null;
}
