import { operatorKeys } from '../../src/data/access.js';
import { describe, expect, it } from 'vitest';
import { FINDING_SETTINGS } from '../../src/data/findingSettings.js';
import type { Bill, BillLine } from '../../src/findings/bills.js';
import { accountBillsOf, checkOf } from '../../src/findings/check.js';
import type { FindingAccount, Thresholds } from '../../src/findings/finding.js';
import { merge } from '../../src/findings/merge.js';
import { digitsOf } from '../../src/findings/money.js';
import { BILL_RULE_KINDS, billObservations } from '../../src/findings/findInBills.js';
import { seeded } from '../support/random.js';
import { at } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const DAY = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const thresholds: Thresholds = (name) => Number(FINDING_SETTINGS[name].fallback);

function lineOf(line: Partial<BillLine>): BillLine {
  const nothing = { rateName: null, units: null, consumption: null, unitRate: null, cost: null };
  return { ...nothing, startDate: null, endDate: null, ...line };
}

const energy = (cost = 2_000): BillLine =>
  lineOf({ rateName: 'Energy', units: 'kwh', consumption: 10_000, unitRate: 0.2, cost });
const standing = (more: Partial<BillLine> = {}): BillLine =>
  lineOf({ rateName: 'Standing charge', units: 'day', consumption: 30, unitRate: 0.5, cost: 15, ...more });

/** A bill of a month: 10,000 kWh at 0.2 and 30 days at 0.5, with 20 % of tax. */
function billOf(month: number, more: Partial<Bill> = {}): Bill {
  const from = dayOf(`2024-0${month}-01`);
  return {
    ...{
      id: String(month).padStart(24, '0'),
      number: `N${month}`,
      supplier: 's',
      from,
      to: from + 30,
      quantity: 10_000,
    },
    ...{ net: 2_015, tax: 403, total: 2_418, isEstimated: false, lines: [energy(), standing()] },
    ...{ digits: 2, country: null },
    ...more,
  };
}

/** The findings in bills, as lists return them. */
function found(bills: readonly Bill[], currency: string | null = null): readonly string[] {
  const marks = billObservations(bills, [], thresholds);
  return BILL_RULE_KINDS.flatMap((kind) =>
    merge(kind, marks.get(kind) ?? [], { units: 'kWh', currency, timeZone: 'Australia/Sydney' }).map(
      ({ message }) => `${kind}: ${message}`,
    ),
  );
}

const key = at(operatorKeys([1]), 0);
const ACCOUNT: FindingAccount = {
  ...{ key, id: 'b'.repeat(24), type: 'electricity', meterUnits: 'kwh', isExpected: true, area: null },
  ...{ currency: 'gbp', country: 'gb', timeZone: 'Europe/London' },
};
const checked = (bills: readonly Bill[], id: string) =>
  checkOf(
    id,
    accountBillsOf(ACCOUNT, bills, () => null),
    thresholds,
  );

describe('a bill whose cost is doubled at the same quantity and rate', () => {
  const doubled = billOf(4, {
    ...{ net: 4_030, tax: 806, total: 4_836 },
    lines: [energy(4_000), standing({ cost: 30 })],
  });
  const bills = [billOf(1), billOf(2), billOf(3), doubled, billOf(5)];

  it('has a finding for its line, and no finding for its price', () => {
    expect(found(bills, 'gbp').filter((one) => !one.startsWith('bill-gap'))).toEqual([
      'bill-line-differs: Bill for 1–30 Apr 2024: Energy: 10,000 kwh at £0.20 are £2,000.00, billed £4,000.00: £2,000.00 too much. 1 more line is wrong.',
    ]);
  });

  it('is reported in its check', () => {
    const { lines, rates, price } = checked(bills, doubled.id);
    expect([lines.result, rates.result, price.result]).toEqual(['differs', 'agrees', 'agrees']);
    expect(lines.message).toBe(
      'Energy: 10,000 kwh at £0.20 are £2,000.00, billed £4,000.00: £2,000.00 too much. 1 more line differs.',
    );
    expect(lines.lines).toMatchObject([
      { expected: 2_000, difference: 2_000, fault: 'cost', result: 'differs' },
      { expected: 15, difference: 15, fault: 'cost', result: 'differs' },
    ]);
  });

  it('has one finding for its price if the bill has no lines', () => {
    const plain = bills.map((bill) => ({ ...bill, lines: [] }));
    expect(found(plain, 'gbp').filter((one) => !one.startsWith('bill-gap'))).toEqual([
      'bill-price-changed: 1 kWh costs £0.403 on the bill for 1–30 Apr 2024, £0.2015 on the bill before: 100 % more (£2,015.00).',
    ]);
    expect(checked(plain, doubled.id).price).toMatchObject({ result: 'differs', percent: 100, units: 'kWh' });
  });
});

