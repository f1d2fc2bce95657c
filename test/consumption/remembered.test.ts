import { describe, expect, it } from 'vitest';
import { remembered } from '../../src/consumption/localTime.js';

describe('a function that remembers what it last made', () => {
  const made: number[] = [];
  const half = remembered(
    2,
    (number: number) => (number < 0 ? null : String(number)),
    (number: number) => {
      made.push(number);
      if (number === 13) throw new Error('unlucky');
      return { half: number / 2 };
    },
  );

  it('makes the same once, and what it has given up or does not remember again', () => {
    const asked = [1, 2, 1, -1, -1, 3, 2, 1];
    expect(asked.map(half)).toEqual(asked.map((number) => ({ half: number / 2 })));
    expect(made).toEqual([1, 2, -1, -1, 3, 2, 1]);
  });

  it('remembers no failure', () => {
    expect(() => half(13)).toThrow('unlucky');
    expect(() => half(13)).toThrow('unlucky');
  });
});
