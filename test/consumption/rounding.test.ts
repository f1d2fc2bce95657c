import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundFigure } from '../../src/plan/scalars.js';
import { rounded } from './reference/round.js';
import { casesOf } from '../support/repeated.js';

/** Numbers that lie half a millionth, plus or minus a few of the smallest steps, from a multiple. */
const aboutHalfWay = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: -40, max: 0 }), fc.integer({ min: -3, max: 3 }))
  .map(([number, power, steps]) => {
    const half = (Math.trunc(number * 2 ** power) + 0.5) / 1e6;
    const step = Number.EPSILON * Math.max(Math.abs(half), Number.MIN_VALUE);
    return half + steps * step;
  });

describe('figures are rounded to 6 decimals, half away from zero', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [0.0078125, 0.007813],
    [-0.0078125, -0.007813],
    [-0.0000004, 0],
    [1e21, 1e21],
  ])('%s becomes %s', (value, expected) => {
    expect(roundFigure(value)).toBe(rounded(value));
    expect(roundFigure(value)).toBe(expected);
  });

  it('rounded numbers equal the rounded exact value, for any number', () => {
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), aboutHalfWay);
    fc.assert(
      fc.property(numbers, (value) => {
        expect(roundFigure(value)).toBe(rounded(value));
      }),
      { numRuns: casesOf(20_000) },
    );
  });
});
