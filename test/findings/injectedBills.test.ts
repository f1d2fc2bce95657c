import { describe, expect, it } from 'vitest';
import { FINDING_SETTINGS } from '../../src/data/findingSettings.js';
import type { Bill, BillLine } from '../../src/findings/bills.js';
import type { Observation, Thresholds } from '../../src/findings/finding.js';
import { quantitiesDiffer } from '../../src/findings/rules/billUnits.js';
import { BILL_RULE_KINDS, billObservations } from '../../src/findings/findInBills.js';
import type { DayRange } from '../../src/usage/grid.js';
import { seeded, type Random } from '../support/random.js';
import { sampleBills } from './sampleBills.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const DAY = 86_400_000;
const thresholds: Thresholds = (name) => Number(FINDING_SETTINGS[name].fallback);

/** The real bills of services that have enough of them. */
const services = sampleBills().filter((bills) => bills.length >= 24);
const spanOf = (bills: readonly Bill[]): DayRange => ({
  from: Math.min(...bills.map(({ from }) => from)),
  to: Math.max(...bills.map(({ to }) => to)),
});

interface Faulty {
  readonly bills: readonly Bill[];
  /** The days within which the finding must lie. */
  readonly at: DayRange;
  readonly contracts?: readonly DayRange[];
}

/** Inserts a fault of a size into one of the bills of an account; null: it does not fit there. */
type Inject = (bills: readonly Bill[], index: number, size: number) => Faulty | null;

function changed(bills: readonly Bill[], index: number, of: (bill: Bill) => Bill): Faulty | null {
  const bill = bills[index];
  if (!bill) return null;
  const now = of(bill);
  return { bills: bills.with(index, now), at: spanOf([bill, now]) };
}

function withLine(bill: Bill, index: number, of: (line: BillLine) => BillLine): Bill {
  return { ...bill, lines: bill.lines.map((line, at) => (at === index ? of(line) : line)) };
}

