import { MOST_BILLS } from './bills.js';
import { counted } from './kindRow.js';
import { inWords } from './numbers.js';

/** Why a check says nothing, in a sentence: the reasons are a closed list. */
export const NOT_CHECKED = {
  'no-account': 'Not checked: no account of this invoice is known yet.',
  'too-many-bills': `Not checked: the account has more than ${inWords(MOST_BILLS)} bills.`,
  'not-counted':
    'Not checked: this invoice does not count as a bill, by its status, as a forecast, or without billed days.',
  'credit-note': 'Not checked: this is a credit note, or a bill that one takes back.',
  'no-quantity': 'Not compared: no quantity is billed, or its unit is not one of the account’s type.',
  'shared-days': 'Not compared: another bill is for some of the same days.',
  'not-metered': 'Not compared: nothing was metered in the billed days.',
  'partly-metered': 'Not compared: less than 95 % of the billed days are metered.',
  'no-parts': 'Not added up: the invoice names neither net cost, tax and total, nor rate lines with their costs.',
  'no-bill-before': 'Not compared: there is no bill of this supplier just before.',
  'no-rates': 'Not compared: no rate line has a unit rate on this bill and on the one before.',
} as const;

interface Quantities {
  readonly billed: number | null;
  readonly metered: number | null;
  readonly units: string;
  readonly percent: number | null;
}

interface Changed {
  readonly rateName: string;
  readonly percent: number;
}

/** `4.1 % more`. */
function compared(percent: number): string {
  const share = inWords(Math.abs(percent));
  return share === '0' ? 'the same' : `${share} % ${percent > 0 ? 'more' : 'less'}`;
}

/** What checks say where there is something to say. */
export const CHECK_SENTENCES = {
  quantity({ billed, metered, units, percent }: Quantities): string {
    const share = percent === null ? '' : `: ${compared(percent)}`;
    return `Billed are ${inWords(billed ?? 0)} ${units}, metered ${inWords(metered ?? 0)} ${units}${share}.`;
  },
  /** @param missed null: nothing to speak of */
  sum: (missed: number | null): string =>
    missed === null
      ? 'The parts of the bill add up to its total.'
      : `The parts of the bill miss its total by ${inWords(missed)}.`,
  rates(changed: readonly Changed[], all: number): string {
    const [first] = changed;
    if (!first) return `${counted(all, 'rate')} ${all === 1 ? 'is' : 'are'} about the same as on the bill before.`;
    const more = changed.length === 1 ? '' : `, and ${counted(changed.length - 1, 'other')}`;
    return `The rate ${first.rateName} is ${compared(first.percent)} than on the bill before${more}.`;
  },
} as const;
