import { distance } from 'fastest-levenshtein';
import { createFinder, type FormatContext } from '../context.js';
import { meterText, type MeterMatch, type MeterName } from '../meters.js';
import type { BillAccount, BillLookups } from './billTypes.js';

/** Finds the account of a bill by its meter, else by the customer's number with the supplier. */
export type BillFinder = (meter: MeterName, reference: string | null) => MeterMatch;

/** Nearest numbers that a message names. */
const MOST_NEAREST = 2;
/** The most digits or letters by which a nearest number differs. */
const MOST_DIFFERENCE = 2;
/** Digits of an MPAN, and of its core, which is how it ends. */
const [FULL_MPAN, CORE] = [21, 13];

/** @throws Error when the account that is given does not exist; from the finder, when the file names a second meter */
export function createBillFinder(context: FormatContext, { accounts }: BillLookups): BillFinder {
  const references = new Map<string, BillAccount[]>();
  for (const account of accounts) {
    const key = normalised(account.supplierRef ?? '');
    if (key !== '') references.set(key, [...(references.get(key) ?? []), account]);
  }
  const find = createFinder(context);
  const nearest = createNearest(accounts);
  const byReference = (reference: string): MeterMatch | null => {
    const [one, other] = references.get(normalised(reference)) ?? [];
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
    const match = find(withCore(meter));
    // The customer's number does not overrule the number of a meter: a wrong digit would not be seen.
    if (!('unmatched' in match)) return match;
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
  const numbers = accounts.flatMap(({ label, numbers: meterNumbers, supplierRef }) =>
    [...meterNumbers, ...(supplierRef === null ? [] : [supplierRef])].map((number) => ({
      number,
      key: normalised(number),
      label,
    })),
  );
  const cached = new Map<string, string>();
  return (name) => {
    const key = normalised(name);
    const cachedText = cached.get(key);
    if (cachedText !== undefined) return cachedText;
    const near = numbers
      .filter((one) => one.key !== '' && Math.abs(one.key.length - key.length) <= MOST_DIFFERENCE)
      .map((one) => ({ ...one, difference: distance(one.key, key) }))
      .filter(({ difference }) => difference <= Math.min(MOST_DIFFERENCE, Math.floor(key.length / 3)))
      .toSorted((a, b) => a.difference - b.difference)
      .slice(0, MOST_NEAREST)
      .map(({ number, label }) => (label === '' ? number : `${number}, ${label}`));
    const text = near.length === 0 ? '' : ` (nearest: ${near.join('; ')})`;
    cached.set(key, text);
    return text;
  };
}

function normalised(text: string): string {
  return text.replace(/[\s-]+/g, '').toLowerCase();
}
