import type { SourceRow } from '../sourceRow.js';
import type { Period } from '../localRun.js';

/** Rows whose start and end are dates: an end may be meant as the day after, or as the last day included. */
export interface LastDays {
  /** @param isOfDates whether both stamps of the row are dates without times */
  add(line: number, meter: string, period: Period, isOfDates: boolean): void;
  /** Returns a notice for each of the first meters whose rows all begin a day after the row before ends. */
  notices(): readonly SourceRow[];
}

interface MeterPeriods {
  readonly line: number;
  end: number;
  dayGaps: number;
  others: number;
}

/** A local day has 23 to 25 hours. */
const [SHORTEST, LONGEST] = [23 * 3_600_000, 25 * 3_600_000];
/** Limits: meters that are checked, and meters that get a notice. */
const MOST_METERS = 10_000;
const MOST_NOTICES = 10;

/** Makes what notices that end dates may be the last day included. */
export function createLastDays(): LastDays {
  const meters = new Map<string, MeterPeriods>();
  return {
    add(line, meter, { start, end }, isOfDates) {
      if (!isOfDates) return;
      const periods = meters.get(meter);
      if (!periods) {
        if (meters.size < MOST_METERS) meters.set(meter, { line, end, dayGaps: 0, others: 0 });
        return;
      }
      const gap = start - periods.end;
      if (gap >= SHORTEST && gap <= LONGEST) periods.dayGaps += 1;
      else periods.others += 1;
      periods.end = end;
    },
    notices: () =>
      [...meters]
        .filter(([, { dayGaps: apart, others }]) => apart > 0 && others === 0)
        .slice(0, MOST_NOTICES)
        .map(([meter, { line }]) => ({
          line,
          names: [],
          values: [],
          notice: `Each row of ${meter} begins a day after the one before it ends, so the data has gaps of a day. If the end date is the last day of the row, write the day after.`,
        })),
  };
}
