/**
 * The amounts of a month are stored as whole numbers, so that their sums are the same in whatever order they are added up, and
 * whether they were kept or are made on the spot: of billionths, or of fewer decimals where one is too large for a whole number
 * that a float8 holds exactly. Migration 025 does the same in SQL.
 */
const MOST_DECIMALS = 9;

/** How many decimals numbers are stored with, the largest of which is given; negative: of tens, hundreds … */
export function decimalsOf(largest: number): number {
  if (!Number.isFinite(largest)) throw new Error(`an amount is ${largest}, which cannot be stored`);
  let decimals = MOST_DECIMALS;
  while (wholeNumber(largest, decimals) > Number.MAX_SAFE_INTEGER) decimals -= 1;
  return decimals;
}

/** A number as the nearest whole number of its last decimal; a half to the even one, as PostgreSQL rounds a float8. */
export function wholeNumber(value: number, decimals: number): number {
  const scaled = value * Number(`1e${decimals}`);
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const isUp = rest === 0.5 ? below % 2 !== 0 : rest > 0.5;
  // Adding nothing makes −0 a 0.
  return (isUp ? below + 1 : below) + 0;
}

/** The number that a whole number of its last decimal stands for. */
export function numberOf(whole: number | bigint, decimals: number): number {
  return Number(`${whole}e${-decimals}`);
}

/** An amount as it is stored. */
export interface Amount {
  readonly whole: number | bigint;
  readonly decimals: number;
}

/** Adds two amounts exactly. */
export function addAmounts(one: Amount, other: Amount): Amount {
  const decimals = Math.max(one.decimals, other.decimals);
  if (one.decimals === other.decimals && typeof one.whole === 'number' && typeof other.whole === 'number') {
    const whole = one.whole + other.whole;
    if (Number.isSafeInteger(whole)) return { whole, decimals };
  }
  const wholeOf = (amount: Amount): bigint => BigInt(amount.whole) * 10n ** BigInt(decimals - amount.decimals);
  return { whole: wholeOf(one) + wholeOf(other), decimals };
}

const POWERS = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => Number(`1e${decimals}`));

/** Returns the number nearest to an amount. The quotient of two numbers that are held exactly is it. */
export function numberOfAmount({ whole, decimals }: Amount): number {
  const power = POWERS[decimals];
  return typeof whole === 'number' && power !== undefined ? whole / power : numberOf(whole, decimals);
}
