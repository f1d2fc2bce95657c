import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundFigure } from '../../src/plan/scalars.js';
import { JsonBytes } from '../../src/run/jsonBytes.js';
import { TextWords } from '../../src/values/textWords.js';

function written(write: (out: JsonBytes) => void): string {
  // So little room that it has to grow.
  const out = new JsonBytes(4);
  write(out);
  expect(out.copy().toString()).toBe(out.text());
  return out.text();
}

const NUMBERS = [
  ...[0, -0, 1, -1, 10, 0.1, -0.1, 1e-6, -1e-6, 1e-7, 0.000_001_5, 0.1 + 0.2, 123.456, 999_999.999_999, 1e21, 1e300],
  ...[2 ** 50, 2 ** 50 / 1e6, (2 ** 50 - 1) / 1e6, 2 ** 53, NaN, Infinity, -Infinity, 5e-324],
];

describe('the JSON writer writes the same bytes as JSON.stringify', () => {
  it.each(NUMBERS)('for the number %d', (value) => {
    expect(
      written((out) => {
        out.number(value);
      }),
    ).toBe(JSON.stringify(value));
  });

  it.each(NUMBERS)('for the rounded figure %d', (value) => {
    expect(
      written((out) => {
        out.figure(value);
      }),
    ).toBe(JSON.stringify(roundFigure(value)));
  });

  it('for any number and any rounded figure', () => {
    const decimals = fc.tuple(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), fc.integer({ min: 0, max: 9 }));
    const numbers = fc.oneof(
      fc.double(),
      fc.integer(),
      decimals.map(([whole, places]) => whole / 10 ** places),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        expect(
          written((out) => {
            out.number(value);
          }),
        ).toBe(JSON.stringify(value));
        expect(
          written((out) => {
            out.figure(value);
          }),
        ).toBe(JSON.stringify(roundFigure(value)));
      }),
      { numRuns: 20_000 },
    );
  });

  it('for any text that is written unchanged, at any place', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\x7f\u{10ffff}')));
    fc.assert(
      fc.property(texts, (parts) => {
        const all = written((out) => {
          for (const part of parts) out.raw(new TextWords(part));
        });
        expect(all).toBe(parts.map((part) => Buffer.from(part).toString()).join(''));
      }),
    );
  });

  it('for any text', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(
          written((out) => {
            out.string(text);
          }),
        ).toBe(JSON.stringify(text));
      }),
    );
    expect(
      written((out) => {
        out.string('\ud800');
      }),
    ).toBe('"\\ud800"');
  });

  it('for any instant', () => {
    const halfHours = fc.integer({ min: -2_000_000, max: 4_000_000 }).map((slot) => new Date(slot * 1_800_000));
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.date({ noInvalidDate: true }), halfHours)), (dates) => {
        const out = new JsonBytes(4);
        for (const date of dates) out.instant(date.getTime());
        expect(out.text()).toBe(dates.map((date) => JSON.stringify(date)).join(''));
      }),
    );
    expect(() => {
      new JsonBytes(4).instant(NaN);
    }).toThrow(RangeError);
  });

  it('writes values one after another, without truncated ones', () => {
    const text = written((out) => {
      out.raw(new TextWords('{"a":'));
      const { length } = out;
      out.string('not this');
      out.truncate(length);
      out.number(1.5);
      out.raw(new TextWords('}'));
    });
    expect(text).toBe('{"a":1.5}');
  });
});
