/** Returns the median: for an even count the mean of the two middle numbers, for an empty list NaN. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** Returns the median absolute deviation times 1.4826. For normally distributed data it equals the standard deviation. */
export function deviation(values: readonly number[]): number {
  const middle = median(values);
  return 1.4826 * median(values.map((value) => Math.abs(value - middle)));
}

/** Formats a number for a sentence: three significant digits, or all digits before the decimal point; two below 0.1. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size < 0.1) return value.toLocaleString('en-GB', { maximumSignificantDigits: 2 });
  return value.toLocaleString('en-GB', { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
}
