import type { Saying } from './kindRow.js';
import { inWords } from './numbers.js';

/** A quantity with the unit of the account: `4.9 kWh`. */
export function amount({ value, units }: Saying, name: string): string {
  return `${inWords(value(name) ?? 0)}${units === null ? '' : ` ${units}`}`;
}

/** `53.8 %`, without a sign. */
export const percentOf = (share: number): string => `${inWords(Math.abs(share) * 100)} %`;

/** So many times more, a wrong unit or multiplier is more likely than use. */
const MOST_SHARE = 10;

/** Returns the end of a sentence about baseload, nights or weekends: ` Unit or multiplier?` from +1,000 % on. */
export function doubt({ share }: Saying): string {
  return share !== null && share >= MOST_SHARE ? ' Unit or multiplier?' : '';
}

/** Returns the words for a factor: `about a thousand times`, `about a thousandth of`, `about 29.3 times`, `about 1/29.3 of`. */
export function factorInWords(factor: number): string {
  if (factor === 1_000) return 'about a thousand times';
  if (factor === 0.001) return 'about a thousandth of';
  return factor >= 1 ? `about ${inWords(factor)} times` : `about 1/${inWords(1 / factor)} of`;
}
