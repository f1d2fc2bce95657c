import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import type { DayPeriods } from './daySpans.js';

/** The hours of a file that clocks show twice and its lines hold once. */
export interface MissedHours {
  /** @param dayMs the day of a line with data of a meter */
  add(line: number, dayMs: number, meter: string): void;
  /** What is to be said of them, when the file is read. */
  notices(): readonly SourceRow[];
}

interface Missed {
  readonly line: number;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly meters: Set<string>;
  more: number;
}

/** Meters that a notice names, and days that are remembered: clocks change twice a year. */
const MOST_METERS = 3;
const MOST_DAYS = 10_000;
const DAY = 86_400_000;

/**
 * @param periods of the days of the file
 * @param zoneName of its days
 * @param isCounted whether columns are numbered, and so do not say what clocks show
 */
export function createMissedHours(periods: DayPeriods, zoneName: string, isCounted: boolean): MissedHours {
  const gaps = new Map<number, readonly [from: string, to: string] | null>();
  const missed = new Map<number, Missed>();
  const gapOf = (dayMs: number): readonly [string, string] | null => {
    let gap = gaps.get(dayMs);
    if (gap === undefined) {
      gap = firstGap(periods, dayMs);
      if (gaps.size >= MOST_DAYS) gaps.clear();
      gaps.set(dayMs, gap);
    }
    return gap;
  };

  return {
    add(line, dayMs, meter) {
      const gap = gapOf(dayMs);
      if (gap === null) return;
      const [from, to] = gap;
      const day = new Date(dayMs).toISOString().slice(0, 10);
      const known = missed.get(dayMs) ?? { line, day, from, to, meters: new Set<string>(), more: 0 };
      missed.set(dayMs, known);
      if (known.meters.size < MOST_METERS) known.meters.add(meter);
      else if (!known.meters.has(meter)) known.more += 1;
    },
    notices: () =>
      [...missed.values()].map(({ line, day, from, to, meters, more }) => {
        const named = [...meters].map(quoted).join(', ');
        const others = more > 0 ? ` and in ${more} more lines` : '';
        const hour = isCounted
          ? `${day} is longer than others in ${zoneName}, and the file numbers its periods as on those (if by the clock, what follows the change is early)`
          : `Clocks in ${zoneName} show an hour of ${day} twice, and the file has it once`;
        return {
          line,
          names: [],
          values: [],
          notice: `${hour}: ${from} to ${to} is a gap of meter ${named}${others}.`,
        };
      }),
  };
}

/** The time between two periods of a day, or between its last one and the next day, that no period is of. */
function firstGap(periods: DayPeriods, dayMs: number): readonly [string, string] | null {
  const [next] = periods(dayMs + DAY).flatMap((period) => ('problem' in period ? [] : [period]));
  const spans = periods(dayMs).flatMap((period) => ('problem' in period ? [] : [period]));
  let before: string | null = null;
  for (const { start, end } of next ? [...spans, next] : spans) {
    if (before !== null && start > before) return [before, start];
    before = end;
  }
  return null;
}
