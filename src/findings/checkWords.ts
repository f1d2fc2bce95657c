import { MAX_BILLS } from './bills.js';
import { lineSentence, sumSentence, taxSentence, type SumParts } from './billWords.js';
import { counted, type MessageData } from './kindRow.js';
import { formatMoney } from './money.js';
import { formatNumber } from './numbers.js';
import type { LineComparison } from './rules/billLines.js';

/** The sentence for each reason why a check has no result. The reasons are a closed list. */
export const NOT_CHECKED = {
  'no-account': 'Not checked: this invoice has no account yet.',
  'too-many-bills': `Not checked: the account has more than ${formatNumber(MAX_BILLS)} bills.`,
  'not-counted':
    'Not checked: this invoice does not count as a bill. Its status excludes it, it is a forecast, or it has no billed days.',
  'credit-note': 'Not checked: this is a credit note, or a credit note cancels it.',
  'no-quantity': 'Not compared: the bill has no quantity, or its unit does not fit the account’s type.',
  'shared-days': 'Not compared: another bill covers some of the same days.',
  'not-metered': 'Not compared: the billed days have no metered data.',
  'partly-metered': 'Not compared: metered data covers less than 95 % of the billed days.',
  'no-parts': 'Not added up: the invoice has neither net cost, tax and total, nor rate lines with costs.',
  'no-bill-before': 'Not compared: this supplier has no bill directly before this one.',
  'no-lines': 'Not checked: no rate line has a quantity, a unit rate and a cost.',
  'no-price': 'Not compared: this bill or the one before has no cost or no quantity above zero.',
  'no-tax': 'Not checked: the invoice has no tax, or no net cost above zero.',
  'no-rates': 'Not compared: no rate line has a unit rate on this bill and on the one before.',
} as const;

interface Quantities {
  readonly billed: number | null;
  readonly metered: number | null;
  readonly units: string;
  readonly percent: number | null;
}

interface ChangedRate {
  readonly rateName: string;
  readonly percent: number;
}

interface Prices {
  readonly price: number;
  readonly priceBefore: number;
  readonly percent: number;
  readonly units: string;
}

const moneyIn =
  (currency: string | null): MessageData['money'] =>
  (amount, most) =>
    formatMoney(amount, currency, most);

/** Returns for example `4.1 % more` or `the same`. */
function compared(percent: number): string {
  const share = `${formatNumber(Math.abs(percent))} % ${percent > 0 ? 'more' : 'less'}`;
  return Math.abs(percent) < 0.05 ? 'the same' : share;
}

/** The sentences of checks that have a result. */
export const CHECK_SENTENCES = {
  quantity({ billed, metered, units, percent }: Quantities): string {
    const share = percent === null ? '' : `: ${compared(percent)}`;
    return `Billed ${formatNumber(billed ?? 0)} ${units}, metered ${formatNumber(metered ?? 0)} ${units}${share}.`;
  },
  /** @param wrong the parts that do not add up; null: they do */
  sum(wrong: SumParts | null, currency: string | null): string {
    if (wrong === null) return 'The parts of the bill add up to its total.';
    const words = sumSentence(wrong, moneyIn(currency));
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
  },
  /** @param judged the number of lines with enough data for a check */
  lines(wrong: readonly LineComparison[], judged: number, currency: string | null): string {
    const [first] = wrong;
    if (!first) {
      return `${counted(judged, 'rate line')} ${judged === 1 ? 'costs its' : 'cost their'} quantity times ${judged === 1 ? 'its' : 'their'} rate.`;
    }
    const { line, fault, expected, days } = first;
    const { rateName, consumption: quantity, units, unitRate, cost: billed } = line;
    const words = { name: rateName ?? 'A line without a name', fault: fault ?? '', quantity, units, unitRate };
    const others = wrong.length - 1;
    const more = others === 0 ? '' : ` ${counted(others, 'more line')} ${others === 1 ? 'differs' : 'differ'}.`;
    return `${lineSentence({ ...words, billed, expected, days }, moneyIn(currency))}.${more}`;
  },
  price({ price, priceBefore, percent, units }: Prices, currency: string | null): string {
    const money = moneyIn(currency);
    return `1 ${units} costs ${money(price, 4)}, on the bill before ${money(priceBefore, 4)}: ${compared(percent)}.`;
  },
  tax(percent: number, before: number | null, differs: boolean): string {
    return before === null && !differs
      ? `Tax is ${formatNumber(percent)} % of the net cost.`
      : `${taxSentence(percent, before)}.`;
  },
  rates(changed: readonly ChangedRate[], all: number): string {
    const [first] = changed;
    if (!first) return `${counted(all, 'rate')} ${all === 1 ? 'is' : 'are'} about the same as on the bill before.`;
    const more = changed.length === 1 ? '' : `, and ${counted(changed.length - 1, 'other')}`;
    return `The rate ${first.rateName} is ${compared(first.percent)} than on the bill before${more}.`;
  },
} as const;
