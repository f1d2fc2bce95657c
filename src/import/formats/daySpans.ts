import { resolveLocal, type Zone } from '../../values/zone.js';
import { spanOf, type Span } from './reading.js';

/** A period of a day: its time, or a clause that says why it has no time. */
export type Period = Span | { readonly problem: string };

/** The periods of the days of a file, found once for each day. */
export type DayPeriods = (dayMs: number) => readonly Period[];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Days that are remembered. */
const MOST_DAYS = 2_000;

/**
 * Periods that begin when clocks show a time. Those that clocks skip have no time; of a time that is shown twice it is
 * the first, unless the list of starts has it twice.
 * @param starts minutes after midnight, in order
 * @param length of a period, minutes
 */
export function clockPeriods(zone: Zone, starts: readonly number[], length: number): DayPeriods {
  return cachedByDay((dayMs) => {
    let before: number | null = null;
    return starts.map((minutes) => {
      const start = resolveLocal(zone, dayMs + minutes * MINUTE, before);
      if (start === null) return { problem: `is a time that clocks in ${zone.name} skip on that day` };
      if (before !== null && start <= before) {
        return { problem: `is a time that clocks in ${zone.name} show only once on that day` };
      }
      before = start;
      return spanOf(start, start + length * MINUTE);
    });
  });
}

/**
 * Periods that are counted from the start of the local day, in real time: a day has fewer or more when clocks change.
 * @param count of periods asked for
 * @param length of a period, minutes
 */
export function countedPeriods(zone: Zone, count: number, length: number): DayPeriods {
  return cachedByDay((dayMs) => {
    const [start, end] = [startOfDay(zone, dayMs), startOfDay(zone, dayMs + DAY)];
    const size = Math.floor((end - start) / (length * MINUTE));
    return Array.from({ length: count }, (_, index) => {
      if (index >= size) return { problem: `is beyond that day, which has ${size} periods in ${zone.name}` };
      const from = start + index * length * MINUTE;
      return spanOf(from, from + length * MINUTE);
    });
  });
}

/** The first instant of a local day; of one that a zone left out, the start of the next. */
function startOfDay(zone: Zone, dayMs: number): number {
  for (let minutes = 0; ; minutes += 15) {
    const [first] = zone.instantsOf(dayMs + minutes * MINUTE);
    if (first !== undefined) return first;
  }
}

function cachedByDay(find: DayPeriods): DayPeriods {
  const days = new Map<number, readonly Period[]>();
  return (dayMs) => {
    let periods = days.get(dayMs);
    if (periods === undefined) {
      periods = find(dayMs);
      if (days.size >= MOST_DAYS) days.clear();
      days.set(dayMs, periods);
    }
    return periods;
  };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;

/**
 * Reads a date, `2024-01-31` or `20240131`.
 * @returns its midnight in milliseconds as if it were UTC; null when it is no date that exists
 */
export function readDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text) ?? COMPACT.exec(text) ?? [];
  if (year === undefined || Number(year) < 100) return null;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null;
  return date.getTime();
}
