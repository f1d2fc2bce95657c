import { MIN_COVERAGE, type Bill, type Metered } from './bills.js';
import type { FindingAccount, Thresholds } from './finding.js';
import { CHECK_SENTENCES, NOT_CHECKED } from './checkWords.js';
import { compareLines, type LineFault } from './rules/billLines.js';
import { isChanged, compareRates, sumOf } from './rules/billMoney.js';
import { comparePrice, priceThresholds, type PriceThresholds } from './rules/billPrices.js';
import { compareTax } from './rules/billTax.js';
import { sharingDays, compareQuantity } from './rules/billUnits.js';
import { withoutCredits } from './rules/credits.js';
import { canonicalUnit } from '../usage/units.js';

export type CheckReason = keyof typeof NOT_CHECKED;

/** The result of a check, as a word and as a sentence. */
export interface Outcome {
  readonly result: 'agrees' | 'differs' | 'unknown';
  /** Why the result is unknown; null: it is known. */
  readonly reason: CheckReason | null;
  readonly message: string;
}

/** Compares the billed with the metered quantity. Quantities are in `units`, the canonical unit of the account's type. */
export interface QuantityCheck extends Outcome {
  readonly billed: number | null;
  readonly metered: number | null;
  readonly units: string | null;
  /** Billed minus metered. */
  readonly difference: number | null;
  /** The difference as a percentage of the metered quantity. */
  readonly percent: number | null;
  /** The share of the billed days that has metered data, from 0 to 1; null: none has. */
  readonly coverage: number | null;
  readonly source: Metered['source'] | null;
  readonly threshold: number;
}

/** Compares the sum of the bill's parts with its total, in its currency. */
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

/** Compares the unit rates with those of the bill before. */
export interface RatesCheck extends Outcome {
  readonly beforeId: string | null;
  readonly rates: readonly RateCheck[];
  readonly threshold: number;
}

/** Compares the cost of a rate line with quantity × rate. */
export interface LineCheck {
  readonly rateName: string | null;
  readonly units: string | null;
  readonly quantity: number | null;
  readonly unitRate: number | null;
  readonly cost: number | null;
  readonly expected: number | null;
  /** Cost minus expected cost. */
  readonly difference: number | null;
  readonly fault: LineFault | null;
  readonly result: Outcome['result'];
}

/** Compares the cost of each rate line with quantity × rate. */
export interface LinesCheck extends Outcome {
  readonly lines: readonly LineCheck[];
  readonly threshold: number;
}

/** Compares the price of a unit with the bill before. */
export interface PriceCheck extends Outcome {
  readonly beforeId: string | null;
  readonly price: number | null;
  readonly priceBefore: number | null;
  /** The unit that `price` refers to: the canonical unit. */
  readonly units: string | null;
  readonly percent: number | null;
  readonly threshold: number;
}

/** Compares the tax rate with the bill before. */
export interface TaxCheck extends Outcome {
  /** Tax as a percentage of the net cost. */
  readonly percent: number | null;
  readonly percentBefore: number | null;
}

/** The results of the bill rules for one invoice, with their figures. The invoice's findings rest on the same results. */
export interface InvoiceCheck {
  readonly quantity: QuantityCheck;
  readonly sum: SumCheck;
  readonly rates: RatesCheck;
  readonly lines: LinesCheck;
  readonly price: PriceCheck;
  readonly tax: TaxCheck;
}

/** Data of an invoice's account, computed once for the checks of all its invoices. */
export interface AccountBills {
  readonly account: FindingAccount;
  /** All bills of the account that count, by identifier. */
  readonly byId: ReadonlyMap<string, Bill>;
  /** The bills that the rules check, in the order of their days. Credit notes and cancelled bills are excluded. */
  readonly bills: readonly Bill[];
  /** The index of each bill in `bills`. */
  readonly indexes: ReadonlyMap<Bill, number>;
  /** The bills that share days with another bill. */
  readonly billsSharingDays: ReadonlySet<Bill>;
  readonly meteredOver: Parameters<typeof compareQuantity>[2];
}

