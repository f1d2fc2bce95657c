import { describe, expect, it } from 'vitest';
import { fairbanksAccountId } from '../../seeds/fairbanks/ids.js';
import { invoices } from '../../seeds/fairbanks/invoices.js';
import { SERVICES } from '../../seeds/fairbanks/services.js';
import { assets } from '../../seeds/fairbanks/site.js';
import type { Values } from '../../seeds/rows.js';
import { linesOf, numberOf } from './records.js';

const DAY = 86_400_000;

/** Added up from the raw export, line by line, in decimal arithmetic. */
const EXPORT = [
  { service: 'electricity', bills: 78, lines: 406, cost: 238_200.97, units: 1_204_440, unitCost: 127_398.4 },
  { service: 'gas', bills: 78, lines: 235, cost: 453_744.43, units: 199_820, unitCost: 451_252.54 },
  { service: 'water', bills: 79, lines: 510, cost: 30_774.97, units: 2_777_653, unitCost: 25_514.86 },
  { service: 'sewer', bills: 79, lines: 159, cost: 34_237.73, units: 2_777_653, unitCost: 31_024.14 },
];

/** First days of the bills that don't start where the one before ended: others are missing from the data. */
const AFTER_HOLES: Readonly<Record<string, readonly string[]>> = {
  electricity: ['2016-04-15', '2016-12-14'],
  gas: ['2016-08-31', '2016-12-31'],
  water: ['2017-02-23'],
  sewer: ['2017-02-23'],
};

const all = invoices();
const ofService = (key: string): readonly Values[] =>
  all.filter(({ accountId }) => accountId === fairbanksAccountId(key));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const time = (record: Values, field: string): number => Date.parse(String(record[field]));

describe('the invoices of the Fairbanks borough', () => {
  it.each(EXPORT)('for $service add up to the export', ({ service, bills, lines, cost, units, unitCost }) => {
    const own = ofService(service);
    const rates = own.flatMap(linesOf);
    expect(own).toHaveLength(bills);
    expect(rates).toHaveLength(lines);
    expect(sum(own.map((invoice) => numberOf(invoice, 'values.totalCost')))).toBeCloseTo(cost, 6);
    expect(sum(own.map((invoice) => numberOf(invoice, 'values.totalUnitCost')))).toBeCloseTo(unitCost, 6);
    const measured = rates.filter((line) => ['kwh', 'ccf', 'gal'].includes(String(line.units)));
    expect(sum(measured.map((line) => numberOf(line, 'consumption')))).toBe(units);
    if (service === 'sewer') {
      expect(own.every((invoice) => !('values.totalUnits' in invoice) && !('values.units' in invoice))).toBe(true);
    } else {
      expect(sum(own.map((invoice) => numberOf(invoice, 'values.totalUnits')))).toBe(units);
    }
  });

  it('each start on the day after the previous invoice ends, except where the data lacks invoices', () => {
    for (const { key } of SERVICES) {
      const own = ofService(key);
      const apart = own.filter((invoice, index) => {
        const before = own[index - 1];
        return before !== undefined && time(before, 'values.endDate') + DAY !== time(invoice, 'values.startDate');
      });
      expect(apart.map((invoice) => String(invoice['values.startDate']).slice(0, 10))).toEqual(AFTER_HOLES[key]);
      expect(apart.every(({ notes }) => String(notes).startsWith('There is no bill from '))).toBe(true);
      expect(own.every((invoice) => time(invoice, 'values.startDate') < time(invoice, 'values.endDate'))).toBe(true);
    }
  });

  it('have a total cost that equals the sum of their rate lines', () => {
    for (const invoice of all) {
      const lines = linesOf(invoice);
      const [id, total] = [String(invoice._id), numberOf(invoice, 'values.totalCost')];
      expect(sum(lines.map((line) => numberOf(line, 'cost'))), id).toBeCloseTo(total, 6);
      for (const { startDate, endDate } of lines) {
        expect([startDate, endDate]).toEqual([invoice['values.startDate'], invoice['values.endDate']]);
      }
    }
    const lineIds = all.flatMap(linesOf).map(({ id }) => id);
    expect(new Set(lineIds).size).toBe(1_310);
    expect(new Set(all.map((invoice) => invoice['values.invoiceNumber'])).size).toBe(314);
  });

  it('have rate lines whose cost is price times quantity, if they have a price', () => {
    const priced = all.flatMap(linesOf).filter((line) => 'unitRate' in line);
    expect(priced.length).toBeGreaterThan(300);
    for (const line of priced) {
      const cost = numberOf(line, 'unitRate') * numberOf(line, 'consumption');
      expect(Math.abs(cost - numberOf(line, 'cost'))).toBeLessThan(0.05);
    }
  });

  it('are paid, except the newest three for each service', () => {
    for (const { key } of SERVICES) {
      const states = ofService(key).map(({ status, financialStatus, isPaid }) => [status, financialStatus, isPaid]);
      expect(states.slice(-3)).toEqual([
        ['completed', 'sent-for-payment', false],
        ['completed', 'approved', false],
        ['captured', 'new', false],
      ]);
      expect(new Set(states.slice(0, -3).map(String))).toEqual(new Set(['completed,paid,true']));
    }
  });

  it('have total units of 0 if the building used nothing', () => {
    const [empty, ...others] = all.filter((invoice) => invoice['values.totalUnits'] === 0);
    expect(others).toEqual([]);
    expect(empty).toMatchObject({ type: 'gas', 'values.units': 'ccf', 'values.totalCost': 17.28 });
    expect(empty?.['values.startDate']).toBe('2013-02-28T00:00:00.000Z');
  });

  it('belong to a building with its published name, address and floor area', () => {
    expect(assets()[0]).toMatchObject({
      siteName: 'FNSB-Animal Control',
      siteCode: 'ANSBG1',
      'address.streetAddress': '2408 Davis Road',
      'address.locality': 'Fairbanks',
      floorArea: 6718,
      floorAreaUnit: 'imperial',
    });
  });
});
