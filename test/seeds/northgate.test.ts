import { describe, expect, it } from 'vitest';
import { CALENDAR } from '../../seeds/northgate/calendar.js';
import { FAULTS } from '../../seeds/northgate/faults.js';
import { NORTHGATE_COMPANY_ID, northgateAccountId } from '../../seeds/northgate/ids.js';
import { SITES } from '../../seeds/northgate/sites.js';
import { NORTHGATE_STEPS } from '../../seeds/northgate/steps.js';
import type { Values } from '../../seeds/rows.js';
import { mpanCheckDigit, mprnCheckDigits } from '../../seeds/generate/meterPoint.js';
import { readNorthgateMonths, type NorthgateMonth } from './northgateMonths.js';
import { linesOf, numberOf, recordsInto } from './records.js';

const bills = [...recordsInto('invoices', NORTHGATE_STEPS)];
const intervals = [...recordsInto('non-cumulative', NORTHGATE_STEPS)];
const months = readNorthgateMonths();

const account = (site: string): string => northgateAccountId(site, 'electricity');
const monthOf = (record: Values, field: string): string => String(record[field]).slice(0, 7);
const key = (id: unknown, month: string): string => `${String(id)} ${month}`;
/** The total of a month of an account. */
const oracle = (id: string, month: string): NorthgateMonth => {
  const found = months.find((one) => one.account === id && one.month === month);
  if (found === undefined) throw new Error(`no month ${month} of ${id}`);
  return found;
};
/** Pence, which are whole. */
const inPence = (amount: number): number => Math.round(amount * 100);