/**
 * Prepares the bills of an account for checks.
 * @param all the bills of the account that count, in the order of their days
 */
export function accountBillsOf(
  account: FindingAccount,
  all: readonly Bill[],
  meteredOver: AccountBills['meteredOver'],
): AccountBills {
  const bills = withoutCredits(all);
  return {
    account,
    byId: new Map(all.map((bill) => [bill.id, bill])),
    bills,
    indexes: new Map(bills.map((bill, index) => [bill, index])),
    billsSharingDays: sharingDays(bills),
    meteredOver,
  };
}

/**
 * Checks an invoice. It calls the functions that the rules of findings call, so that checks and findings agree.
 * @param accountBills `no-account`: the invoice has no account yet; `too-many-bills`: its account has more bills than a
 * check reads
 */
export function checkOf(
  id: string,
  accountBills: AccountBills | 'no-account' | 'too-many-bills',
  thresholds: Thresholds,
): InvoiceCheck {
  if (typeof accountBills === 'string') return unchecked(accountBills, null, null, thresholds);
  const bill = accountBills.byId.get(id);
  if (!bill) return unchecked('not-counted', null, null, thresholds);
  const { type, currency } = accountBills.account;
  const units = canonicalUnit(type);
  const index = accountBills.indexes.get(bill);
  if (index === undefined) return unchecked('credit-note', bill, units, thresholds);
  return {
    quantity: quantityOf(bill, accountBills, units, thresholds('finding-bill-units-differ-percent')),
    sum: sumCheckOf(bill, currency, thresholds('finding-bill-sum-differs-percent')),
    rates: ratesOf(accountBills.bills, index, thresholds('finding-bill-rate-changed-percent')),
    lines: linesCheckOf(bill, currency, thresholds('finding-bill-line-differs-percent')),
    price: priceCheckOf(accountBills.bills, index, { units, currency }, priceThresholds(thresholds)),
    tax: taxCheckOf(accountBills.bills, index),
  };
}

/** Returns the check of an invoice that the rules skip: its figures, without a comparison. */
function unchecked(reason: CheckReason, bill: Bill | null, units: string | null, thresholds: Thresholds): InvoiceCheck {
  const outcome = notChecked(reason);
  const nothing = { metered: null, difference: null, percent: null, coverage: null, source: null };
  const { net = null, tax = null, total = null } = bill ?? {};
  return {
    quantity: {
      ...{ ...outcome, billed: bill?.quantity ?? null, units, ...nothing },
      threshold: thresholds('finding-bill-units-differ-percent'),
    },
    sum: {
      ...{ ...outcome, lines: null, net, tax, total, difference: null },
      threshold: thresholds('finding-bill-sum-differs-percent'),
    },
    rates: { ...outcome, beforeId: null, rates: [], threshold: thresholds('finding-bill-rate-changed-percent') },
    lines: { ...outcome, lines: [], threshold: thresholds('finding-bill-line-differs-percent') },
    price: { ...outcome, ...NO_PRICE, units, threshold: thresholds('finding-bill-price-changed-percent') },
    tax: { ...outcome, percent: null, percentBefore: null },
  };
}

function notChecked(reason: CheckReason): Outcome {
  return { result: 'unknown', reason, message: NOT_CHECKED[reason] };
}

function checked(differs: boolean, message: string): Outcome {
  return { result: differs ? 'differs' : 'agrees', reason: null, message };
}

function quantityOf(
  bill: Bill,
  { billsSharingDays: sharing, meteredOver }: AccountBills,
  units: string,
  threshold: number,
): QuantityCheck {
  const { why, metered, difference, differs } = compareQuantity(bill, sharing.has(bill), meteredOver, threshold);
  const isEnough = metered !== null && metered.coverage >= MIN_COVERAGE;
  const percent =
    difference === null || !metered || metered.quantity === 0 ? null : (difference / Math.abs(metered.quantity)) * 100;
  const figures = { billed: bill.quantity, metered: isEnough ? metered.quantity : null, units, difference, percent };
  const outcome = why === null ? checked(differs, CHECK_SENTENCES.quantity(figures)) : notChecked(why);
  return { ...outcome, ...figures, coverage: metered?.coverage ?? null, source: metered?.source ?? null, threshold };
}

