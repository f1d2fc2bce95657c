/** The order of a meter's rows, by what their stamps say. */
export interface RowOrder {
  /** @param at milliseconds, of moments or of what clocks showed */
  add(at: number): void;
  /**
   * Compares the rows that go back among earlier ones with the length of intervals.
   * @throws Error that begins with "the" when such a row begins within an interval of another
   */
  check(length: number): void;
}

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Rows that are remembered until a length is known. */
const MOST = 8;

/**
 * Makes what notices a file whose rows are not in the order of time, such as one that is sorted by the time of day: its
 * rows are further apart than their intervals are long.
 */
export function createRowOrder(): RowOrder {
  let [first, least, most] = [NaN, Infinity, -Infinity];
  let among: number[] = [];
  return {
    add(at) {
      if (Number.isNaN(first)) first = at;
      if (at > least && at < most && among.length < MOST) among.push(at);
      least = Math.min(least, at);
      most = Math.max(most, at);
    },
    check(length) {
      if (among.length === 0) return;
      const off = among.some((at) => {
        const rest = Math.abs(at - first) % length;
        // Clocks may have changed between days.
        return length >= DAY ? rest > HOUR && rest < length - HOUR : rest !== 0;
      });
      among = [];
      if (!off) return;
      throw new Error(
        'the rows of a meter are not in the order of time, so that the length of intervals is not certain: sort the rows by meter and time',
      );
    },
  };
}
