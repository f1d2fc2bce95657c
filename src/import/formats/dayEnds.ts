/** Reads the end stamps of one meter, in the order of the file. */
export interface DayEnds {
  /**
   * Corrects the end stamp of a row.
   * @param stamp the local time in milliseconds, encoded as if it were UTC
   * @returns the same stamp; the next midnight for a 00:00 that carries the date of the day that it ends
   * @throws Error that begins with "the" if a file in descending order has such a midnight
   */
  next(stamp: number): number;
}

const DAY = 86_400_000;

/**
 * Creates a detector for files that write the end of a day as 00:00 of that day instead of the next: 23:00, 23:30 and
 * 00:00 of one date. Rows that state starts, or the next date, never have this order.
 */
export function createDayEnds(): DayEnds {
  let before: number | null = null;
  let last: number | null = null;
  return {
    next(stamp) {
      const [first, second] = [before, last];
      [before, last] = [last, stamp];
      if (first === null || second === null) return stamp;
      const step = second - first;
      const isMidnight = stamp % DAY === 0;
      if (isMidnight && step > 0 && step <= DAY / 2 && second + step === stamp + DAY) {
        last = stamp + DAY;
        return last;
      }
      // Matches 00:00, 23:30 and 23:00 of one date.
      if (first % DAY === 0 && step > 0 && second > stamp && first + DAY - second === second - stamp) {
        const date = new Date(first).toISOString().slice(0, 10);
        throw new Error(
          `the file writes the end of ${date} as 00:00 on the same date: write 24:00, or sort the rows by time`,
        );
      }
      return stamp;
    },
  };
}
