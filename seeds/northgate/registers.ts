import { stableId } from '../generate/hash.js';
import { startOf } from '../generate/days.js';
import type { Values } from '../rows.js';
import { MONTHS } from './calendar.js';
import { FAULTS, MARKED_EXCHANGE } from './faults.js';
import { northgateAccountId, NORTHGATE_CREATED_AT, UTILITIES, type Utility } from './ids.js';
import { SITES, type Site } from './sites.js';
import { isFault } from './bills.js';
import { isRead, monthlyUse } from './use.js';

/** A register at the start of the first day of a month, 0:00 UTC. */
export interface RegisterRead {
  /** The day, such as `2024-01-01`. */
  readonly day: string;
  readonly value: number;
  /** The first reading of a new meter that starts at 0. */
  readonly meterReset: boolean;
}

const FIRST_VALUES: Readonly<Record<Utility, number>> = { electricity: 41_230, gas: 218_406, water: 9_815 };

/**
 * Returns the readings of a supply, one at the start of each month and one at the end. A new meter is installed in the
 * first days of a month and starts at 0, so the next reading shows only its own count.
 */
export function readsOf(site: Site, utility: Utility): readonly RegisterRead[] {
  let value = FIRST_VALUES[utility] + site.floorArea;
  const reads: RegisterRead[] = [{ day: '2024-01-01', value, meterReset: false }];
  for (const [month, { all }] of monthlyUse(site, utility)) {
    const meterReset = isFault(MARKED_EXCHANGE, site, utility, month);
    value = meterReset || isFault(FAULTS.exchange, site, utility, month) ? all : value + all;
    reads.push({ day: `${MONTHS[MONTHS.indexOf(month) + 1] ?? '2026-01'}-01`, value, meterReset });
  }
  return reads;
}

/** Returns the monthly readings of all supplies with manual readings. */
export function readings(): readonly Values[] {
  return SITES.flatMap((site) =>
    UTILITIES.filter((utility) => isRead(site, utility)).flatMap((utility) =>
      readsOf(site, utility).map(({ day, value, meterReset }) => {
        const key = `${site.key}:${utility}`;
        return {
          _id: stableId(`reading:northgate:${key}:${day}`),
          accountId: northgateAccountId(site.key, utility),
          registerId: stableId(`register:northgate:${key}`),
          name: 'Register 1',
          submittedAt: startOf(day),
          value,
          units: utility === 'electricity' ? 'kwh' : 'm3',
          type: 'A',
          source: 'import',
          isHalfHourly: false,
          meterReset,
          createdAt: NORTHGATE_CREATED_AT,
          updatedAt: NORTHGATE_CREATED_AT,
        };
      }),
    ),
  );
}
