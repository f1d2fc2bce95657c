import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseObjectId,
  isProblem,
  parseBoolean,
  parseChoice,
  type Parsed,
  parseInteger,
  parseNumber,
  parseText,
  parseValue,
  type ValueKind,
} from '../../src/values/scalars.js';
import { casesOf } from '../support/repeated.js';

const refused = <T>(parsed: Parsed<T>): boolean => isProblem(parsed);

describe('numbers', () => {
  it('every finite number reads back as itself, negative zero as zero', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseNumber(JSON.stringify(number))).toEqual({ value: number === 0 ? 0 : number });
      }),
      { numRuns: casesOf(2_000) },
    );
    expect(parseNumber('-0')).toEqual({ value: 0 });
    expect(parseNumber('-0.0e0')).toEqual({ value: 0 });
  });

  it.each([
    '',
    ' ',
    'NaN',
    'Infinity',
    '1e309',
    '-1e309',
    '0x10',
    '0b1',
    '01',
    '.5',
    '5.',
    '+5',
    '1,5',
    '1 000',
    '1_0',
    '١',
    '1e',
    'null',
    'true',
    '1n',
    '5\n',
  ])('%j is rejected', (text) => {
    expect(refused(parseNumber(text))).toBe(true);
  });

  it('any text is rejected or finite, and equals the number that JSON parses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.eExX_ ]{0,12}$/), (text) => {
        const parsed = parseNumber(text);
        if (isProblem(parsed)) return;
        const said: unknown = JSON.parse(text);
        expect(parsed.value).toBe(said === 0 ? 0 : said);
      }),
      { numRuns: casesOf(3_000) },
    );
  });

  it('whole numbers must be exact in double precision', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(parseInteger(String(number))).toEqual({ value: number === 0 ? 0 : number });
      }),
    );
    for (const text of ['9007199254740992', '1.0', '1e3', '', '-', '--1', '007', ' 1', 'abc']) {
      expect(refused(parseInteger(text)), text).toBe(true);
    }
  });
});

describe('booleans', () => {
  it('are true and false only', () => {
    expect(parseBoolean('true')).toEqual({ value: true });
    expect(parseBoolean('false')).toEqual({ value: false });
    fc.assert(fc.property(fc.string(), (text) => text === 'true' || text === 'false' || refused(parseBoolean(text))));
    for (const text of ['True', 'TRUE', '1', '0', 'yes', 't', '', 'true '])
      expect(refused(parseBoolean(text))).toBe(true);
  });
});

describe('identifiers', () => {
  it('are 24 hexadecimal digits, and are read in lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-fA-F]{24}$/), (text) => {
        expect(parseObjectId(text)).toEqual({ value: text.toLowerCase() });
      }),
    );
  });

  it('any other text is rejected', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => refused(parseObjectId(text))));
    for (const text of [
      'a'.repeat(23),
      'a'.repeat(25),
      `${'a'.repeat(23)}g`,
      `${'a'.repeat(24)}\n`,
      ` ${'a'.repeat(23)}`,
      `\\x${'a'.repeat(22)}`,
    ]) {
      expect(refused(parseObjectId(text)), text).toBe(true);
    }
  });
});

describe('text values', () => {
  it('are any well-formed text without NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const fine = !/[\0\p{Surrogate}]/u.test(text);
        expect(parseText(text)).toEqual(fine ? { value: text } : { problem: expect.any(String) as string });
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  it('unpaired surrogates are rejected at any position', () => {
    for (const text of [
      '\uD83C',
      '\uDFE2',
      'a\uD83Cb',
      '\uDFE2\uD83C',
      '\u{1F3E2}\uD83C',
      '\uDFE2\u{1F3E2}',
      '\0',
      'a\0',
    ]) {
      expect(refused(parseText(text)), JSON.stringify(text)).toBe(true);
    }
    for (const text of ['', '\u{1F3E2}', '\u{1F3E2}\u{1F3E2}', '\uFFFF', "'", '\\'])
      expect(parseText(text)).toEqual({ value: text });
  });
});

describe('enums', () => {
  const choices = ['active', 'inactive', 'n/a', 'sub meter'];
  it('accept exactly their members', () => {
    for (const choice of choices) expect(parseChoice(choice, choices)).toEqual({ value: choice });
    for (const text of ['Active', 'active ', '', 'activ', 'toString', '__proto__']) {
      expect(refused(parseChoice(text, choices)), text).toBe(true);
    }
  });

  it('list the allowed values and suggest the nearest one', () => {
    const parsed = parseChoice('Actve', choices);
    expect(isProblem(parsed) ? parsed.problem : parsed).toBe(
      'must be one of active, inactive, n/a, sub meter, got "Actve" (did you mean active?)',
    );
  });
});

describe('every kind', () => {
  const kinds: readonly ValueKind[] = ['id', 'text', 'number', 'boolean', 'timestamp', 'choice'];
  it('never throws, and reports problems in one short line', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: 'binary', maxLength: 500 }), (kind, text) => {
        const parsed = parseValue(kind, text, ['a', 'b']);
        if (!isProblem(parsed)) return;
        expect(parsed.problem).toMatch(/^must /);
        expect(parsed.problem).not.toMatch(/[\n\r\0]/);
        expect(parsed.problem.length).toBeLessThan(500);
      }),
      { numRuns: casesOf(2_000) },
    );
  });
});
