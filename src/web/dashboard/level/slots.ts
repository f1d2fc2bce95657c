import type { SlotsQuery } from '../generated/operations.js';

/** The half-hours of a period, as the query `Slots` has them; null: there is no such level. */
export type Slots = SlotsQuery['consumption'];

export const SLOTS_OF_DAY = 48;
const HOURS_OF_SLOT = 0.5;
const DAY_MS = 86_400_000;
/** Baseload is the demand that all but this share of the half-hours are above. */
const BASE_SHARE = 0.05;

/** What each half-hour used; null where no data covers it, as the service's 0 says only that it knows of none. */
export function valuesOf(slots: Slots): readonly (number | null)[] {
  return (slots?.data ?? []).map(({ consumption, coverage }) => (coverage ? consumption : null));
}

/** The day of a half-hour by its place in the period: `2022-06-01`. */
export function dayOf(slots: Slots, index: number): string {
  const start = Date.parse(slots?.startDate ?? '1970-01-01');
  return new Date(start + Math.floor(index / SLOTS_OF_DAY) * DAY_MS).toISOString().slice(0, 10);
}

/** The demand in a half-hour that used so much. */
export function demandOf(consumption: number): number {
  return consumption / HOURS_OF_SLOT;
}

/** The demand that 95 % of the half-hours with data are above; null without data. */
export function baseloadOf(slots: Slots): number | null {
  const known = valuesOf(slots)
    .filter((value) => value !== null)
    .toSorted((one, other) => one - other);
  const base = known[Math.floor(known.length * BASE_SHARE)];
  return base === undefined ? null : demandOf(base);
}

/** The mean demand of each half-hour of the day over some of the days; null where none has data. */
export function meanDay(slots: Slots, isMeant: (weekday: number) => boolean): readonly (number | null)[] {
  const sums = Array.from({ length: SLOTS_OF_DAY }, () => ({ sum: 0, number: 0 }));
  const first = new Date(slots?.startDate ?? 0).getUTCDay();
  valuesOf(slots).forEach((value, index) => {
    const slot = sums[index % SLOTS_OF_DAY];
    if (value === null || slot === undefined || !isMeant((first + Math.floor(index / SLOTS_OF_DAY)) % 7)) return;
    slot.sum += demandOf(value);
    slot.number += 1;
  });
  return sums.map(({ sum, number }) => (number === 0 ? null : sum / number));
}
