/**
 * From this number of values on, a scale may exclude the largest. With fewer values, such as the months of a year, a
 * large one is not an outlier.
 */
const MIN_VALUES = 20;
const PERCENTILE = 0.99;
/** A scale ends at the percentile if the largest value exceeds it by more than this factor. */
const MIN_EXCESS = 1.5;

/**
 * Returns the value at which the scale of a chart ends, so that a spike does not flatten everything else. It is the
 * 99th percentile, and for fewer than 100 values the second largest. Null if the scale includes all values.
 */
export function scaleTop(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  if (sorted.length < MIN_VALUES) return null;
  const top = sorted[Math.floor((sorted.length - 1) * PERCENTILE)] ?? 0;
  return top > 0 && (sorted.at(-1) ?? 0) > MIN_EXCESS * top ? top : null;
}

/** Returns a round number above a value, with room for a label. */
export function ceiling(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 0.1)) - 1);
  return Math.ceil((value * 1.08) / step / 5) * step * 5;
}
