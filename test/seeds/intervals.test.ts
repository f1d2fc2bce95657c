import { expect, it } from 'vitest';
import { accountId } from '../../seeds/cambridge/ids.js';
import { intervals } from '../../seeds/cambridge/intervals.js';
import { readMonths } from './monthly.js';

it('the Cambridge intervals add up to the oracle in every month for every building and fuel', () => {
  const sums = new Map<string, { sum: number; hours: number }>();
  for (const { accountId: account, startTimestamp, value } of intervals()) {
    const key = `${String(account)} ${String(startTimestamp).slice(0, 7)}`;
    const { sum, hours } = sums.get(key) ?? { sum: 0, hours: 0 };
    sums.set(key, { sum: sum + Number(value), hours: hours + 1 });
  }
  const months = readMonths();
  expect(months).toHaveLength(24 * 2 * 12);
  for (const { building, fuel, month, sum, hours, zeroHours } of months) {
    const found = sums.get(`${accountId(building, fuel)} ${month}`);
    expect(found?.sum, `${building} ${fuel} ${month}`).toBeCloseTo(sum, 6);
    expect(found?.hours).toBe(fuel === 'gas' ? hours : hours - zeroHours);
  }
});