describe('the costs of rate lines', () => {
  it.each([0.01, 0.5, 0.9, 0.99, 1.01, 1.1, 3, 100])(
    'a cost of %s times quantity × rate has a finding, except in pence',
    (times) => {
      const bill = billOf(1, { lines: [energy(2_000 * times), standing()] });
      const all = found([bill]).filter((one) => one.startsWith('bill-line-differs'));
      // A hundredth: the rate is in pence and the bill in pounds.
      expect(all).toHaveLength(times === 0.01 ? 0 : 1);
    },
  );

  it('agree for any quantity and rate, rounded to the smallest amount of the currency', () => {
    const random = seeded(SEED);
    for (const currency of ['gbp', 'jpy', 'kwd', 'usd', 'huf']) {
      const digits = digitsOf(currency);
      for (let time = 0; time < 200; time += 1) {
        const [consumption, unitRate] = [Math.round(random() * 1e6) / 10, Math.round(random() * 1e6) / 1e6];
        const cost = Number((consumption * unitRate).toFixed(digits));
        const line = lineOf({ rateName: 'Energy', units: 'kwh', consumption, unitRate, cost });
        expect(found([billOf(1, { digits, net: null, tax: null, total: cost, lines: [line] })], currency)).toEqual([]);
      }
    }
  });

  it.each([
    ['capacity by the day', { units: 'kVA', consumption: 200, unitRate: 0.05, cost: 300 }],
    ['a rate in pence', { units: 'kwh', consumption: 10_000, unitRate: 20.5, cost: 2_050 }],
    ['no quantity', { units: 'kwh', consumption: null, unitRate: 0.2, cost: 7 }],
    ['a rebate', { rateName: 'Rebate', units: 'kwh', consumption: 100, unitRate: -0.2, cost: -20 }],
  ])('%s has no finding', (_, line) => {
    const own = lineOf({ rateName: 'Line', ...line });
    expect(found([billOf(1, { net: null, tax: null, total: own.cost, lines: [own] })])).toEqual([]);
  });

  it('lines that include tax have no finding if they add up to the total', () => {
    const lines = [energy(2_400), standing({ cost: 18 })];
    expect(found([billOf(1, { lines })])).toEqual([]);
    expect(found([billOf(1, { lines: [energy(2_400), standing()] })])[0]).toMatch(/^bill-sum-differs/);
  });
});

describe('a standing charge', () => {
  const messages = (line: Partial<BillLine>): readonly string[] =>
    found([billOf(1, { lines: [energy(), standing(line)] })], 'gbp').filter((one) => one.startsWith('bill-line-'));

  it.each([
    [{ consumption: 300, cost: 150 }, 'is for 300 days, the bill for 30 days: £135.00 too much'],
    [{ consumption: 60, cost: 30 }, 'is for 60 days, the bill for 30 days: £15.00 too much'],
    [{ consumption: 0, cost: 0 }, 'is for 0 days, the bill for 30 days'],
    [{ consumption: 365, cost: 182.5, units: null }, 'is for 365 days, the bill for 30 days: £167.50 too much'],
    [{ consumption: 34, cost: 17, units: 'days' }, 'is for 34 days, the bill for 30 days: £2.00 too much'],
    [{ cost: -15, unitRate: -0.5 }, 'is negative, -£15.00: £30.00 too little'],
    [{ cost: -15, consumption: -30 }, 'is negative, -£15.00: £30.00 too little'],
  ])('with %j has a finding', (line, words) => {
    expect(messages(line)).toEqual([`bill-line-differs: Bill for 1–30 Jan 2024: Standing charge ${words}.`]);
  });

  it.each([
    { consumption: 28, cost: 14 },
    { consumption: 33, cost: 16.5 },
    { consumption: 1, unitRate: 15, units: 'month' },
    { consumption: 1, unitRate: 15, units: null },
    { consumption: 10, cost: 5, startDate: '2024-01-01T00:00:00Z', endDate: '2024-01-10T00:00:00Z' },
  ])('with %j has no finding', (line) => {
    expect(messages(line)).toEqual([]);
  });
});