const FAULTS: Readonly<Record<(typeof BILL_RULE_KINDS)[number], readonly [sizes: readonly number[], inject: Inject]>> =
  {
    // Sent twice, with the same number or with one of its own.
    'bill-duplicate': [
      [1, 2],
      (bills, index, size) => {
        const bill = bills[index];
        if (!bill || bill.total === null || bill.total <= 0) return null;
        const twin = { ...bill, id: 'twin', number: size === 1 ? bill.number : 'another' };
        return { bills: bills.toSpliced(index, 0, twin), at: bill };
      },
    ],
    'bill-overlap': [
      [2, 5, 20],
      (bills, index, size) => changed(bills, index, (bill) => ({ ...bill, to: bill.to + size })),
    ],
    // So many bills are missing.
    'bill-gap': [
      [1, 2, 6],
      (bills, index, size) => {
        const gone = bills.slice(index, index + size);
        return { bills: bills.toSpliced(index, size), at: spanOf(gone) };
      },
    ],
    // So many months on one bill.
    'bill-too-long': [
      [3, 4, 6],
      (bills, index, size) => {
        const [first] = bills.slice(index, index + size);
        if (!first) return null;
        const at = spanOf(bills.slice(index, index + size));
        return { bills: bills.toSpliced(index, size, { ...first, ...at }), at };
      },
    ],
    'bill-estimated': [
      [2, 3, 6],
      (bills, index, size) => ({
        bills: bills.map((bill, at) => (at >= index && at < index + size ? { ...bill, isEstimated: true } : bill)),
        at: spanOf(bills.slice(index, index + size)),
      }),
    ],
    // A line is off by so many percent of the total.
    'bill-sum-differs': [
      [1, 10, 100],
      (bills, index, size) =>
        changed(bills, index, (bill) =>
          withLine(bill, 0, (line) => ({
            ...line,
            cost: (line.cost ?? 0) + Math.max(0.1, ((bill.total ?? 0) * size) / 100),
          })),
        ),
    ],
    // A cost is so many percent of quantity times rate.
    'bill-line-differs': [
      [101, 110, 200],
      (bills, index, size) => {
        const line = bills[index]?.lines.findIndex(
          ({ consumption, unitRate, cost }) => consumption !== null && unitRate !== null && (cost ?? 0) > 5,
        );
        if (line === undefined || line < 0) return null;
        return changed(bills, index, (own) =>
          withLine(own, line, (one) => ({ ...one, cost: ((one.cost ?? 0) * size) / 100 })),
        );
      },
    ],
    // A bill without lines costs so many percent of what it is for.
    'bill-price-changed': [
      [40, 160, 200],
      (bills, index, size) => {
        const isAlike = [bills[index - 2], bills[index - 1], bills[index]].every((bill, at, [first]) => {
          const price = (one: typeof bill): number => (one?.total ?? 0) / (one?.quantity ?? 0);
          const length = (one: typeof bill): number => (one?.to ?? 0) - (one?.from ?? 0);
          const isNear = Math.abs(price(bill) / price(first) - 1) < 0.1 && Math.abs(length(bill) - length(first)) < 4;
          return at === 0
            ? price(bill) > 0
            : isNear && Math.abs((bill?.quantity ?? 0) / (first?.quantity ?? 0) - 1) < 0.2;
        });
        if (!isAlike) return null;
        return changed(bills, index, (own) => ({ ...own, lines: [], total: ((own.total ?? 0) * size) / 100 }));
      },
    ],
    // 20 % of tax becomes so many percent.
    'bill-tax-differs': [
      [5, 17.5, 25],
      (bills, index, size) => {
        const taxed = (bill: Bill, percent: number): Bill => ({
          ...bill,
          ...{ net: bill.total, tax: ((bill.total ?? 0) * percent) / 100 },
        });
        const own = bills.filter(({ total }) => (total ?? 0) > 10);
        const all = own.map((bill, at) => taxed(bill, at === index ? size : 20));
        const bill = all[index];
        return bill ? { bills: all, at: bill } : null;
      },
    ],
    // A unit rate is so many percent of what it is.
    'bill-rate-changed': [
      [50, 115, 200],
      (bills, index, size) => {
        const [before, bill] = [bills[index - 1], bills[index]];
        const line = bill?.lines.findIndex(
          (own) =>
            own.unitRate !== null &&
            bill.lines.filter(({ rateName }) => rateName === own.rateName).length === 1 &&
            before?.lines.filter(({ rateName, units }) => rateName === own.rateName && units === own.units).length ===
              1 &&
            Math.abs(
              (before.lines.find(({ rateName }) => rateName === own.rateName)?.unitRate ?? Infinity) / own.unitRate - 1,
            ) < 0.02,
        );
        if (line === undefined || line < 0) return null;
        return changed(bills, index, (own) =>
          withLine(own, line, (one) => ({ ...one, unitRate: ((one.unitRate ?? 0) * size) / 100 })),
        );
      },
    ],
    // The contract ends so many days before the end of a bill.
    'bill-after-contract': [
      [1, 10, 300],
      (bills, index, size) => {
        const bill = bills[index];
        if (!bill) return null;
        const { from } = spanOf(bills);
        const end = Math.max(from + 1, bill.to - size);
        return { bills, at: { from: end, to: spanOf(bills).to }, contracts: [{ from, to: end }] };
      },
    ],
  };

const inside = ({ from, to }: Observation, at: DayRange): boolean => from < at.to * DAY && to > at.from * DAY;
/** A fault also changes the findings of adjacent bills. */
const beside = ({ from, to }: DayRange): DayRange => ({ from: from - 40, to: to + 40 });

const placeOf = (random: Random, bills: readonly Bill[]): number => 2 + Math.floor(random() * (bills.length - 12));

