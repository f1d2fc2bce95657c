import { expect } from 'vitest';

/** Where two sums of the same numbers in another order may round to. */
const TOLERANCE = 2e-6;

/** Expects the same JSON down to keys and their absence; numbers may differ by the last place of their rounding. */
export function expectClose(got: unknown, wanted: unknown, path = ''): void {
  if (typeof got === 'number' && typeof wanted === 'number') {
    const close = Math.abs(got - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted) * 1e-6);
    expect(close ? wanted : got, path).toBe(wanted);
    return;
  }
  if (typeof got !== 'object' || typeof wanted !== 'object' || got === null || wanted === null) {
    expect(got, path).toEqual(wanted);
    return;
  }
  expect(Object.keys(got).toSorted(), path).toEqual(Object.keys(wanted).toSorted());
  for (const [name, value] of Object.entries(wanted) as [string, unknown][]) {
    expectClose(Reflect.get(got, name), value, `${path}.${name}`);
  }
}