describe('net cost, tax and total', () => {
  it('a total of 12,037.50 for 10,000 net and 2,000 tax is 37.50 too much', () => {
    const bill = billOf(1, { net: 10_000, tax: 2_000, total: 12_037.5, lines: [] });
    const words = 'et £10,000.00 and tax £2,000.00 come to £12,000.00, the total is £12,037.50: £37.50 too much.';
    expect(found([bill], 'gbp')).toEqual([`bill-sum-differs: Bill for 1–30 Jan 2024: n${words}`]);
    expect(checked([bill], bill.id).sum).toMatchObject({ result: 'differs', difference: 37.5, message: `N${words}` });
  });

  it.each(['gbp', 'jpy', 'kwd', 'eur', 'clp'])(
    'are compared exactly in %s: a difference of the smallest amount has a finding, and no difference has none',
    (currency) => {
      const random = seeded(SEED);
      const digits = digitsOf(currency);
      for (let time = 0; time < 200; time += 1) {
        const inCurrency = (value: number): number => Number(value.toFixed(digits));
        const net = inCurrency(random() * 10 ** (1 + Math.floor(random() * 6)) + 1);
        const tax = inCurrency(net * 0.2);
        const right = billOf(1, { digits, net, tax, total: inCurrency(net + tax), lines: [] });
        expect(found([right], currency)).toEqual([]);
        const off = (random() < 0.5 ? -1 : 1) * 10 ** -digits;
        const wrong = { ...right, total: inCurrency(net + tax + off) };
        expect(found([wrong], currency)).toHaveLength(1);
      }
    },
  );
});

describe('the tax rate', () => {
  const taxed = (month: number, percent: number, more: Partial<Bill> = {}): Bill =>
    billOf(month, { net: 2_015, tax: 20.15 * percent, total: 2_015 + 20.15 * percent, ...more });
  const own = (bills: readonly Bill[]): readonly string[] =>
    found(bills, 'gbp').filter((one) => one.startsWith('bill-tax-'));

  it.each([0, 5, 17.5, 19, 25])('a change from 20 % to %s % has one finding', (percent) => {
    const cost = ((percent - 20) * 20.15).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' });
    expect(own([taxed(1, 20), taxed(3, 20), taxed(5, percent), taxed(7, 20)])).toEqual([
      `bill-tax-differs: Bill for 1–30 May 2024: Tax is ${percent} % of the net cost, on the bill before 20 % (${cost}).`,
    ]);
  });

  it('a first bill may have at most the highest rate of its country, if the country is known', () => {
    expect(own([taxed(1, 25, { country: 'gb' })])).toEqual([
      'bill-tax-differs: Bill for 1–30 Jan 2024: Tax is 25 % of the net cost, which is above every rate of its country.',
    ]);
    for (const [country, percent] of [
      ['gb', 20],
      ['gb', 5],
      ['us', 7.25],
      [null, 12.5],
      ['fr', 17.3],
    ] as const) {
      expect(own([taxed(1, percent, { country })])).toEqual([]);
    }
  });

  it('bills that mix rates may differ in their rate', () => {
    const mixed = [20, 17.1, 16.4, 18.2, 17.7].map((percent, index) =>
      taxed(2 * index + 1, percent, { country: 'fr' }),
    );
    expect(own(mixed)).toHaveLength(1);
  });
});
