import { distance } from 'fastest-levenshtein';
import { createFinder, type FormatContext } from '../context.js';
import { meterText, type Found, type MeterName } from '../meters.js';
import type { BillAccount, BillLookups } from './billTypes.js';

/** Finds the account of a bill by its meter, else by the customer's number with the supplier. */
export type BillFinder = (meter: MeterName, reference: string | null) => Found;

/** Nearest numbers that a message names. */
const MOST_NEAREST = 2;
/** The most digits or letters by which a nearest number differs. */
const MOST_APART = 2;
/** Digits of an MPAN, and of its core, which is how it ends. */
const [FULL_MPAN, CORE] = [21, 13];

/** @throws Error when the account that is given does not exist; from the finder, when the file names a second meter */
export function createBillFinder(context: FormatContext, { accounts }: BillLookups): BillFinder {
  const references = new Map<string, BillAccount[]>();
  for (const account of accounts) {
    const key = normal(account.supplierRef ?? '');
    if (key !== '') references.set(key, [...(references.get(key) ?? []), account]);
  }
  const find = createFinder(context);
  const nearest = createNearest(accounts);
  const byReference = (reference: string): Found | null => {
    const [one, other] = references.get(normal(reference)) ?? [];
    if (one === undefined) return null;
    const account = context.meters.byId(one.id);
    if (other === undefined && account) return { account };
    return {
      problem: `is "${reference}", the supplier's account number of several meters: name the meter of each bill`,
    };
  };
  return (meter, reference) => {
    const named = meterText(meter);
    if (context.account !== null) return find(named === '' ? { either: reference ?? 'the account' } : meter);
    if (named === '') {
      if (reference === null) return { problem: 'names no meter' };
      return byReference(reference) ?? { unmatched: `${reference}${nearest(reference)}` };
    }
    const found = find(withCore(meter));
    // The customer's number does not overrule the number of a meter: a wrong digit would not be seen.
    if (!('unmatched' in found)) return found;
    return { unmatched: `${named}${nearest(meter.point ?? meter.either ?? meter.serial ?? '')}` };
  };
}

/** A full MPAN ends with its core, which accounts mostly have. */
function withCore(meter: MeterName): MeterName {
  const digits = (meter.point ?? '').replace(/\D/g, '');
  return digits.length === FULL_MPAN ? { ...meter, point: digits.slice(-CORE) } : meter;
}

/** Makes the list of nearest matches: ` (nearest: 1012345678905, Head office – electricity)`, or nothing. */
function createNearest(accounts: readonly BillAccount[]): (name: string) => string {
  const numbers = accounts.flatMap(({ label, numbers: own, supplierRef }) =>
    [...own, ...(supplierRef === null ? [] : [supplierRef])].map((number) => ({ number, key: normal(number), label })),
  );
  const known = new Map<string, string>();
  return (name) => {
    const key = normal(name);
    const before = known.get(key);
    if (before !== undefined) return before;
    const near = numbers
      .filter((one) => one.key !== '' && Math.abs(one.key.length - key.length) <= MOST_APART)
      .map((one) => ({ ...one, apart: distance(one.key, key) }))
      .filter(({ apart }) => apart <= Math.min(MOST_APART, Math.floor(key.length / 3)))
      .toSorted((a, b) => a.apart - b.apart)
      .slice(0, MOST_NEAREST)
      .map(({ number, label }) => (label === '' ? number : `${number}, ${label}`));
    const text = near.length === 0 ? '' : ` (nearest: ${near.join('; ')})`;
    known.set(key, text);
    return text;
  };
}

function normal(text: string): string {
  return text.replace(/[\s-]+/g, '').toLowerCase();
}
