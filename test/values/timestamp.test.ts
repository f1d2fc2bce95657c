import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProblem, parseTimestamp } from '../../src/values/scalars.js';
import { casesOf } from '../support/repeated.js';

const MIN = Date.UTC(100, 0, 2);
const MAX = Date.UTC(9999, 11, 30);
const moments = fc.integer({ min: MIN, max: MAX });

describe('timestamps', () => {
  it('every instant in milliseconds reads back unchanged', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const text = new Date(moment).toISOString();
        expect(parseTimestamp(text)).toEqual({ value: text });
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  it('an error explains a blank in place of the + of an offset, but not other wrong times', () => {
    const hint = ' (in a query string a + is written %2B)';
    const problem = (text: string): string =>
      `must be an ISO 8601 date or date-time such as 2024-01-31T13:30:00Z, got "${text}"`;
    const offset = '2024-01-31T13:30:00 01:00';
    expect(parseTimestamp(offset)).toEqual({ problem: problem(offset) + hint });
    const time = '31/01/2024 01:00';
    expect(parseTimestamp(time)).toEqual({ problem: problem(time) });
  });

  it('an offset shifts the instant, with and without a colon', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), fc.boolean(), (moment, offset, colon) => {
        const local = new Date(moment + offset * 60_000).toISOString().slice(0, -1);
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const two = (value: number): string => String(value).padStart(2, '0');
        const zone = `${offset < 0 ? '-' : '+'}${two(hours)}${colon ? ':' : ''}${two(minutes)}`;
        expect(parseTimestamp(local + zone)).toEqual({ value: new Date(moment).toISOString() });
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  it.each([
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-31T13:30', '2024-01-31T13:30:00.000Z'],
    ['2024-01-31T13:30Z', '2024-01-31T13:30:00.000Z'],
    ['2024-01-31T13:30:15', '2024-01-31T13:30:15.000Z'],
    ['2024-01-31T13:30:15.5', '2024-01-31T13:30:15.500Z'],
    ['2024-01-31T13:30:15.123000Z', '2024-01-31T13:30:15.123Z'],
    ['2024-01-31T00:30+01:00', '2024-01-30T23:30:00.000Z'],
    ['2024-01-31T00:30-0530', '2024-01-31T06:00:00.000Z'],
    ['0100-01-01', '0100-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, value) => {
    expect(parseTimestamp(text)).toEqual({ value });
  });

  it.each([
    '',
    '1',
    '2024',
    '2024-01',
    '2024-1-1',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-00-01',
    '2024-13-01',
    '2024-01-00',
    '2024-01-32',
    '2024-01-01T24:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60Z',
    '2024-01-01T23:59:60Z',
    '2024-01-01T12',
    '2024-01-01t12:00z',
    '2024-01-01 12:00',
    '2024-01-01T12:00 Z',
    '2024-01-01T12:00+15:00',
    '2024-01-01T12:00+01:60',
    '2024-01-01T12:00+1',
    '2024-01-01T12:00:00.1234567Z',
    '2024-01-01T12:00:00.Z',
    '2024-01-01T12:00:00,5Z',
    '2024-001',
    '2024-W01-1',
    '20240101',
    '0099-12-31',
    '0000-01-01',
    '0100-01-01T00:00+01:00',
    '9999-12-31T23:59-01:00',
    '+002024-01-01',
    '-000001-01-01',
    'infinity',
    '-infinity',
    'now',
    'today',
    'epoch',
    'allballs',
    'null',
    '1704067200000',
    '2024-01-01\n',
    ' 2024-01-01',
    '٢٠٢٤-٠١-٠١',
    '2024-01-01T00:00:00Z; drop table accounts',
  ])('%j is rejected', (text) => {
    expect(isProblem(parseTimestamp(text))).toBe(true);
  });

  it('any text is rejected or an instant in the canonical form', () => {
    const alike = fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,4})?)?(Z|[+-]\d\d:\d\d)?)?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), alike), (text) => {
        const parsed = parseTimestamp(text);
        if (isProblem(parsed)) expect(parsed.problem).toMatch(/^must /);
        else {
          expect(parsed.value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
          expect(new Date(parsed.value).toISOString()).toBe(parsed.value);
        }
      }),
      { numRuns: casesOf(3_000) },
    );
  });
});
