import { describe, expect, it } from 'vitest';
import { clockOf, periodsOf } from '../../src/consumption/localTime.js';
import { ratesOf, shareOf, sweep } from '../../src/consumption/costs.js';
import { chargeOf } from '../../src/usage/units.js';

describe('rate lines', () => {
  it.each([
    ['kWh', 'energy'],
    ['kilowatt hours', 'energy'],
    ['Kilowatt Hour', 'energy'],
    ['short tons', 'energy'],
    ['°C', 'other'],
    ['Days', 'standing'],
    ['kVA', 'capacity'],
    ['', 'other'],
  ])('the unit %s means a charge of kind %s', (unit, charge) => {
    expect(chargeOf(unit)).toBe(charge);
  });

  it.each(['', ' ', null])('the unit %j is unknown', (units) => {
    const line = { rateName: 'Day', consumption: 7, cost: 3, units };
    const rate = { consumption: null, cost: 3, unitRate: null, units: null };
    expect(ratesOf([{ line, share: 1 }]).byName).toEqual({ Day: rate });
  });
});

describe('invoices spread over periods', () => {
  const range = { from: 19_723, to: 19_783 };
  const bills = Array.from({ length: 50 }, (_, index) => {
    const from = range.from - 10 + index;
    return { from, to: from + 1 + ((index * 7) % 31), cost: 1 + index / 7 };
  });

  it.each(['halfhourly', 'hourly', 'daily', 'weekly', 'monthly'] as const)(
    '%s: each period gets its share',
    (granularity) => {
      const periods = periodsOf(clockOf('UTC', range), granularity);
      const costs = sweep(bills, periods, (own, period) =>
        own.reduce((sum, bill) => sum + bill.cost * shareOf(bill, period), 0),
      );
      expect([...costs]).toEqual(
        periods.map((period) => bills.reduce((sum, bill) => sum + bill.cost * shareOf(bill, period), 0)),
      );
    },
  );

  it('reads the invoices of a day once for all its half-hours, and skips invoices that have ended', () => {
    let looked = 0;
    const made = [...sweep(bills, periodsOf(clockOf('UTC', range), 'halfhourly'), (own) => (looked += own.length))];
    expect(made.length).toBe(periodsOf(clockOf('UTC', range), 'halfhourly').length);
    const days = bills.reduce((sum, { from, to }) => sum + Math.min(to, range.to) - Math.max(from, range.from), 0);
    expect(looked).toBeLessThanOrEqual(days + 50 * 10);
    expect(looked).toBeLessThan((periodsOf(clockOf('UTC', range), 'halfhourly').length * bills.length) / 48);
  });
});
