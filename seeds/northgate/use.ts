import { CALENDAR, sumByMonth } from './calendar.js';
import { dailyElectricity, HALF_HOURS, halfHourlyUse } from './electricity.js';
import type { Utility } from './ids.js';
import { noiseOf } from './noise.js';
import type { Site } from './sites.js';
import { heatingDegrees } from './weather.js';

/** The kWh in a m³ of gas, with the service's default calorific value: 39.5 MJ/m³. */
export const KWH_PER_M3 = (1.02264 * 39.5) / 3.6;

/** The end of the night rate, in half-hours from midnight UTC, because such meters use GMT all year. */
const NIGHT_HALF_HOURS = 14;

/** The site whose gas meter is read in m³. The others are billed in kWh. */
export const GAS_READ_AT = 'bakery';

/** Returns whether a supply is read once a month: water, the electricity of small sites, and the gas of one site. */
export function isRead({ key, electricity }: Site, utility: Utility): boolean {
  if (utility === 'water') return true;
  return utility === 'gas' ? key === GAS_READ_AT : electricity.shapeOf === null;
}

/** The use of a supply in a month: whole kWh, or whole m³ for water and for the gas that is read in m³. */
export interface MonthlyUse {
  readonly all: number;
  /** From 0:00 to 7:00 UTC; 0 for a supply without half-hours. */
  readonly night: number;
}

/** Returns the use of a supply by month. Registers show whole units, so a remainder counts in the next month. */
export function monthlyUse(site: Site, utility: Utility): ReadonlyMap<string, MonthlyUse> {
  if (utility === 'electricity' && site.electricity.shapeOf !== null) return halfHourlyMonths(site);
  const perDay = utility === 'electricity' ? dailyElectricity(site) : utility === 'gas' ? dailyGas(site) : water(site);
  const unit = utility === 'gas' && isRead(site, utility) ? KWH_PER_M3 : 1;
  let [exact, registered] = [0, 0];
  const months = new Map<string, MonthlyUse>();
  for (const [month, quantity] of sumByMonth(perDay)) {
    exact += quantity / unit;
    const all = Math.floor(exact) - registered;
    registered += all;
    months.set(month, { all, night: 0 });
  }
  return months;
}

function halfHourlyMonths(site: Site): ReadonlyMap<string, MonthlyUse> {
  const rows = halfHourlyUse(site);
  const sumOf = (count: number): ReadonlyMap<string, number> =>
    sumByMonth(rows.map((row) => row.slice(0, count).reduce((sum, tenths) => sum + tenths, 0)));
  const night = sumOf(NIGHT_HALF_HOURS);
  return new Map(
    [...sumOf(HALF_HOURS)].map(([month, tenths]) => [
      month,
      { all: Math.round(tenths / 10), night: Math.round((night.get(month) ?? 0) / 10) },
    ]),
  );
}

/** Returns the kWh of gas by day: heating by the temperature, and production on working days. */
function dailyGas({ key, gas: [perDegree, process], warmer }: Site): readonly number[] {
  const noise = noiseOf(`gas:${key}`);
  return CALENDAR.map(
    ({ isWorking }, day) =>
      (perDegree * heatingDegrees(day, warmer) * (isWorking ? 1 : 0.72) + process * (isWorking ? 1 : 0.25)) *
      (1 + noise() * 0.05),
  );
}

/** Returns the m³ of water by day. */
function water({ key, water: [working, other] }: Site): readonly number[] {
  const noise = noiseOf(`water:${key}`);
  return CALENDAR.map(({ isWorking }) => (isWorking ? working : other) * (1 + noise() * 0.12));
}
