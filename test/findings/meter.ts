import type { Interval } from '../consumption/reference/records.js';
import { seeded } from '../support/random.js';

export const DAY = 86_400_000;
export const HALF_HOUR = 1_800_000;

/** Half-hours of a meter, by the number of the half-hour since its first day; null: there is no record. */
export type Values = (number | null)[];

/** A building with working hours, quieter weekends, an always-on load and noise. The first day is a Monday. */
export function building(days: number, seed: number): Values {
  const random = seeded(seed);
  return Array.from({ length: days * 48 }, (_, index) => {
    const [day, slot] = [Math.floor(index / 48), index % 48];
    const isWorking = day % 7 < 5 && slot >= 16 && slot < 36;
    const value = 10 + (isWorking ? 20 + 5 * Math.sin((slot - 16) / 6) : 0) + 2 * random();
    return Math.round(value * 1_000) / 1_000;
  });
}

/** Interval records of such values of electricity, with the same identifiers each time. */
export function records(accountId: string, first: string, values: Values, from = 0, to = values.length): Interval[] {
  const start = Date.parse(first);
  return values.slice(from, to).flatMap((value, offset) => {
    if (value === null) return [];
    const at = start + (from + offset) * HALF_HOUR;
    const stamps = { startTimestamp: new Date(at).toISOString(), endTimestamp: new Date(at + HALF_HOUR).toISOString() };
    const own = { _id: idOf(accountId, from + offset), accountId, type: 'electricity', value, unit: 'kwh' };
    return [{ ...own, isHalfHourly: true, ...stamps }];
  });
}

/** The identifier of a half-hour's record. */
export function idOf(accountId: string, index: number): string {
  return `${accountId.slice(-4)}${index.toString(16).padStart(20, '0')}`;
}
