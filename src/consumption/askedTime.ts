import { invalidParameters } from '../errors/appError.js';
import type { DayRange } from '../usage/grid.js';
import { learnLocalDays } from '../values/localDays.js';
import { UTC } from '../values/offsets.js';
import { type Clock, clockOf } from './clock.js';
import { GRANULARITIES, type Granularity } from './periods.js';
import { rangeName, rangeOf } from './ranges.js';

/** The time that figures are asked of. */
export interface AskedTime {
  readonly clock: Clock;
  readonly granularity: Granularity;
}

/**
 * Reads it from the arguments of a field of figures, which GraphQL has coerced; by arithmetic alone, before any statement.
 * @param endDateIncluded whether `endDate` names the last day included
 * @throws AppError invalid-parameter where there is no such time, or half-hours are none there
 */
export function askedTime(args: Readonly<Record<string, unknown>>, endDateIncluded: boolean): AskedTime {
  const { zone, range } = askedDays(args, endDateIncluded);
  const { granularity } = args;
  const clock = clockOf(zone, range);
  if (clock.start === clock.end) {
    const message = `startDate and endDate must not be days that clocks skipped in ${zone}, got ${rangeName(range)}.`;
    throw invalidParameters([{ parameter: 'startDate', message }]);
  }
  return { clock, granularity: GRANULARITIES.find((name) => name === granularity) ?? 'monthly' };
}

/**
 * Works out what the time of the same arguments needs of its zone in turns of the event loop.
 * @returns null where that is known
 * @throws AppError invalid-parameter where there is no such time
 */
export function learnAskedTime(
  args: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): Promise<void> | null {
  const { zone, range } = askedDays(args, endDateIncluded);
  return learnLocalDays(zone, range.from, range.to);
}

function askedDays(
  { startDate, endDate, timeZone }: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): { readonly zone: string; readonly range: DayRange } {
  const zone = typeof timeZone === 'string' ? timeZone : UTC;
  const range = rangeOf({ startDate: String(startDate), endDate: String(endDate) }, endDateIncluded, zone);
  return { zone, range };
}