function sumCheckOf(bill: Bill, currency: string | null, threshold: number): SumCheck {
  const { lines, difference, wrong } = sumOf(bill, threshold);
  const { net, tax, total } = bill;
  const figures = { lines, net, tax, total, difference, threshold };
  if (difference === null) return { ...notChecked('no-parts'), ...figures };
  const parts = { net, tax, total, lines: wrong === 'lines' ? lines : null, difference };
  return { ...checked(wrong !== null, CHECK_SENTENCES.sum(wrong === null ? null : parts, currency)), ...figures };
}

function linesCheckOf(bill: Bill, currency: string | null, threshold: number): LinesCheck {
  const comparisons = compareLines(bill, threshold);
  const lines = comparisons.map(({ line, expected, difference, fault }): LineCheck => {
    const { rateName, units, consumption: quantity, unitRate, cost } = line;
    const result = fault !== null ? 'differs' : difference === null ? 'unknown' : 'agrees';
    return { rateName, units, quantity, unitRate, cost, expected, difference, fault, result };
  });
  const wrong = comparisons.filter(({ fault }) => fault !== null);
  const judged = lines.filter(({ result }) => result !== 'unknown').length;
  const outcome =
    judged === 0 ? notChecked('no-lines') : checked(wrong.length > 0, CHECK_SENTENCES.lines(wrong, judged, currency));
  return { ...outcome, lines, threshold };
}

const NO_PRICE = { beforeId: null, price: null, priceBefore: null, percent: null } as const;

function priceCheckOf(
  bills: readonly Bill[],
  index: number,
  { units, currency }: { readonly units: string; readonly currency: string | null },
  thresholds: PriceThresholds,
): PriceCheck {
  const comparison = comparePrice(bills, index, thresholds);
  const isFirst = bills[index - 1]?.supplier !== bills[index]?.supplier;
  if (!comparison) {
    return { ...notChecked(isFirst ? 'no-bill-before' : 'no-price'), ...NO_PRICE, units, threshold: thresholds.price };
  }
  const { before, price, priceBefore, differs } = comparison;
  const percent = (price / priceBefore - 1) * 100;
  const outcome = checked(differs, CHECK_SENTENCES.price({ price, priceBefore, percent, units }, currency));
  return { ...outcome, beforeId: before.id, price, priceBefore, units, percent, threshold: thresholds.price };
}

function taxCheckOf(bills: readonly Bill[], index: number): TaxCheck {
  const comparison = compareTax(bills, index);
  if (!comparison) return { ...notChecked('no-tax'), percent: null, percentBefore: null };
  const { percent, percentBefore, differs } = comparison;
  return { ...checked(differs, CHECK_SENTENCES.tax(percent, percentBefore, differs)), percent, percentBefore };
}

function ratesOf(bills: readonly Bill[], index: number, threshold: number): RatesCheck {
  const comparison = compareRates(bills, index);
  if (!comparison) return { ...notChecked('no-bill-before'), beforeId: null, rates: [], threshold };
  const rates = comparison.rates.map((rate): RateCheck => {
    const { rateName, units, before, after } = rate;
    const percent = (after / before - 1) * 100;
    const result = isChanged(rate, threshold) ? 'differs' : 'agrees';
    return { rateName, units, unitRate: after, unitRateBefore: before, percent, result };
  });
  const changed = rates.filter(({ result }) => result === 'differs');
  const outcome =
    rates.length === 0
      ? notChecked('no-rates')
      : checked(changed.length > 0, CHECK_SENTENCES.rates(changed, rates.length));
  return { ...outcome, beforeId: comparison.before.id, rates, threshold };
}
