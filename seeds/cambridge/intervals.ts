import { timedIds } from '../generate/timedIds.js';
import type { Values } from '../rows.js';
import { FUELS, readHourly, type Fuel, type Hourly } from './files.js';
import { accountId, SAMPLE_CREATED_AT } from './ids.js';

const HOUR_MS = 3_600_000;

/** Generates the hourly records of 2022, account after account. The values are real and unchanged. */
export function* intervals(): Generator<Values> {
  for (const fuel of FUELS) yield* ofFuel(fuel, readHourly(fuel));
}

/** Returns the number of rows of {@link intervals}. */
export function countIntervals(): number {
  let count = 0;
  for (const fuel of FUELS) {
    for (const values of readHourly(fuel).values.values())
      count += values.filter((value) => isPresent(fuel, value)).length;
  }
  return count;
}

function* ofFuel(fuel: Fuel, { hours, values }: Hourly): Generator<Values> {
  const starts = hours.map((hour) => new Date(hour));
  const times = starts.map((start) => ({
    seconds: start.getTime() / 1_000,
    startTimestamp: start.toISOString(),
    endTimestamp: new Date(start.getTime() + HOUR_MS).toISOString(),
  }));
  for (const [building, series] of values) {
    const account = accountId(building, fuel);
    const idAt = timedIds(`intervals:${account}`);
    for (const [hour, { seconds, startTimestamp, endTimestamp }] of times.entries()) {
      const value = series[hour];
      if (value === undefined || !isPresent(fuel, value)) continue;
      yield {
        _id: idAt(seconds),
        value,
        startTimestamp,
        endTimestamp,
        type: fuel,
        unit: 'kwh',
        readType: 'A',
        isHalfHourly: false,
        isEstimated: false,
        isGridData: true,
        source: 'import',
        accountId: account,
        createdAt: SAMPLE_CREATED_AT,
        updatedAt: SAMPLE_CREATED_AT,
      };
    }
  }
}

/** The publisher wrote 0 for missing electricity; 0 of gas is real. */
function isPresent(fuel: Fuel, value: number): boolean {
  return Number.isFinite(value) && (fuel === 'gas' || value !== 0);
}
