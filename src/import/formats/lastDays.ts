import type { SourceRow } from '../sourceRow.js';
import type { Period } from '../localTimeResolver.js';

/** Checks rows whose start and end are dates: the end may be the day after the last, or the last day. */
export interface LastDays {
  /**
   * Adds a row.
   * @param isOfDates whether both timestamps of the row are dates without times
   */
  add(line: number, meter: string, period: Period, isOfDates: boolean): void;
  /** Returns a notice for each of the first meters whose rows all begin a day after the previous row ends. */
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
const MAX_METERS = 10_000;
const MAX_NOTICES = 10;

/** Creates the check of whether end dates are the last day of a row. */
export function createLastDays(): LastDays {
  const meters = new Map<string, MeterPeriods>();
  return {
    add(line, meter, { start, end }, isOfDates) {
      if (!isOfDates) return;
      const periods = meters.get(meter);
      if (!periods) {
        if (meters.size < MAX_METERS) meters.set(meter, { line, end, dayGaps: 0, others: 0 });
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
        .slice(0, MAX_NOTICES)
        .map(([meter, { line }]) => ({
          line,
          names: [],
          values: [],
          notice: `Each row of ${meter} begins one day after the previous row ends, so the data has gaps of one day. If the end date is the last day of the row, write the next day instead.`,
        })),
  };
}
