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
    meaning: 'two bills are for some of the same days',
    rule: 'bills of one supplier that have the days of the threshold in common, and are no duplicates',
    thresholds: ['finding-bill-overlap-days'],
    source: 'invoice validation',
    near: null,
    describe: (s) => `Bills overlap: two bills cover ${s.dates.all} (${counted(s.days, 'day')}).`,
  },
  'bill-gap': {
    severity: 'medium',
    meaning: 'no bill is for some days between two bills',
    rule: 'more days between the last day of all bills before and the first of the next than the threshold',
    thresholds: ['finding-bill-gap-days'],
    source: 'invoice validation',
    near: null,
    describe: (s) => `No bill covers ${s.dates.all} (${counted(s.days, 'day')}).`,
  },
  'bill-too-long': {
    severity: 'low',
    meaning: 'a bill is for more than two months',
    rule: 'more billed days than the threshold',
    thresholds: ['finding-bill-too-long-days'],
    source: 'ENERGY STAR Portfolio Manager: a bill is for 65 days at most',
    near: null,
    describe: (s) => `One bill covers ${counted(s.days, 'day')}: ${s.dates.all}.`,
  },
  'bill-estimated': {
    severity: 'low',
    meaning: 'bills rest on estimated readings again and again',
    rule: 'the last reading of as many bills in a row as the threshold is estimated',
    thresholds: ['finding-bill-estimated-bills'],
    source: 'invoice validation',
    near: 3,
    describe: (s) => `${counted(s.bills, 'bill')} in a row have estimated readings: ${s.dates.all}.`,
  },
  'bill-units-differ': {
    severity: 'high',
    meaning: 'what is billed is not what the meter shows',
    rule: 'billed and metered quantity of the same days differ by more than the threshold, where intervals or else readings cover 95 % of them',
    thresholds: ['finding-bill-units-differ-percent'],
    source: 'invoice validation',
    near: 3,
    describe: describeUnits,
  },
  'bill-sum-differs': {
    severity: 'medium',
    meaning: 'a bill’s parts do not add up to its total',
    rule: 'net cost and tax miss the total by the smallest amount of the currency; or the rate lines miss net cost by more than the threshold and half of it for each line; where neither is given, only lines above the total',
    thresholds: ['finding-bill-sum-differs-percent'],
    source: 'arithmetic',
    near: null,
    describe: describeSum,
  },
  'bill-line-differs': {
    severity: 'high',
    meaning: 'a rate line does not fit its own figures',
    rule: 'the cost of a line misses quantity × unit rate by more than the threshold and the smallest amount of its currency; or a standing charge is negative, or for more than 3 days more or less than the bill',
    thresholds: ['finding-bill-line-differs-percent'],
    source: 'arithmetic',
    near: null,
    describe: describeLine,
  },
  'bill-rate-changed': {
    severity: 'low',
    meaning: 'the price of a unit is another than on the bill before',
    rule: 'a rate line of the same name and unit has a unit rate that differs by more than the threshold from the bill before',
    thresholds: ['finding-bill-rate-changed-percent'],
    source: 'invoice validation',
    near: null,
    describe: describeRate,
  },
  'bill-price-changed': {
    severity: 'medium',
    meaning: 'a unit costs far more or less than on the bill before',
    rule: 'cost ÷ quantity differs from the bill before by more than the threshold, and the cost of a day changed the same way by as much; no line, no rate and no return to the price of two bills before explains it',
    thresholds: ['finding-bill-price-changed-percent'],
    source: 'invoice validation',
    near: null,
    describe: describePrice,
  },
  'bill-tax-differs': {
    severity: 'medium',
    meaning: 'the rate of tax is another than on the bill before, or above all rates of the country',
    rule: 'tax ÷ net cost differs by 0.25 percentage points from the bill before, unless the two bills before differ; on a first bill it is above the highest rate of VAT of the country',
    thresholds: [],
    source: 'European Commission, VAT rates applied in the Member States; HMRC; ATO; Inland Revenue of New Zealand',
    near: null,
    describe: describeTax,
  },
  'bill-after-contract': {
    severity: 'high',
    meaning: 'billed days are outside any contract',
    rule: 'billed days that none of the account’s contracts is for, in an account that has some',
    thresholds: ['finding-bill-after-contract-days'],
    source: 'invoice validation: deemed and out-of-contract rates cost more',
    near: 40,
    describe: (s) =>
      `${counted(s.bills, 'bill')} ${s.bills === 1 ? 'is' : 'are'} outside any contract ${when(s)}${s.cost === null ? '' : ` (${s.cost})`}.`,
  },
} as const satisfies Readonly<Record<string, KindRow>>;
