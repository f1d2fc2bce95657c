import type { MessageData } from './kindRow.js';
import { formatNumber } from './numbers.js';

/** Formats a number of the evidence with the unit of the account: `4.9 kWh`. */
export function formatQuantity({ value, units }: MessageData, name: string): string {
  return `${formatNumber(value(name) ?? 0)}${units === null ? '' : ` ${units}`}`;
}

/** Formats a share without its sign: `53.8 %`. */
export const formatPercent = (share: number): string => `${formatNumber(Math.abs(share) * 100)} %`;

/** From this excess on (10 = +1,000 %), a wrong unit or multiplier is more likely than real use. */
const UNIT_HINT_SHARE = 10;

/** Returns the end of a sentence about baseload, nights or weekends: ` Unit or multiplier?` from +1,000 % on. */
export function unitHint({ share }: MessageData): string {
  return share !== null && share >= UNIT_HINT_SHARE ? ' Unit or multiplier?' : '';
}

/** Returns the words for a factor: `about a thousand times`, `about a thousandth of`, `about 29.3 times`, `about 1/29.3 of`. */
export function formatFactor(factor: number): string {
  if (factor === 1_000) return 'about a thousand times';
  if (factor === 0.001) return 'about a thousandth of';
  return factor >= 1 ? `about ${formatNumber(factor)} times` : `about 1/${formatNumber(1 / factor)} of`;
}
