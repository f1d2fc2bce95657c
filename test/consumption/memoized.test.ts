import { describe, expect, it } from 'vitest';
import { memoized } from '../../src/consumption/localTime.js';

describe('a memoised function', () => {
  const made: number[] = [];
  const half = memoized(
    2,
    (number: number) => (number < 0 ? null : String(number)),
    (number: number) => {
      made.push(number);
      if (number === 13) throw new Error('unlucky');
      return { half: number / 2 };
    },
  );

  it('computes a value once, and again after the value is dropped', () => {
    const asked = [1, 2, 1, -1, -1, 3, 2, 1];
    expect(asked.map(half)).toEqual(asked.map((number) => ({ half: number / 2 })));
    expect(made).toEqual([1, 2, -1, -1, 3, 2, 1]);
  });

  it('does not cache an error', () => {
    expect(() => half(13)).toThrow('unlucky');
    expect(() => half(13)).toThrow('unlucky');
  });
});
