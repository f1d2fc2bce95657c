import { describeLine, describePrice, describeRate, describeSum, describeTax, describeUnits } from './billWords.js';
import { counted, when, type KindRow } from './kindRow.js';

/**
 * The kinds of findings in bills. Bills are the invoices that count (figures 4), without credit notes and the invoices
 * that credit notes cancel.
 */
export const BILL_KINDS = {
  'bill-duplicate': {
    severity: 'high',
    meaning: 'the same days are billed twice',
    rule: 'bills of one account with the same days, total and quantity, or with the same number and total',
    thresholds: [],
    source: 'invoice validation',
    near: null,
    describe: (s) =>
      `${counted(s.bills, 'bill')} are the same for ${s.dates.all}${s.cost === null ? '' : `: ${s.cost} too much`}.`,
  },
  'bill-overlap': {
    severity: 'medium',
    meaning: 'two bills cover some of the same days',
    rule: 'two bills of one supplier share at least as many days as the threshold, and are not duplicates',
    thresholds: ['finding-bill-overlap-days'],
    source: 'invoice validation',
    near: null,
    describe: (s) => `Bills overlap: two bills cover ${s.dates.all} (${counted(s.days, 'day')}).`,
  },
  'bill-gap': {
    severity: 'medium',
    meaning: 'no bill covers the days between two bills',
    rule: 'at least as many days as the threshold between the last day of all earlier bills and the first day of the next bill',
    thresholds: ['finding-bill-gap-days'],
    source: 'invoice validation',
    near: null,
    describe: (s) => `No bill covers ${s.dates.all} (${counted(s.days, 'day')}).`,
  },
  'bill-too-long': {
    severity: 'low',
    meaning: 'a bill covers more than two months',
    rule: 'more billed days than the threshold',
    thresholds: ['finding-bill-too-long-days'],
    source: 'ENERGY STAR Portfolio Manager: a bill covers at most 65 days',
    near: null,
    describe: (s) => `One bill covers ${counted(s.days, 'day')}: ${s.dates.all}.`,
  },
  'bill-estimated': {
    severity: 'low',
    meaning: 'several bills in a row use estimated readings',
    rule: 'as many bills in a row as the threshold have an estimated last reading',
    thresholds: ['finding-bill-estimated-bills'],
    source: 'invoice validation',
    near: 3,
    describe: (s) => `${counted(s.bills, 'bill')} in a row have estimated readings: ${s.dates.all}.`,
  },
  'bill-units-differ': {
    severity: 'high',
    meaning: 'billed and metered quantity differ',
    rule: 'billed and metered quantity of the same days differ by more than the threshold. Intervals, or else readings, cover at least 95 % of these days',
    thresholds: ['finding-bill-units-differ-percent'],
    source: 'invoice validation',
    near: 3,
    describe: describeUnits,
  },
  'bill-sum-differs': {
    severity: 'medium',
    meaning: 'a bill’s parts do not add up to its total',
    rule: 'net cost plus tax differs from the total by at least the smallest amount of the currency. Or the sum of the rate lines differs from the net cost by more than the threshold, and by half the smallest amount for each line. Without net cost and tax, only rate lines above the total count',
    thresholds: ['finding-bill-sum-differs-percent'],
    source: 'arithmetic',
    near: null,
    describe: describeSum,
  },
  'bill-line-differs': {
    severity: 'high',
    meaning: 'the figures of a rate line contradict each other',
    rule: 'the cost of a line differs from quantity × unit rate by more than the threshold and the smallest amount of its currency. Or a standing charge is negative, or its days differ from those of the bill by more than 3',
    thresholds: ['finding-bill-line-differs-percent'],
    source: 'arithmetic',
    near: null,
    describe: describeLine,
  },
  'bill-rate-changed': {
    severity: 'low',
    meaning: 'a unit rate differs from the bill before',
    rule: 'a rate line with the same name and unit has a unit rate that differs from the bill before by more than the threshold',
    thresholds: ['finding-bill-rate-changed-percent'],
    source: 'invoice validation',
    near: null,
    describe: describeRate,
  },
  'bill-price-changed': {
    severity: 'medium',
    meaning: 'the price per unit differs strongly from the bill before',
    rule: 'cost ÷ quantity and the cost per day changed in the same direction from the bill before, each by more than the threshold. No line, rate or return to the price of two bills before explains the change',
    thresholds: ['finding-bill-price-changed-percent'],
    source: 'invoice validation',
    near: null,
    describe: describePrice,
  },
  'bill-tax-differs': {
    severity: 'medium',
    meaning: 'the tax rate differs from the bill before, or is above all tax rates of the country',
    rule: 'tax ÷ net cost differs from the bill before by 0.25 percentage points, unless the two bills before differ. On a first bill: it is above the highest VAT rate of the country',
    thresholds: [],
    source: 'European Commission, VAT rates applied in the Member States; HMRC; ATO; Inland Revenue of New Zealand',
    near: null,
    describe: describeTax,
  },
  'bill-after-contract': {
    severity: 'high',
    meaning: 'billed days are outside any contract',
    rule: 'billed days that no contract covers, in an account with contracts',
    thresholds: ['finding-bill-after-contract-days'],
    source: 'invoice validation: deemed and out-of-contract rates cost more',
    near: 40,
    describe: (s) =>
      `${counted(s.bills, 'bill')} ${s.bills === 1 ? 'is' : 'are'} outside any contract ${when(s)}${s.cost === null ? '' : ` (${s.cost})`}.`,
  },
} as const satisfies Readonly<Record<string, KindRow>>;
