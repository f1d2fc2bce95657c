import type { Question, Settings } from './records.js';
import { startOfDate, wallOf } from './zone.js';
import { DAY, dayOf, HALF_HOUR, instant, iso, yearOf } from './time.js';

/** Half-open, in milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Period extends Range {
  readonly date: string;
}

export function rangeOf({ startDate = '', endDate = '' }: Question, { endDate: reading, timeZone }: Settings): Range {
  const date = (text: string): number =>
    /(Z|[+-]\d\d:?\d\d)$/i.test(text) && text.includes('T')
      ? dayOf(wallOf(instant(text), timeZone).local)
      : dayOf(instant(text));
  const last = date(endDate);
  return {
    from: startOfDate(date(startDate), timeZone),
    to: startOfDate(reading === 'inclusive' ? last + DAY : last, timeZone),
  };
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

/** The name of a slot's calendar period: slots with the same name are in the same period. */
const LABELS: Readonly<Record<string, (time: number) => string>> = {
  halfhourly: clock,
  hourly,
  daily: (time) => iso(time).slice(0, 10),
  weekly: weekLabel,
  monthly: (time) => iso(time).slice(0, 7),
  quarterly: quarter,
  yearly: (time) => iso(time).slice(0, 4),
};

/** Groups slots: a new name begins a new period. If clocks show an hour twice, both names carry the offset. */
export function periodsOf({ from, to }: Range, granularity: string, zone: string): readonly Period[] {
  const label = LABELS[granularity];
  if (!label) throw new Error(`there is no granularity ${granularity}`);
  const slots: { readonly slot: number; readonly name: string; readonly offset: number }[] = [];
  const offsets = new Map<string, Set<number>>();
  for (let slot = from; slot < to; slot += HALF_HOUR) {
    const { local, offset } = wallOf(slot, zone);
    const name = label(local);
    slots.push({ slot, name, offset });
    offsets.set(name, (offsets.get(name) ?? new Set()).add(offset));
  }
  const ofHours = granularity === 'hourly' || granularity === 'halfhourly';
  const periods: Period[] = [];
  for (const { slot, name, offset } of slots) {
    const twice = ofHours && (offsets.get(name)?.size ?? 0) > 1;
    const date = twice ? `${name}${offset < 0 ? '-' : '+'}${iso(Math.abs(offset)).slice(11, 16)}` : name;
    const last = periods.at(-1);
    if (last?.date === date) periods[periods.length - 1] = { ...last, to: slot + HALF_HOUR };
    else periods.push({ date, from: slot, to: slot + HALF_HOUR });
  }
  return periods;
}
