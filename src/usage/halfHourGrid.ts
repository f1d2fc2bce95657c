import { DAY_MS, HALF_HOUR_MS, HALF_HOURS_PER_DAY, type DayRange } from './grid.js';

/** The half-hours of some days: quantity, estimated part and covered milliseconds. */
export interface HalfHourGrid extends DayRange {
  readonly quantity: Float64Array;
  readonly estimated: Float64Array;
  readonly covered: Int32Array;
}

/** Returns a grid of zeros. */
export function emptyGrid({ from, to }: DayRange): HalfHourGrid {
  const length = (to - from) * HALF_HOURS_PER_DAY;
  return {
    from,
    to,
    quantity: new Float64Array(length),
    estimated: new Float64Array(length),
    covered: new Int32Array(length),
  };
}

/** Calls `visit` for each half-hour that a span overlaps, with start and end of the overlap in milliseconds. */
export function eachHalfHour(
  { from, to }: DayRange,
  start: number,
  end: number,
  visit: (halfHour: number, start: number, end: number) => void,
): void {
  const origin = from * DAY_MS;
  const first = Math.max(0, Math.floor((start - origin) / HALF_HOUR_MS));
  const last = Math.min((to - from) * HALF_HOURS_PER_DAY, Math.ceil((end - origin) / HALF_HOUR_MS));
  for (let halfHour = first; halfHour < last; halfHour += 1) {
    const halfHourStart = origin + halfHour * HALF_HOUR_MS;
    visit(halfHour, Math.max(start, halfHourStart), Math.min(end, halfHourStart + HALF_HOUR_MS));
  }
}
