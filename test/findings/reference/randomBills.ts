import type { Account, Contract, Interval, RateLine, Reading } from '../../consumption/reference/records.js';
import { pick, type Random } from '../../support/random.js';
import { FIRST } from './randomMeters.js';
import type { BillRecord } from './records.js';

const DAY = 86_400_000;
const monthStart = (month: number): number => Date.UTC(2022, month, 1);
const date = (ms: number): string => new Date(ms).toISOString();
const rounded = (value: number): number => Math.round(value * 100) / 100;
const SUPPLIERS = ['500000000000000000000001', '500000000000000000000002'] as const;

interface Billed {
  readonly account: Account;
  readonly months: number;
  /** The metered quantity of a range. */
  readonly metered: (from: number, to: number) => number;
}

/** The sum of the intervals; repeated ones count once. */
export function sumOf(intervals: readonly Interval[], { _id: account }: Account): Billed['metered'] {
  const own = new Map(intervals.filter((one) => one.accountId === account).map((one) => [one.startTimestamp, one]));
  return (from, to) =>
    [...own].reduce((sum, [start, { value }]) => {
      return Date.parse(start) >= from && Date.parse(start) < to ? sum + value : sum;
    }, 0);
}

/** A bill for each month, some with a fault. */
export function billsOf(random: Random, { account, months, metered }: Billed): readonly BillRecord[] {
  const bills: BillRecord[] = [];
  let unitRate = 0.2;
  for (let month = 0; month < months; month += 1) {
    const fault = random() < 0.25 ? 'none' : pick(random, FAULTS);
    if (fault === 'missing') continue;
    const from = monthStart(month);
    const to = fault === 'long' ? monthStart((month += 2) + 1) : monthStart(month + 1);
    const last = to - DAY + (fault === 'overlap' ? pick(random, [1, 2, 9]) * DAY : 0);
    const first = from + (fault === 'late' ? pick(random, [2, 5]) * DAY : 0);
    if (fault === 'rate') unitRate = rounded(unitRate * pick(random, [0.5, 1.05, 1.4]) + 0.001);
    const units = rounded(metered(first, last + DAY) * (fault === 'units' ? pick(random, [0.5, 1.04, 1.3]) : 1));
    const net = rounded((units * unitRate + 9) * (fault === 'price' ? pick(random, [0.5, 2]) : 1));
    const isNetGiven = random() < 0.5;
    const tax = rounded(net * (fault === 'tax' ? pick(random, [0.05, 0.25]) : 0.2));
    const bill: BillRecord = {
      ...{ _id: idOf(account, month, 0), accountId: account._id, status: 'completed', financialStatus: 'approved' },
      supplierId: fault === 'supplier' ? SUPPLIERS[1] : SUPPLIERS[0],
      values: {
        ...{ invoiceNumber: fault === 'number' ? null : `N${month}`, startDate: date(first), endDate: date(last) },
        ...{ totalUnits: fault === 'number' ? null : units, units: account.meterUnits ?? 'kwh' },
        ...{ startReadType: 'A', endReadType: ['estimated', 'overlap'].includes(fault) ? 'E' : 'A' },
        ...(isNetGiven ? { netTotalCost: net, totalTax: tax } : { netTotalCost: null, totalTax: null }),
        totalCost: rounded(net + tax + (fault === 'sum' ? pick(random, [-30, 0.01, 15]) : 0)),
      },
      rates: [
        {
          ...{ rateName: 'Energy', units: 'kwh', unitRate, consumption: units },
          cost: rounded(units * unitRate * (fault === 'line' ? pick(random, [2, 1.001, 0.01]) : 1)),
        },
        standingOf(random, fault),
        ...(fault === 'rate' ? [{ rateName: 'Standing', units: 'day', unitRate: 1, consumption: 1, cost: 0 }] : []),
      ],
    };
    bills.push(bill, ...besides(random, account, month, fault, bill));
  }
  return bills;
}

/** The standing charge of a bill of a fault. */
function standingOf(random: Random, fault: Fault): RateLine {
  const line = {
    rateName: 'Standing',
    units: 'day',
    unitRate: 0.3,
    consumption: 30,
    cost: fault === 'lines' ? 400 : 9,
  };
  if (fault !== 'standing') return line;
  const negative = { ...line, cost: -9, unitRate: -0.3 };
  return pick(random, [
    negative,
    { ...line, consumption: 300, cost: 90 },
    { ...line, units: null, consumption: 1, unitRate: 9 },
  ]);
}