describe('faults inserted into real bills', () => {
  it.each(Object.entries(FAULTS))(
    '%s: all faults of every size are found, and no other findings appear',
    (kind, [sizes, inject]) => {
      const random = seeded(SEED);
      let [put, found] = [0, 0];
      const others: unknown[] = [];
      const name = BILL_RULE_KINDS.find((one) => one === kind) ?? 'bill-gap';
      for (const size of sizes) {
        for (const bills of services) {
          for (let time = 0; time < 10; time += 1) {
            const faulty = inject(bills, placeOf(random, bills), size);
            if (!faulty) continue;
            const { at, contracts = [] } = faulty;
            const clean = billObservations(bills, contracts, thresholds).get(name) ?? [];
            const marks = billObservations(faulty.bills, contracts, thresholds).get(name) ?? [];
            put += 1;
            if (marks.some((mark) => inside(mark, at))) found += 1;
            others.push(
              ...marks.filter(
                (mark) =>
                  !inside(mark, beside(at)) && !clean.some(({ from, to }) => from === mark.from && to === mark.to),
              ),
            );
          }
        }
      }
      expect(others).toEqual([]);
      expect(put).toBeGreaterThan(20);
      expect(found, `${found} of ${put}`).toBe(put);
    },
  );

  it('bill-sum-differs: lines that lack only a missing tax have no finding, lines above the total have one', () => {
    const bills = services.flat().filter(({ total, lines }) => (total ?? 0) > 10 && lines.length > 0);
    const sums = (times: number): number =>
      bills.filter((bill) => {
        const total = (bill.total ?? 0) * times;
        return (billObservations([{ ...bill, total }], [], thresholds).get('bill-sum-differs')?.length ?? 0) > 0;
      }).length;
    expect([sums(1), sums(1.05), sums(1.2), sums(0.95)]).toEqual([0, 0, 0, bills.length]);
  });

  it('bill-units-differ: every bill that differs from the meter, by any size, is found, and no other', () => {
    const random = seeded(SEED);
    for (const percent of [-90, -15, 15, 900]) {
      for (const bills of services.map((own) => own.filter(({ quantity }) => (quantity ?? 0) > 0))) {
        if (bills.length < 13) continue;
        const alone = bills.filter((bill) => !bills.some((other) => other !== bill && inside(dayMark(other), bill)));
        const at = alone[Math.floor(random() * alone.length)];
        if (!at) continue;
        const faulty = alone.map((bill) =>
          bill === at ? { ...bill, quantity: (bill.quantity ?? 0) * (1 + percent / 100) } : bill,
        );
        // The meter shows what the real bills are for, up to 5 %.
        const off = new Map(alone.map(({ from, quantity }) => [from, (quantity ?? 0) * (0.95 + 0.1 * random())]));
        const metered = ({ from }: DayRange) => ({
          ...{ quantity: off.get(from) ?? 0, coverage: 1, source: 'hh' as const },
        });
        const marks = quantitiesDiffer(faulty, faulty, metered, thresholds('finding-bill-units-differ-percent'));
        expect(marks.map(({ from, to }) => [from, to])).toEqual([[at.from * DAY, at.to * DAY]]);
      }
    }
  });

  it('no unchanged bill has a duplicate, an overlap, an estimate, or a wrong sum, line or price', () => {
    const counts = BILL_RULE_KINDS.map((kind) => [
      kind,
      sampleBills().reduce((sum, bills) => sum + (billObservations(bills, [], thresholds).get(kind)?.length ?? 0), 0),
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({
      ...{ 'bill-duplicate': 0, 'bill-overlap': 0, 'bill-too-long': 0, 'bill-estimated': 0, 'bill-sum-differs': 0 },
      ...{ 'bill-line-differs': 0, 'bill-price-changed': 0, 'bill-tax-differs': 0 },
      ...{ 'bill-gap': 6, 'bill-rate-changed': 11, 'bill-after-contract': 0 },
    });
  });
});

const dayMark = ({ from, to }: DayRange): Observation => ({ from: from * DAY, to: to * DAY });
