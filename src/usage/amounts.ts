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
export function numberOf(whole: number, decimals: number): number {
  return Number(`${whole}e${-decimals}`);
}
