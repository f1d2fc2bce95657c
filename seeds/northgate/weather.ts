import { CALENDAR } from './calendar.js';
import { noiseOf } from './noise.js';

/** Mean temperature in the middle of each month, °C: invented, similar to the north of England. */
const MONTHLY = [4.2, 4.6, 6.3, 8.6, 11.7, 14.5, 16.4, 16.1, 13.8, 10.3, 6.9, 4.5] as const;
/** The difference of an hour's temperature from the mean of its day, as a share of the day's range, by hour of UTC. */
const HOURLY = [
  ...[-0.32, -0.36, -0.4, -0.44, -0.47, -0.5, -0.46, -0.34, -0.16, 0.04, 0.22, 0.36],
  ...[0.45, 0.5, 0.5, 0.46, 0.38, 0.26, 0.13, 0.02, -0.07, -0.15, -0.21, -0.27],
];
/** The share of a day's deviation that lasts until the next day, and the maximum new deviation, °C. */
const LASTS = 0.8;
const NEW_C = 3.2;

/** Returns the usual temperature of a day, interpolated between the middles of two months. */
function usualOn(date: string): number {
  const [, month = 1, day = 1] = date.split('-').map(Number);
  const fromMiddle = (day - 15.5) / 30.5;
  const here = MONTHLY[month - 1] ?? 0;
  const neighbour = MONTHLY[(month - 1 + (fromMiddle < 0 ? 11 : 1)) % 12] ?? 0;
  return here + (neighbour - here) * Math.abs(fromMiddle);
}

/** The mean temperature of each day, °C. Cold and mild weather lasts for days. */
export const DAILY_MEANS: readonly number[] = dailyMeans();

function dailyMeans(): readonly number[] {
  const noise = noiseOf('weather');
  let departure = 0;
  return CALENDAR.map(({ date }) => {
    departure = departure * LASTS + noise() * NEW_C;
    return usualOn(date) + departure;
  });
}

/** Returns the temperatures of the hours of a day (UTC), °C with one decimal. */
export function hoursOf(day: number): readonly number[] {
  const mean = DAILY_MEANS[day] ?? 0;
  const noise = noiseOf(`hours:${day}`);
  const range = 6.5 + noise() * 2.5;
  return HOURLY.map((share) => Math.round((mean + share * range + noise() * 0.3) * 10) / 10);
}

/** The outdoor temperature below which a building is heated, °C: the base of British degree days. */
const HEATING_BASE = 15.5;

/**
 * Returns the heating degrees of a day.
 * @param warmer how much warmer the site is than the series, °C
 */
export function heatingDegrees(day: number, warmer: number): number {
  return Math.max(0, HEATING_BASE - (DAILY_MEANS[day] ?? 0) - warmer);
}

/** Returns the degrees of a day above 10 °C, which increase the use of refrigeration. */
export function coolingDegrees(day: number, warmer: number): number {
  return Math.max(0, (DAILY_MEANS[day] ?? 0) + warmer - 10);
}
