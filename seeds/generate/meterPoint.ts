import { pickDigits } from './hash.js';

/** The distributor at the start of an MPAN: 10 is the east of England. */
const DISTRIBUTOR = '10';

/** The weights of an MPAN's twelve digits: the primes from 3, without 11. */
const MPAN_WEIGHTS = [3, 5, 7, 13, 17, 19, 23, 29, 31, 37, 41, 43];

/** Returns the check digit for the first twelve digits of an MPAN. */
export function mpanCheckDigit(digits: string): string {
  return String((weighted(digits, MPAN_WEIGHTS) % 11) % 10);
}

/**
 * Returns the two check digits of an MPRN. The weight of a digit is its position from the end, and the sum is taken
 * modulo 11.
 */
export function mprnCheckDigits(digits: string): string {
  const weights = Array.from({ length: digits.length }, (_, index) => digits.length - index);
  return String(weighted(digits, weights) % 11).padStart(2, '0');
}

/** Returns an electricity meter point (MPAN core, 13 digits) with a valid check digit, which depends only on the key. */
export function mpan(key: string): string {
  return mpanOf(DISTRIBUTOR, key);
}

/** Returns an MPAN of a distributor. The distributor is the first two digits. */
export function mpanOf(distributor: string, key: string): string {
  const digits = distributor + pickDigits(`mpan:${key}`, 10);
  return digits + mpanCheckDigit(digits);
}

/** Returns a gas meter point (MPRN, 10 digits) with valid check digits, which depends only on the key. */
export function mprn(key: string): string {
  // A spreadsheet would lose a leading zero.
  const digits = `7${pickDigits(`mprn:${key}`, 7)}`;
  return digits + mprnCheckDigits(digits);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + Number(digits.charAt(index)) * weight, 0);
}
