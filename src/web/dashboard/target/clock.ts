import { localDaysOf } from '../../../values/localDays.js';
import { addDays, countDays } from '../format/days.js';
import type { Period } from '../format/periods.js';
import { texts } from '../texts/texts.js';

/** The clock for the half-hours of a chart. */
export interface Clock {
  /** IANA name, for the API. */
  readonly timeZone: string;
  /** `local time, Europe/London`, or `UTC` with the reason. */
  readonly words: string;
  /** `local time` or `UTC`. */
  readonly short: string;
}

const UTC = 'UTC';
const EPOCH = '1970-01-01';

/**
 * Returns the local clock of a building. It returns UTC if local half-hours do not align with those of UTC in the
 * period, because the service has no figures for them.
 * @param timeZone IANA name; null if it is unknown
 */
export function clockOf(timeZone: string | null, { from, to }: Period): Clock {
  if (timeZone === null || timeZone === UTC) return { timeZone: UTC, words: UTC, short: UTC };
  const { shape } = texts();
  const inexact = inexactIn(timeZone, countDays(EPOCH, from) - 1, countDays(EPOCH, addDays(to, 1)) - 1);
  if (inexact === null) return { timeZone, words: shape.localTimeOf(timeZone), short: shape.localTime };
  return { timeZone: UTC, words: shape.utcAs(timeZone, inexact), short: UTC };
}

/**
 * Returns why local half-hours do not align; null if they do. A zone that this browser does not support counts as
 * aligned: the service supports it or reports an error.
 */
function inexactIn(timeZone: string, from: number, to: number): string | null {
  try {
    return localDaysOf(timeZone, from, to).inexact;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
