/** Who gives the days of an account: a channel, or channels of one NMI that are added up. */
export interface Giver {
  /** Equal for what may give a day together or again. */
  readonly key: string;
  /** As it is told: `NMI N1 channel E1`. */
  readonly text: string;
}

/** Days that follow each other and have one giver, `[from, to)` in milliseconds. */
interface DayRange {
  from: number;
  to: number;
  readonly giver: Giver;
}

/** Remembers which days of which account were given, and by whom; a configuration may change from one day to the next. */
export interface GivenDays {
  /**
   * Notes that a day is given.
   * @param dayMs its midnight
   * @returns who else gave it, or null
   */
  give(account: string, dayMs: number, giver: Giver): Giver | null;
}

const DAY = 24 * 60 * 60_000;

/** Days in order are one range for each configuration, so that memory holds few of an account. */
export function createGivenDays(): GivenDays {
  const ranges = new Map<string, DayRange[]>();
  return {
    give(account, dayMs, giver) {
      const own = ranges.get(account) ?? [];
      ranges.set(account, own);
      const taken = own.find(({ from, to }) => from <= dayMs && dayMs < to);
      if (taken) return taken.giver.key === giver.key ? null : taken.giver;
      const beside = own.find(
        ({ from, to, giver: { key } }) => key === giver.key && (to === dayMs || from === dayMs + DAY),
      );
      if (beside === undefined) own.push({ from: dayMs, to: dayMs + DAY, giver });
      else if (beside.to === dayMs) beside.to += DAY;
      else beside.from -= DAY;
      return null;
    },
  };
}
