import type { SlotsQuery } from '../generated/operations.js';

/** The half-hours of a period, as the query `Slots` has them; null: there is no such level. */
export type Slots = SlotsQuery['consumption'];

/** A day by the clock. */
export interface SlotsDay {
  readonly date: string;
  /** By half-hour of the clock; null where no data covers it, or clocks skip it. The mean of two where clocks show it twice. */
  readonly values: readonly (number | null)[];
}

export const SLOTS_OF_DAY = 48;
const HOURS_OF_SLOT = 0.5;
/** Baseload is the demand that all but this share of the half-hours are above. */
const BASE_SHARE = 0.05;

/** What each half-hour used; null where no data covers it, as the service's 0 says only that it knows of none. */
export function valuesOf(slots: Slots): readonly (number | null)[] {
  return (slots?.data ?? []).map(({ consumption, coverage }) => (coverage ? consumption : null));
}

/** The half-hours by day, in the order of the clock. */
export function daysOf(slots: Slots): readonly SlotsDay[] {
  const days = new Map<string, number[][]>();
  const values = valuesOf(slots);
  for (const [index, { date }] of (slots?.data ?? []).entries()) {
    const day = dayOf(date);
    const own = days.get(day) ?? Array.from({ length: SLOTS_OF_DAY }, () => []);
    days.set(day, own);
    const value = values[index] ?? null;
    if (value !== null) own[slotOf(date)]?.push(value);
  }
  return [...days].map(([date, own]) => ({ date, values: own.map(meanOf) }));
}

/** Whether clocks change in the period: some day has more half-hours, or fewer, than others. */
export function changesClocks(slots: Slots): boolean {
  const lengths = new Map<string, number>();
  for (const { date } of slots?.data ?? []) lengths.set(dayOf(date), (lengths.get(dayOf(date)) ?? 0) + 1);
  return [...lengths.values()].some((length) => length !== SLOTS_OF_DAY);
}

/** The day of a half-hour's label, `2022-06-01 13:30`. */
function dayOf(label: string): string {
  return label.slice(0, 10);
}

/** Which half-hour of its day a label is of; of the hour that clocks show twice the label ends with its offset. */
function slotOf(label: string): number {
  return Number(label.slice(11, 13)) * 2 + Number(label.slice(14, 16)) / 30;
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
  const demands = Array.from({ length: SLOTS_OF_DAY }, (): number[] => []);
  const values = valuesOf(slots);
  for (const [index, { date }] of (slots?.data ?? []).entries()) {
    const value = values[index] ?? null;
    if (value !== null && isMeant(new Date(dayOf(date)).getUTCDay())) demands[slotOf(date)]?.push(demandOf(value));
  }
  return demands.map(meanOf);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
