import { timedIds } from '../generate/timedIds.js';
import type { Values } from '../rows.js';
import { CALENDAR, DAY_MS, HALF_HOUR_MS } from './calendar.js';
import { deliveredHalfHours } from './electricity.js';
import { NORTHGATE_CREATED_AT, northgateAccountId } from './ids.js';
import { SITES, type Site } from './sites.js';
import { hoursOf } from './weather.js';

const HOUR_MS = 2 * HALF_HOUR_MS;

const COMMON = {
  readType: 'A',
  isEstimated: false,
  source: 'import',
  createdAt: NORTHGATE_CREATED_AT,
  updatedAt: NORTHGATE_CREATED_AT,
};

/** Generates the half-hours of electricity, site after site. They have the planted faults of the meters. */
export function* halfHours(): Generator<Values> {
  for (const site of SITES) if (site.electricity.shapeOf !== null) yield* ofSite(site);
}

/** Returns the number of rows of {@link halfHours}. */
export function countHalfHours(): number {
  let count = 0;
  for (const site of SITES) {
    if (site.electricity.shapeOf !== null) for (const _ of deliveredHalfHours(site)) count += 1;
  }
  return count;
}

function* ofSite(site: Site): Generator<Values> {
  const accountId = northgateAccountId(site.key, 'electricity');
  const idAt = timedIds(`intervals:${accountId}`);
  for (const { startMs, value } of deliveredHalfHours(site)) {
    yield {
      _id: idAt(startMs / 1_000),
      value,
      startTimestamp: new Date(startMs).toISOString(),
      endTimestamp: new Date(startMs + HALF_HOUR_MS).toISOString(),
      type: 'electricity',
      unit: 'kwh',
      isHalfHourly: true,
      isGridData: true,
      accountId,
      ...COMMON,
    };
  }
}

/** Generates the hourly outdoor temperatures of the first site. */
export function* temperatures(): Generator<Values> {
  const accountId = northgateAccountId(SITES[0]?.key ?? '', 'temperature');
  const idAt = timedIds(`intervals:${accountId}`);
  for (const [day, { startMs }] of CALENDAR.entries()) {
    for (const [hour, value] of hoursOf(day).entries()) {
      const start = startMs + hour * HOUR_MS;
      yield {
        _id: idAt(start / 1_000),
        value,
        startTimestamp: new Date(start).toISOString(),
        endTimestamp: new Date(start + HOUR_MS).toISOString(),
        type: 'temperature',
        unit: '°C',
        isHalfHourly: false,
        isGridData: false,
        accountId,
        ...COMMON,
      };
    }
  }
}

/** Returns the number of rows of {@link temperatures}. */
export function countTemperatures(): number {
  return CALENDAR.length * (DAY_MS / HOUR_MS);
}
