import { describe, expect, it } from 'vitest';
import { accounts } from '../../seeds/cambridge/accounts.js';
import { assets } from '../../seeds/cambridge/assets.js';
import { companies, entities } from '../../seeds/cambridge/companies.js';
import { countIntervals, intervals } from '../../seeds/cambridge/intervals.js';
import { accountId, assetId, SAMPLE_COMPANY_ID } from '../../seeds/cambridge/ids.js';
import { mpanCheckDigit, mprnCheckDigits } from '../../seeds/generate/meterPoint.js';

function texts(records: Iterable<Readonly<Record<string, unknown>>>, field: string): string[] {
  return [...records].flatMap((record) => (typeof record[field] === 'string' ? [record[field]] : []));
}

describe('the generator of meter points', () => {
  it('computes the check digits of published examples', () => {
    expect(mpanCheckDigit('131234567890')).toBe('7');
    expect(mprnCheckDigits('39384244')).toBe('03');
  });

  it('gives each sample account a valid and unique number', () => {
    const real = accounts().filter(({ isVirtual }) => isVirtual === false);
    for (const number of texts(
      real.filter(({ type }) => type === 'electricity'),
      'meterPointNumber',
    )) {
      expect(number).toMatch(/^10\d{11}$/);
      expect(number.slice(12)).toBe(mpanCheckDigit(number.slice(0, 12)));
    }
    for (const number of texts(
      real.filter(({ type }) => type === 'gas'),
      'meterPointNumber',
    )) {
      expect(number).toMatch(/^\d{10}$/);
      expect(number.slice(8)).toBe(mprnCheckDigits(number.slice(0, 8)));
    }
    expect(new Set(texts(real, 'meterPointNumber')).size).toBe(116);
    expect(new Set(texts(real, 'meterSerialNumber')).size).toBe(116);
  });
});

describe('the sample portfolio', () => {
  it('has the same identifiers on every machine', () => {
    expect(SAMPLE_COMPANY_ID).toBe('3072407e60caa9a4982d4136');
    expect(assetId('b2')).toBe('c85be2627041bb78294f37e6');
    expect(accountId('b2', 'electricity')).toBe('7f922057c784810ba2f401b0');
    expect([...intervals()][0]).toMatchObject({
      _id: '61cf99806a08212d1280420e',
      startTimestamp: '2022-01-01T00:00:00.000Z',
    });
  });

  it('is the same each time the generator runs', () => {
    expect(assets()).toEqual(assets());
    expect(accounts()).toEqual(accounts());
  });

  it('has one site per building, and one account per building and fuel', () => {
    expect(companies()).toHaveLength(1);
    expect(entities()).toHaveLength(3);
    expect(new Set(texts(assets(), '_id')).size).toBe(58);
    expect(new Set(texts(assets(), 'siteName')).size).toBe(58);
    expect(new Set(texts(assets(), 'entityId')).size).toBe(3);
    expect(assets().find(({ _id }) => _id === assetId('b2'))).toMatchObject({ floorArea: 25319.8, noOfFloors: 10 });
    expect(new Set(texts(accounts(), '_id')).size).toBe(117);
    const known = new Set(texts(assets(), '_id'));
    for (const id of texts(accounts(), 'assetId')) expect(known).toContain(id);
  });

  it('has one interval for each measured hour, and none twice', () => {
    const ids = new Set<unknown>();
    const metered = new Set<unknown>();
    for (const { _id, accountId: account } of intervals()) {
      ids.add(_id);
      metered.add(account);
    }
    expect(ids.size).toBe(countIntervals());
    expect(metered.size).toBe(48);
  });
});
