import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { PUBLISHED, SAMPLE } from '../../seeds/steps.js';
import { countInto, idsOf, recordsInto } from './records.js';

const OBJECT_ID = /^[0-9a-f]{24}$/;

describe('the sample portfolio', () => {
  it('has the documented number of records of each kind', () => {
    expect(countInto('companies')).toBe(3 + 1);
    expect(countInto('entities')).toBe(5 + 3);
    expect(countInto('assets')).toBe(60 + 8);
    expect(countInto('asset-groups')).toBe(5 + 2);
    expect(countInto('accounts')).toBe(123 + 8 * 3 + 1);
    expect(countInto('suppliers')).toBe(9 + 4);
    expect(countInto('invoices')).toBe(314 + 8 * 3 * 24);
    expect(countInto('readings')).toBe(2 * (35_040 + 24) + (8 + 3 + 1) * 25);
    expect(idsOf(recordsInto('companies'))).toEqual(new Set(SAMPLE_COMPANY_IDS));
  });

  it('yields as many records as each step counts, and no identifier twice', () => {
    const ids = new Set<unknown>();
    let all = 0;
    for (const step of SAMPLE) {
      let rows = 0;
      let ill = 0;
      for (const { _id } of step.rows()) {
        if (typeof _id !== 'string' || !OBJECT_ID.test(_id)) ill += 1;
        ids.add(_id);
        rows += 1;
      }
      expect(ill, step.name).toBe(0);
      expect(rows, step.name).toBe(step.count());
      all += rows;
    }
    expect(ids.size).toBe(all);
    expect(new Set(SAMPLE.map(({ name }) => name)).size).toBe(SAMPLE.length);
  });

  it('refers only to records of earlier steps', () => {
    const known = new Set<unknown>();
    for (const step of SAMPLE) {
      const missing = new Set<unknown>();
      for (const row of step.rows()) {
        const { companyId, entityId, assetId, accountId, supplierId, assetIds } = row;
        const members: readonly unknown[] = Array.isArray(assetIds) ? assetIds : [];
        for (const id of [companyId, entityId, assetId, accountId, supplierId, ...members]) {
          if (id !== undefined && id !== null && !known.has(id)) missing.add(id);
        }
      }
      expect(missing, step.name).toEqual(new Set());
      if (step.into !== 'readings' && step.into !== 'non-cumulative') {
        for (const { _id } of step.rows()) known.add(_id);
      }
    }
  });

  it('sets a unit and an order of sources on every published account that has readings or invoices', () => {
    const accounts = [...recordsInto('accounts', PUBLISHED)];
    const used = new Set([
      ...idsOf(recordsInto('readings', PUBLISHED), 'accountId'),
      ...idsOf(recordsInto('invoices', PUBLISHED), 'accountId'),
    ]);
    const found = accounts.filter(({ _id }) => used.has(_id));
    expect(found.map(({ type, meterUnits, consumptionPriority }) => [type, meterUnits, consumptionPriority])).toEqual([
      ['water', 'm3', ['reading', 'invoice']],
      ['gas', 'm3', ['reading', 'invoice']],
      ['electricity', 'kwh', ['invoice']],
      ['gas', 'ccf', ['invoice']],
      ['water', 'gal', ['invoice']],
      ['water', 'gal', ['invoice']],
    ]);
  });
});
