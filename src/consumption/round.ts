/**
 * Rounds a computed figure to 6 decimals, half away from zero, and −0 to 0 (figures 5); once, where it
 * leaves the service.
 */
export function roundFigure(value: number): number {
  // Most figures have no more than 6 decimals; up to here the multiplication is exact enough to tell.
  if (Math.abs(value) < 1e9 && Math.round(value * 1e6) / 1e6 === value) return value + 0;
  // toFixed decides by the exact value, unlike a multiplication; beyond 1e21 it writes exponents.
  return Math.abs(value) < 1e21 ? Number(value.toFixed(6)) + 0 : value;
}
