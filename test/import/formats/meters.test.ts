import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFinder } from '../../../src/import/formats/context.js';
import { createMeters, stableId } from '../../../src/import/formats/meters.js';
import { account, context } from './support.js';

const A = account('a00000000000000000000001', { meterPointNumber: '12 0000 0000 001', meterSerialNumber: 'E10Z' });
const B = account('b00000000000000000000001', { meterPointNumber: '2000', meterSerialNumber: 'SAME' });
const C = account('c00000000000000000000001', { meterPointNumber: '3000', meterSerialNumber: 'same' });
const GAS = account('d00000000000000000000001', { type: 'gas', meterPointNumber: '4000' });
const SHARED = account('e00000000000000000000001', { type: 'gas', meterPointNumber: '2000' });
const meters = createMeters([A, B, C, GAS, SHARED], 'company c1');

describe('the account of a meter', () => {
  it('is found by point or serial number, in any case and with or without spaces', () => {
    expect(meters.find({ point: '1200000000001' })).toEqual({ account: A });
    expect(meters.find({ serial: ' e10 z ' })).toEqual({ account: A });
    expect(meters.find({ either: '1200000000001' })).toEqual({ account: A });
    expect(meters.find({ either: 'E10Z' })).toEqual({ account: A });
  });

  it('is found by serial number before point', () => {
    expect(meters.find({ point: '3000', serial: 'E10Z' })).toEqual({ account: A });
    expect(meters.find({ point: '3000', serial: 'unknown' })).toEqual({ account: C });
  });

  it('is found by either number if the file has one number of at least five characters', () => {
    const [sold, other] = [
      account('f00000000000000000000001', { meterPointNumber: '1EMH0001' }),
      account('f00000000000000000000002', { meterSerialNumber: 'GAS-77' }),
    ];
    const both = createMeters([sold, other, B], 'company c1');
    expect(both.find({ serial: '1emh 0001' })).toEqual({ account: sold });
    expect(both.find({ point: 'gas-77' })).toEqual({ account: other });
    expect(both.find({ point: '9', serial: '1EMH0001' })).toEqual({ unmatched: '9 (serial 1EMH0001)' });
    expect(both.find({ serial: '2000' })).toEqual({ unmatched: '2000' });
  });

  it('must match both numbers if several accounts have the same serial number', () => {
    expect(meters.find({ point: '3000', serial: 'SAME' })).toEqual({ account: C });
    expect(meters.find({ serial: 'SAME' })).toEqual({
      problem: `is ambiguous: 2 accounts of company c1 have the meter "SAME": ${B.id}, ${C.id}`,
    });
  });

  it('must have one of the accepted types', () => {
    expect(meters.find({ point: '2000' }, ['gas'])).toEqual({ account: SHARED });
    expect(meters.find({ point: '2000' }, ['electricity'])).toEqual({ account: B });
    expect(meters.find({ point: '2000' })).toHaveProperty('problem');
    expect(meters.find({ point: '4000' }, ['electricity'])).toEqual({
      problem: `is "4000", the meter of account ${GAS.id}, whose type is gas, not electricity`,
    });
  });

  it('is reported as missing under the name in the file', () => {
    expect(meters.find({ point: ' 9 ' })).toEqual({ unmatched: '9' });
    expect(meters.find({ point: '9', serial: 'X' })).toEqual({ unmatched: '9 (serial X)' });
    expect(meters.find({ point: '' })).toEqual({ problem: 'has no meter' });
  });
});

describe('the account of --account', () => {
  it('applies to any meter number, but only to one meter in a file', () => {
    const find = createFinder(context([A, B], { account: A.id.toUpperCase() }));
    expect(find({ point: 'unknown', serial: '1' })).toEqual({ account: A });
    expect(find({ point: 'unknown', serial: '2' })).toEqual({ account: A });
    expect(find({ point: 'unknown' }, ['gas'])).toHaveProperty('problem');
    expect(() => find({ point: 'another' })).toThrow('the file names several meters (unknown and another)');
  });

  it('must exist in the database', () => {
    expect(() => createFinder(context([A], { account: B.id }))).toThrow(
      `the account ${B.id} does not belong to company c1`,
    );
  });
});

it('a stable identifier is the first part of the SHA-256 of its parts', () => {
  const expected = createHash('sha256').update('a|2024|import').digest('hex').slice(0, 24);
  expect(stableId('a', '2024', 'import')).toBe(expected);
});
