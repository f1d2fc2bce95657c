/**
 * The most decimals of stored amounts. The amounts of a month are stored as integers, scaled by a power of ten, so
 * their sums do not depend on the order of addition. If an amount is too large for an integer that a float8 represents
 * exactly, the row has fewer decimals. Migration 025 does the same in SQL.
 */
const MAX_DECIMALS = 9;

/** Returns the number of decimals for amounts up to `largest`. It is negative for tens, hundreds and so on. */
export function decimalsOf(largest: number): number {
  if (!Number.isFinite(largest)) throw new Error(`an amount is ${largest}, which cannot be stored`);
  let decimals = MAX_DECIMALS;
  while (scaledInteger(largest, decimals) > Number.MAX_SAFE_INTEGER) decimals -= 1;
  return decimals;
}

/** Scales a number to the nearest integer. Ties round to even, as PostgreSQL rounds a float8. */
export function scaledInteger(value: number, decimals: number): number {
  const scaled = value * Number(`1e${decimals}`);
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const isUp = rest === 0.5 ? below % 2 !== 0 : rest > 0.5;
  // Adding 0 turns −0 into 0.
  return (isUp ? below + 1 : below) + 0;
}

/** Returns the number of a scaled integer. */
export function numberOf(scaled: number | bigint, decimals: number): number {
  return Number(`${scaled}e${-decimals}`);
}

/** A stored amount: an integer, scaled by a power of ten. */
export interface Amount {
  readonly scaled: number | bigint;
  readonly decimals: number;
}

/** Adds two amounts exactly. */
export function addAmounts(one: Amount, other: Amount): Amount {
  const decimals = Math.max(one.decimals, other.decimals);
  if (one.decimals === other.decimals && typeof one.scaled === 'number' && typeof other.scaled === 'number') {
    const scaled = one.scaled + other.scaled;
    if (Number.isSafeInteger(scaled)) return { scaled: scaled, decimals };
  }
  const atScale = (amount: Amount): bigint => BigInt(amount.scaled) * 10n ** BigInt(decimals - amount.decimals);
  return { scaled: atScale(one) + atScale(other), decimals };
}

const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => Number(`1e${decimals}`));

/** Returns the number nearest to an amount. The quotient of two exact numbers is correctly rounded. */
export function numberOfAmount({ scaled: scaled, decimals }: Amount): number {
  const power = POWERS[decimals];
  return typeof scaled === 'number' && power !== undefined ? scaled / power : numberOf(scaled, decimals);
}
