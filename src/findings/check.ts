import { LEAST_COVERAGE, type Bill, type Metered } from './bills.js';
import type { FindingAccount, Thresholds } from './finding.js';
import { CHECK_SENTENCES, NOT_CHECKED } from './checkWords.js';
import { withoutCredits } from './rules/billDays.js';
import { isChanged, ratesBeside, sumOf } from './rules/billMoney.js';
import { unitsBeside } from './rules/billUnits.js';
import { canonicalUnit } from '../usage/units.js';

export type CheckReason = keyof typeof NOT_CHECKED;

/** How a check came out, in a word and in a sentence. */
export interface Outcome {
  readonly result: 'agrees' | 'differs' | 'unknown';
  /** Why it is unknown; else null. */
  readonly reason: CheckReason | null;
  readonly message: string;
}

/** What is billed beside what was metered. Quantities are in `units`, the canonical unit of the account's type. */
export interface QuantityCheck extends Outcome {
  readonly billed: number | null;
  readonly metered: number | null;
  readonly units: string | null;
  /** Billed less metered. */
  readonly difference: number | null;
  /** The difference, of what was metered. */
  readonly percent: number | null;
  /** The share of the billed days that is metered; null: none. */
  readonly coverage: number | null;
  readonly source: Metered['source'] | null;
  readonly threshold: number;
}

/** The parts of the bill beside its total, in its currency. */
export interface SumCheck extends Outcome {
  readonly lines: number | null;
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  readonly difference: number | null;
  readonly threshold: number;
}

export interface RateCheck {
  readonly rateName: string;
  readonly units: string | null;
  readonly unitRate: number;
  readonly unitRateBefore: number;
  readonly percent: number;
  readonly result: Exclude<Outcome['result'], 'unknown'>;
}

/** The unit rates beside those of the bill before. */
export interface RatesCheck extends Outcome {
  readonly beforeId: string | null;
  readonly rates: readonly RateCheck[];
  readonly threshold: number;
}

/** What the rules of bills say of one invoice, with its figures; the same as its findings rest on. */
export interface InvoiceCheck {
  readonly quantity: QuantityCheck;
  readonly sum: SumCheck;
  readonly rates: RatesCheck;
}

/** What is known of the account of an invoice. */
export interface Billed {
  readonly account: FindingAccount;
  /** All of its bills that count, by their days. */
  readonly bills: readonly Bill[];
  readonly meteredOver: Parameters<typeof unitsBeside>[2];
}

/**
 * Checks an invoice by the functions that the rules of findings use, so that both say the same.
 * @param billed null: no account of it is known yet
 */
export function checkOf(id: string, billed: Billed | null, of: Thresholds): InvoiceCheck {
  const bill = billed?.bills.find((one) => one.id === id);
  if (!billed || !bill) return unchecked(billed ? 'not-counted' : 'no-account', null, null, of);
  const bills = withoutCredits(billed.bills);
  const index = bills.indexOf(bill);
  const units = canonicalUnit(billed.account.type);
  if (index < 0) return unchecked('credit-note', bill, units, of);
  return {
    quantity: quantityOf(bill, bills, units, billed.meteredOver, of('finding-bill-units-differ-percent')),
    sum: sumCheckOf(bill, of('finding-bill-sum-differs-percent')),
    rates: ratesOf(bills, index, of('finding-bill-rate-changed-percent')),
  };
}

/** An invoice that the rules do not look at: what it says itself, and nothing beside it. */
function unchecked(reason: CheckReason, bill: Bill | null, units: string | null, of: Thresholds): InvoiceCheck {
  const outcome = unknown(reason);
  const nothing = { metered: null, difference: null, percent: null, coverage: null, source: null };
  const { net = null, tax = null, total = null } = bill ?? {};
  return {
    quantity: {
      ...{ ...outcome, billed: bill?.quantity ?? null, units, ...nothing },
      threshold: of('finding-bill-units-differ-percent'),
    },
    sum: {
      ...{ ...outcome, lines: null, net, tax, total, difference: null },
      threshold: of('finding-bill-sum-differs-percent'),
    },
    rates: { ...outcome, beforeId: null, rates: [], threshold: of('finding-bill-rate-changed-percent') },
  };
}

function unknown(reason: CheckReason): Outcome {
  return { result: 'unknown', reason, message: NOT_CHECKED[reason] };
}

function known(differs: boolean, message: string): Outcome {
  return { result: differs ? 'differs' : 'agrees', reason: null, message };
}

function quantityOf(
  bill: Bill,
  bills: readonly Bill[],
  units: string,
  meteredOver: Billed['meteredOver'],
  threshold: number,
): QuantityCheck {
  const { why, metered, difference, differs } = unitsBeside(bill, bills, meteredOver, threshold);
  const isEnough = metered !== null && metered.coverage >= LEAST_COVERAGE;
  const percent =
    difference === null || !metered || metered.quantity === 0 ? null : (difference / Math.abs(metered.quantity)) * 100;
  const figures = { billed: bill.quantity, metered: isEnough ? metered.quantity : null, units, difference, percent };
  const outcome = why === null ? known(differs, CHECK_SENTENCES.quantity(figures)) : unknown(why);
  return { ...outcome, ...figures, coverage: metered?.coverage ?? null, source: metered?.source ?? null, threshold };
}

function sumCheckOf(bill: Bill, threshold: number): SumCheck {
  const { lines, difference, differs } = sumOf(bill, threshold);
  const { net, tax, total } = bill;
  const outcome =
    difference === null ? unknown('no-parts') : known(differs, CHECK_SENTENCES.sum(differs ? difference : null));
  return { ...outcome, lines, net, tax, total, difference, threshold };
}

function ratesOf(bills: readonly Bill[], index: number, threshold: number): RatesCheck {
  const beside = ratesBeside(bills, index);
  if (!beside) return { ...unknown('no-bill-before'), beforeId: null, rates: [], threshold };
  const rates = beside.rates.map((rate): RateCheck => {
    const { rateName, units, before, after } = rate;
    const percent = (after / before - 1) * 100;
    const result = isChanged(rate, threshold) ? 'differs' : 'agrees';
    return { rateName, units, unitRate: after, unitRateBefore: before, percent, result };
  });
  const changed = rates.filter(({ result }) => result === 'differs');
  const outcome =
    rates.length === 0 ? unknown('no-rates') : known(changed.length > 0, CHECK_SENTENCES.rates(changed, rates.length));
  return { ...outcome, beforeId: beside.before.id, rates, threshold };
}
