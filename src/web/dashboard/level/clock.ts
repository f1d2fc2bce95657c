import { localDaysOf } from '../../../values/localDays.js';
import { addDays, countDays } from '../format/days.js';
import type { Period } from '../format/periods.js';
import { texts } from '../texts/texts.js';

/** Whose clocks the half-hours of a level are by. */
export interface Clock {
  /** IANA name, as the service takes it. */
  readonly timeZone: string;
  /** `local time, Europe/London`, or `UTC` and why it is that. */
  readonly words: string;
  /** `local time` or `UTC`. */
  readonly short: string;
}

const UTC = 'UTC';
const EPOCH = '1970-01-01';

/**
 * The clocks of a building over a period; those of UTC where half-hours are none there, as the service has no figures of it then.
 * @param timeZone of the building; null: not known
 */
export function clockOf(timeZone: string | null, { from, to }: Period): Clock {
  if (timeZone === null || timeZone === UTC) return { timeZone: UTC, words: UTC, short: UTC };
  const { shape } = texts();
  const inexact = inexactIn(timeZone, countDays(EPOCH, from) - 1, countDays(EPOCH, addDays(to, 1)) - 1);
  if (inexact === null) return { timeZone, words: shape.localTimeOf(timeZone), short: shape.localTime };
  return { timeZone: UTC, words: shape.utcAs(timeZone, inexact), short: UTC };
}

/** Of a zone that this browser does not know nothing is said; the service does. */
function inexactIn(timeZone: string, from: number, to: number): string | null {
  try {
    return localDaysOf(timeZone, from, to).inexact;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
