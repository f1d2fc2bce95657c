import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from '../../src/db/pgValues.js';
import { casesOf } from '../support/repeated.js';

describe('numbers in PostgreSQL rows are parsed as JavaScript parses them', () => {
  const read = (text: string): number => readNumber(Buffer.from(`x${text}x`), 1, 1 + text.length);

  it.each([
    '0',
    '-0',
    '0.1',
    '-12.5',
    '1e-05',
    '1.5e+20',
    'NaN',
    'Infinity',
    '-Infinity',
    '123456789012345678',
    '0.30000000000000004',
  ])('for %s', (text) => {
    expect(read(text)).toBe(Number(text));
  });

  it('for any number', () => {
    const decimals = fc
      .tuple(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), fc.integer({ min: 0, max: 12 }))
      .map(([whole, places]) => (whole / 10 ** places).toFixed(places));
    const texts = fc.oneof(fc.double().map(String), fc.maxSafeInteger().map(String), decimals);
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns: casesOf(20_000) },
    );
  });
});
