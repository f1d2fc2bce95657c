import type { Question, Settings } from './records.js';
import { DAY, dayOf, HALF_HOUR, instant, iso, yearOf } from './time.js';

/** Half-open, in milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Period extends Range {
  readonly date: string;
}

export function rangeOf({ startDate = '', endDate = '' }: Question, settings: Settings): Range {
  const last = dayOf(instant(endDate));
  return { from: dayOf(instant(startDate)), to: settings.endDate === 'inclusive' ? last + DAY : last };
}

/** Monday of the day's week; 1970-01-05 was a Monday. */
const mondayOf = (day: number): number => Math.floor((day - 4 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY;

/** The ISO year of a week is that of its Thursday; week 1 holds the year's first Thursday. */
function weekLabel(day: number): string {
  const thursday = mondayOf(day) + 3 * DAY;
  const week = Math.floor((thursday - Date.UTC(yearOf(thursday), 0, 1)) / (7 * DAY)) + 1;
  return `${iso(thursday).slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}

const clock = (time: number): string => `${iso(time).slice(0, 10)} ${iso(time).slice(11, 16)}`;
const hourly = (time: number): string => clock(Math.floor(time / (2 * HALF_HOUR)) * 2 * HALF_HOUR);
const quarter = (time: number): string =>
  `${iso(time).slice(0, 4)}-Q${Math.floor(new Date(time).getUTCMonth() / 3) + 1}`;

/** What a slot's calendar period is called: slots with the same name are in the same period. */
const LABELS: Readonly<Record<string, (time: number) => string>> = {
  halfhourly: clock,
  hourly,
  daily: (time) => iso(time).slice(0, 10),
  weekly: weekLabel,
  monthly: (time) => iso(time).slice(0, 7),
  quarterly: quarter,
  yearly: (time) => iso(time).slice(0, 4),
};

/** Walks over the slots; a new name begins a new period. */
export function periodsOf({ from, to }: Range, granularity: string): readonly Period[] {
  const label = LABELS[granularity];
  if (!label) throw new Error(`there is no granularity ${granularity}`);
  const periods: Period[] = [];
  for (let slot = from; slot < to; slot += HALF_HOUR) {
    const date = label(slot);
    const last = periods.at(-1);
    if (last?.date === date) periods[periods.length - 1] = { ...last, to: slot + HALF_HOUR };
    else periods.push({ date, from: slot, to: slot + HALF_HOUR });
  }
  return periods;
}