/** The bills that accompany a fault: a twin, a credit note and a rebill, or one that does not count. */
function besides(random: Random, account: Account, month: number, fault: Fault, bill: BillRecord): BillRecord[] {
  const { values } = bill;
  const one = (n: number, more: Partial<BillRecord>, own: BillRecord['values'] = {}): BillRecord => ({
    ...{ ...bill, _id: idOf(account, month, n), ...more },
    values: { ...values, ...own },
  });
  switch (fault) {
    case 'twin':
      return [one(1, {}, { invoiceNumber: pick(random, [values?.invoiceNumber ?? '', 'another']) })];
    case 'credit': {
      const negative = (value: number | null | undefined): number | null => (value ? -value : null);
      const back = { totalUnits: negative(values?.totalUnits), totalCost: negative(values?.totalCost) };
      const rebill = random() < 0.5 ? [one(3, {}, { invoiceNumber: `R${month}` })] : [];
      return [one(2, {}, { ...back, invoiceNumber: `C${month}`, netTotalCost: null, totalTax: null }), ...rebill];
    }
    case 'uncounted':
      return [one(4, { financialStatus: 'not-approved' }), one(5, { simulated: true })];
    default:
      return [];
  }
}

const FAULTS = [
  ...([
    'missing',
    'long',
    'overlap',
    'late',
    'rate',
    'units',
    'supplier',
    'number',
    'estimated',
    'sum',
    'lines',
    'line',
    'standing',
    'tax',
    'price',
  ] as const),
  ...(['twin', 'credit', 'uncounted'] as const),
] as const;
type Fault = (typeof FAULTS)[number] | 'none';

const idOf = ({ _id }: Account, month: number, n: number): string =>
  `e${_id.slice(-4)}${String(n).padStart(9, '0')}${String(month).padStart(10, '0')}`;

/** One or two contracts with a gap between them, or an open one. */
export function contractsOf(random: Random, { _id }: Account): readonly Contract[] {
  const id = (n: number): string => `c${_id.slice(-4)}${String(n).padStart(19, '0')}`;
  const day = (n: number): string => date(FIRST + n * DAY);
  const end = Math.floor(random() * 90);
  const first = { _id: id(1), accountId: _id, startDate: day(-30) };
  if (random() < 0.2) return [{ ...first, endDate: null }];
  if (random() < 0.5) return [{ ...first, endDate: day(end) }];
  return [
    { ...first, endDate: day(end) },
    { _id: id(2), accountId: _id, startDate: day(end + pick(random, [1, 2, 40])), endDate: day(400) },
  ];
}

/** Two registers with monthly readings, some of which fall, with or without a reason. */
export function readingsOf(random: Random, account: Account, months: number): readonly Reading[] {
  return ['1', '2'].flatMap((registerId) => {
    let value = 1_000;
    return Array.from({ length: months }, (_, month): Reading => {
      const fault = random() < 0.6 ? 'none' : pick(random, ['falls', 'reset', 'quantity', 'digits', 'little'] as const);
      value = fault === 'none' ? rounded(value + 300 * random()) : rounded(value - (fault === 'little' ? 0.01 : 200));
      return {
        ...{ _id: `a${account._id.slice(-4)}${registerId}${String(month).padStart(18, '0')}`, accountId: account._id },
        ...{ submittedAt: date(monthStart(month) + 9 * 3_600_000), value, type: 'A', units: 'kwh', registerId },
        // A field that a row lacks stays as it was stored.
        meterReset: fault === 'reset',
        quantity: fault === 'quantity' ? 120 : null,
        registerDigits: fault === 'digits' ? 5 : null,
      };
    });
  });
}

/** Readings of one register, one of which jumps above the previous one: enough for a finding, or just not. */
export function jumpingReadingsOf(random: Random, account: Account): readonly Reading[] {
  const [jump, rise] = [2 + Math.floor(5 * random()), pick(random, [3_000, 50_000, 100_000] as const)];
  let value = 5_000;
  return Array.from({ length: 8 }, (_, month): Reading => {
    value = rounded(value + 300 * random() + (month === jump ? rise : 0));
    return {
      ...{ _id: `a${account._id.slice(-4)}3${String(month).padStart(18, '0')}`, accountId: account._id },
      ...{ submittedAt: date(monthStart(month) + 15 * 3_600_000), value, type: 'A', units: 'kwh', registerId: null },
      ...{ meterReset: false, quantity: null, registerDigits: null },
    };
  });
}
