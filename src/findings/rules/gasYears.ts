import { DAY_MS, monthStart } from '../../usage/grid.js';
import type { FindingAccount, Observation } from '../finding.js';

/** A calendar year of a gas account: sums by month, January first; null: data covers too little of the month. */
export interface GasYear {
  readonly year: number;
  readonly months: readonly (number | null)[];
}

/**
 * Finds years in which gas for heating is far too little for the floor area. The values are likely cubic metres
 * labelled as kWh. Heating shows in winter: one of winter and summer is at least twice the other.
 */
export function gasYears(
  years: readonly GasYear[],
  { type, meterUnits, area }: FindingAccount,
  least: number,
): readonly Observation[] {
  const isEnergy = (meterUnits ?? 'kwh').trim().toLowerCase() === 'kwh';
  if (type !== 'gas' || area === null || area <= 0 || !isEnergy) return [];
  return years.flatMap(({ year, months }) => {
    if (months.length !== 12 || months.some((month) => month === null)) return [];
    const of = (...numbers: readonly number[]): number => numbers.reduce((sum, at) => sum + (months[at] ?? 0), 0);
    const total = months.reduce<number>((sum, month) => sum + (month ?? 0), 0);
    const [winter, summer] = [of(0, 1, 11), of(5, 6, 7)];
    const [one, other] = [Math.max(winter, summer), Math.min(winter, summer)];
    const perArea = total / area;
    if (total <= 0 || one < 2 * other || perArea >= least) return [];
    const evidence = [{ name: 'perArea', value: perArea, units: 'kWh/m²' }];
    const [from, to] = [monthStart((year - 1970) * 12) * DAY_MS, monthStart((year - 1969) * 12) * DAY_MS];
    return [{ from, to, quantity: total * 10.22, share: -1 + 1 / 11.22, evidence }];
  });
}
