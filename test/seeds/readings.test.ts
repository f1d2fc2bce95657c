import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ampds2AccountId, UTILITIES } from '../../seeds/ampds2/ids.js';
import { readings } from '../../seeds/ampds2/readings.js';

interface Month {
  readonly month: string;
  readonly water: number;
  readonly gas: number;
}

/** Differences of the registers from one first of a month, 00:00 UTC, to the next: by other means than ours. */
function readOracle(): readonly Month[] {
  const text = readFileSync(join(import.meta.dirname, 'data', 'ampds2_monthly.csv'), 'utf8');
  const [, , ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [month = '', water, gas] = line.split(',');
    return { month, water: Number(water), gas: Number(gas) };
  });
}

function nextMonth(month: string): string {
  return new Date(Date.parse(`${month}-01`) + 32 * 86_400_000).toISOString().slice(0, 7);
}

describe('the readings of the household', () => {
  const halfHourly = [...readings('halfHourly')];
  const monthly = [...readings('monthly')];
  const values = new Map(
    halfHourly.map(({ accountId, submittedAt, value }) => [
      `${String(accountId)} ${String(submittedAt)}`,
      Number(value),
    ]),
  );

  it('differ from month to month as the oracle states', () => {
    const months = readOracle();
    expect(months).toHaveLength(23);
    for (const { month, ...expected } of months) {
      for (const utility of UTILITIES) {
        const at = (of: string): number => values.get(`${ampds2AccountId(utility)} ${of}-01T00:00:00.000Z`) ?? NaN;
        expect(at(nextMonth(month)) - at(month), `${utility} ${month}`).toBeCloseTo(expected[utility], 6);
      }
    }
  });

  it('exist for every 30 minutes of 730 days, and never fall', () => {
    for (const utility of UTILITIES) {
      const own = halfHourly.filter(({ accountId }) => accountId === ampds2AccountId(utility));
      const times = own.map(({ submittedAt }) => Date.parse(String(submittedAt)));
      expect(own).toHaveLength(730 * 48);
      expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 30 * 60_000)).toBe(true);
      expect(own.every(({ value }, index) => Number(value) >= Number(own[index - 1]?.value ?? 0))).toBe(true);
    }
  });

  it('include 24 manual readings of each register, with the values of the half-hourly readings', () => {
    expect(monthly).toHaveLength(48);
    const registers = new Map(halfHourly.map(({ accountId, registerId }) => [accountId, registerId]));
    for (const { accountId, registerId, submittedAt, value, type, source, isHalfHourly } of monthly) {
      expect(value).toBe(values.get(`${String(accountId)} ${String(submittedAt)}`));
      expect(registerId).toBe(registers.get(accountId));
      expect({ type, source, isHalfHourly }).toEqual({ type: 'A', source: 'manual', isHalfHourly: false });
    }
  });

  it('have type H and the source import if they are half-hourly', () => {
    expect(halfHourly[0]).toEqual({
      _id: '4f77fcf0e76cc02eefd0345c',
      accountId: ampds2AccountId('water'),
      registerId: monthly[0]?.registerId,
      name: 'Water register',
      submittedAt: '2012-04-01T07:00:00.000Z',
      value: 45.287526,
      units: 'm3',
      type: 'H',
      source: 'import',
      isHalfHourly: true,
      meterReset: false,
      createdAt: '2014-04-02T09:00:00.000Z',
      updatedAt: '2014-04-02T09:00:00.000Z',
    });
  });
});