describe('Northgate Foods', () => {
  it('has the same identifiers and values on every machine, and a name marked as invented', () => {
    expect(NORTHGATE_COMPANY_ID).toBe('5caa6ac3d5b73d8faebcbcd0');
    expect([...recordsInto('companies', NORTHGATE_STEPS)]).toMatchObject([{ name: 'Northgate Foods (invented)' }]);
    expect(months).toHaveLength(8 * 3 * 24);
    const sums = new Map<string, { kWh: number; count: number }>();
    for (const { accountId, startTimestamp, type, value } of intervals) {
      if (type !== 'electricity') continue;
      const of = key(accountId, String(startTimestamp).slice(0, 7));
      const sum = sums.get(of) ?? { kWh: 0, count: 0 };
      sums.set(of, { kWh: sum.kWh + Number(value), count: sum.count + 1 });
    }
    for (const { account: id, month, halfHours, kWh } of months) {
      expect(sums.get(key(id, month))?.kWh ?? 0, `${id} ${month}`).toBeCloseTo(kWh, 5);
      expect(sums.get(key(id, month))?.count ?? 0, `${id} ${month}`).toBe(halfHours);
    }
  });

  it('has bills whose sums equal the stored totals of each month', () => {
    const sums = new Map<string, number[]>();
    for (const bill of bills) {
      const of = key(bill.accountId, monthOf(bill, 'values.startDate'));
      const [count = 0, ...before] = sums.get(of) ?? [0, 0, 0, 0, 0];
      const fields = ['totalUnits', 'netTotalCost', 'totalTax', 'totalCost'];
      sums.set(of, [
        count + 1,
        ...fields.map((field, index) => (before[index] ?? 0) + numberOf(bill, `values.${field}`)),
      ]);
    }
    for (const { account: id, month, bills: count, units, net, vat, total } of months) {
      const [found = 0, ...amounts] = sums.get(key(id, month)) ?? [0, 0, 0, 0, 0];
      expect(found, `${id} ${month}`).toBe(count);
      expect(amounts.map(inPence), `${id} ${month}`).toEqual([units, net, vat, total].map(inPence));
    }
  });

  it('bills each half-hourly meter for its measured consumption, except for planted faults', () => {
    const sites = SITES.filter(({ electricity }) => electricity.shapeOf !== null).map(({ key: site }) => site);
    expect(sites).toHaveLength(5);
    const wrong = sites.flatMap((site) =>
      months
        .filter((month) => month.account === account(site))
        .filter(({ bills: count, units, kWh }) => Math.abs(units / count - kWh) > 0.5)
        .map(({ month }) => `${site} ${month}`),
    );
    expect(wrong).toEqual([
      `${FAULTS.gap.site} 2024-11`,
      `${FAULTS.late.site} 2025-12`,
      `${FAULTS.unit.site} ${FAULTS.unit.from.slice(0, 7)}`,
    ]);
    expect(oracle(account('coldstore'), FAULTS.billedTwice.month).bills).toBe(2);
  });

  it('has rate lines that equal quantity times rate and add up to the net cost, and VAT of 20 % or none', () => {
    const off: string[] = [];
    for (const bill of bills) {
      const lines = linesOf(bill);
      const net = numberOf(bill, 'values.netTotalCost');
      const tax = numberOf(bill, 'values.totalTax');
      expect(inPence(lines.reduce((sum, line) => sum + numberOf(line, 'cost'), 0))).toBe(inPence(net));
      expect(inPence(net + tax)).toBe(inPence(numberOf(bill, 'values.totalCost')));
      expect([0, inPence(net * 0.2)]).toContain(inPence(tax));
      for (const line of lines) {
        const exact = numberOf(line, 'consumption') * numberOf(line, 'unitRate');
        if (Math.abs(exact - numberOf(line, 'cost')) > 0.0051)
          off.push(key(bill.accountId, monthOf(bill, 'values.startDate')));
      }
    }
    expect(off).toEqual([key(account(FAULTS.oldRate.site), FAULTS.oldRate.month)]);
  });

  it('uses more electricity on working days than on weekends, and more gas in winter', () => {
    const isWorking = new Map(CALENDAR.map((day) => [day.date, day.isWorking]));
    // Weekdays less bank holidays and the other days from 24 to 31 December.
    expect([...isWorking.values()].filter(Boolean)).toHaveLength(523 - 16 - 8);
    const byDay = new Map<string, number>();
    for (const { accountId, startTimestamp, value } of intervals) {
      if (accountId !== account('office')) continue;
      const day = String(startTimestamp).slice(0, 10);
      byDay.set(day, (byDay.get(day) ?? 0) + Number(value));
    }
    const mean = (wanted: boolean): number => {
      const days = [...byDay].filter(([day]) => isWorking.get(day) === wanted);
      return days.reduce((sum, [, value]) => sum + value, 0) / days.length;
    };
    expect(mean(true)).toBeGreaterThan(1.4 * mean(false));
    const gas = (month: string): number => oracle(northgateAccountId('office', 'gas'), month).units;
    expect(gas('2025-01')).toBeGreaterThan(5 * gas('2025-07'));
  });

  it('has hourly temperatures that are plausible for Britain', () => {
    const own = intervals.filter(({ type }) => type === 'temperature').map((record) => numberOf(record, 'value'));
    expect(own).toHaveLength(731 * 24);
    expect(Math.min(...own)).toBeGreaterThan(-15);
    expect(Math.max(...own)).toBeLessThan(38);
    expect(own.reduce((sum, value) => sum + value, 0) / own.length).toBeCloseTo(9.8, 0);
  });

  it('has meter points with valid check digits', () => {
    const points = (type: string): readonly string[] =>
      [...recordsInto('accounts', NORTHGATE_STEPS)]
        .filter((one) => one.type === type)
        .map(({ meterPointNumber }) => String(meterPointNumber));
    for (const point of points('electricity')) expect(point.slice(12)).toBe(mpanCheckDigit(point.slice(0, 12)));
    for (const point of points('gas')) expect(point.slice(8)).toBe(mprnCheckDigits(point.slice(0, 8)));
    expect(new Set([...points('electricity'), ...points('gas'), ...points('water')]).size).toBe(24);
  });
});
