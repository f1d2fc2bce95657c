import { expect } from 'vitest';

/** The tolerance for two sums of the same numbers in different order. */
const TOLERANCE = 2e-6;

/** The first difference of two values. */
interface Difference {
  readonly path: string;
  readonly got: unknown;
  readonly wanted: unknown;
}

/** Expects the same JSON down to keys and their absence; numbers may differ by the last place of their rounding. */
export function expectClose(got: unknown, wanted: unknown, path = ''): void {
  // Compared by hand: bodies have thousands of figures, and an `expect` for each takes longer than computing them.
  expect(firstDifference(got, wanted, path)).toBeNull();
}

function firstDifference(got: unknown, wanted: unknown, path: string): Difference | null {
  const difference = { path, got, wanted };
  if (typeof got === 'number' && typeof wanted === 'number') {
    return Math.abs(got - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted) * 1e-6) ? null : difference;
  }
  if (typeof got !== 'object' || typeof wanted !== 'object' || got === null || wanted === null) {
    return Object.is(got, wanted) ? null : difference;
  }
  const names = Object.keys(wanted);
  if (Object.keys(got).length !== names.length || Array.isArray(got) !== Array.isArray(wanted)) return difference;
  for (const name of names) {
    if (!Object.hasOwn(got, name)) return difference;
    const below = firstDifference(Reflect.get(got, name), Reflect.get(wanted, name), `${path}.${name}`);
    if (below) return below;
  }
  return null;
}
