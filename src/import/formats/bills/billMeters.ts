import { distance } from 'fastest-levenshtein';
import { groupBy } from '../../../values/groupBy.js';
import { createFinder, type FormatContext } from '../context.js';
import { meterText, type MeterMatch, type MeterName } from '../meters.js';
import type { BillAccount, BillLookups } from './billTypes.js';

/** Finds the account of a bill by its meter, else by the customer number at the supplier. */
export type BillFinder = (meter: MeterName, reference: string | null) => MeterMatch;

/** Similar numbers that a message names. */
const MAX_NEAREST = 2;
/** The most characters by which a similar number differs. */
const MAX_DIFFERENCE = 2;
/** Digits of a full MPAN, and of its core, which is at its end. */
const [FULL_MPAN, CORE] = [21, 13];

/**
 * Creates the finder of a file.
 * @throws Error if the given account does not exist; from the finder, if the file then names a second meter
 */
export function createBillFinder(context: FormatContext, { accounts }: BillLookups): BillFinder {
  const references = groupBy(accounts, ({ supplierRef }) => normalised(supplierRef ?? '') || null);
  const find = createFinder(context);
  const nearest = createNearest(accounts);
  const byReference = (reference: string): MeterMatch | null => {
    const [one, other] = references.get(normalised(reference)) ?? [];
    if (one === undefined) return null;
    const account = context.meters.byId(one.id);
    if (other === undefined && account) return { account };
    return {
      problem: `is ambiguous: several meters have the supplier's account number "${reference}"; add a column with the meter of each bill`,
    };
  };
  return (meter, reference) => {
    const named = meterText(meter);
    if (context.account !== null) return find(named === '' ? { either: reference ?? 'the account' } : meter);
    if (named === '') {
      if (reference === null) return { problem: 'has no meter' };
      return byReference(reference) ?? { unmatched: `${reference}${nearest(reference)}` };
    }
    const match = find(withCore(meter));
    // The customer number does not replace an unmatched meter number, because that would hide a wrong digit.
    if (!('unmatched' in match)) return match;
    return { unmatched: `${named}${nearest(meter.point ?? meter.either ?? meter.serial ?? '')}` };
  };
}

/** Shortens a full MPAN to its core, because most accounts store only the core. */
function withCore(meter: MeterName): MeterName {
  const digits = (meter.point ?? '').replace(/\D/g, '');
  return digits.length === FULL_MPAN ? { ...meter, point: digits.slice(-CORE) } : meter;
}

/** Creates a function that lists similar numbers: ` (nearest: 1012345678905, Head office – electricity)`, or ''. */
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
      .filter((one) => one.key !== '' && Math.abs(one.key.length - key.length) <= MAX_DIFFERENCE)
      .map((one) => ({ ...one, difference: distance(one.key, key) }))
      .filter(({ difference }) => difference <= Math.min(MAX_DIFFERENCE, Math.floor(key.length / 3)))
      .toSorted((a, b) => a.difference - b.difference)
      .slice(0, MAX_NEAREST)
      .map(({ number, label }) => (label === '' ? number : `${number}, ${label}`));
    const text = near.length === 0 ? '' : ` (nearest: ${near.join('; ')})`;
    cached.set(key, text);
    return text;
  };
}

function normalised(text: string): string {
  return text.replace(/[\s-]+/g, '').toLowerCase();
}
