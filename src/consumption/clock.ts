import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, dayOf } from '../usage/grid.js';
import { type LocalDays, localDaysOf, type Part } from '../values/localDays.js';
import { stretchesOf, UTC } from '../values/offsets.js';

/** The days of a range as clocks of a time zone show them. */
export interface Clock extends Omit<LocalDays, 'inexact'> {
  /** Canonical IANA name. */
  readonly timeZone: string;
  /** The local days. */
  readonly range: DayRange;
  /** The days of UTC that they touch. */
  readonly utcDays: DayRange;
  /** Whether local days are those of UTC. */
  readonly isUtc: boolean;
  /** The wall-clock time of an instant within the time, in milliseconds as if it were UTC. */
  readonly localOf: (instant: number) => number;
}

/**
 * The local days of a range.
 * @param timeZone canonical IANA name
 * @throws AppError invalid-parameter where half-hours of UTC are no half-hours there, so that figures would not be exact
 */
export function clockOf(timeZone: string, range: DayRange): Clock {
  const { inexact, ...days } = localDaysOf(timeZone, range.from, range.to);
  if (inexact !== null) {
    const message = `timeZone ${timeZone} ${inexact}; figures are sums of half-hours of UTC, so they can't be told exactly there.`;
    throw invalidParameters([{ parameter: 'timeZone', message }]);
  }
  const { start, end, parts } = days;
  return {
    ...days,
    timeZone,
    range,
    utcDays: { from: dayOf(start), to: Math.max(dayOf(start), Math.ceil(end / DAY_MS)) },
    isUtc: parts.every(({ offset }) => offset === 0),
    localOf: (instant) => instant + (partAt(parts, instant)?.offset ?? 0),
  };
}

/** The day that clocks of a time zone show at an instant. */
export function localDayOf(timeZone: string, instant: number): number {
  if (timeZone === UTC) return dayOf(instant);
  const stretch = stretchesOf(timeZone, instant, instant).findLast(({ from }) => from <= instant);
  return dayOf(instant + (stretch?.offset ?? 0));
}

function partAt(parts: readonly Part[], instant: number): Part | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start ?? Infinity) <= instant) low = middle;
    else high = middle - 1;
  }
  return parts[low];
}
