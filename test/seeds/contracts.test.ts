import { describe, expect, it } from 'vitest';
import type { Values } from '../../seeds/rows.js';
import { PUBLISHED } from '../../seeds/steps.js';
import { recordsInto } from './records.js';

const DAY = 86_400_000;

function byAccount(): ReadonlyMap<unknown, readonly Values[]> {
  const found = new Map<unknown, Values[]>();
  for (const contract of recordsInto('contracts', PUBLISHED)) {
    found.set(contract.accountId, [...(found.get(contract.accountId) ?? []), contract]);
  }
  return found;
}

describe('the contracts of the companies with published data', () => {
  it('exist for most active accounts, and for no virtual or inactive account', () => {
    const accounts = [...recordsInto('accounts', PUBLISHED)];
    const real = accounts.filter(({ status, isVirtual }) => status === 'active' && isVirtual !== true);
    const contracted = byAccount();
    expect(real).toHaveLength(119);
    expect(contracted.size / real.length).toBeGreaterThan(0.8);
    expect(contracted.size / real.length).toBeLessThan(0.9);
    const others = accounts.filter((account) => !real.includes(account));
    expect(others.some(({ _id }) => contracted.has(_id))).toBe(false);
  });

  it('follow each other without gaps, and only the last contract of an account may have no end date', () => {
    const all = [...byAccount().values()];
    for (const own of all) {
      for (const [index, { startDate, endDate }] of own.entries()) {
        const next = own[index + 1];
        if (next === undefined) continue;
        expect(Date.parse(String(endDate)) + DAY).toBe(Date.parse(String(next.startDate)));
        expect(Date.parse(String(startDate))).toBeLessThan(Date.parse(String(endDate)));
      }
    }
    expect(all.some((own) => own.length === 2)).toBe(true);
    expect(all.some((own) => own.at(-1)?.endDate === null)).toBe(true);
    expect(all.some((own) => own.at(-1)?.endDate !== null)).toBe(true);
  });
});

describe('the asset groups of the sample', () => {
  it('contain only sites of their company, and of their entity if they have one', () => {
    const assets = new Map([...recordsInto('assets')].map((asset) => [asset._id, asset]));
    const groups = [...recordsInto('asset-groups')];
    for (const { name, assetIds, companyId, entityId } of groups) {
      const members = (Array.isArray(assetIds) ? assetIds : []).map((id: unknown) => assets.get(id));
      expect(members.length, String(name)).toBeGreaterThan(0);
      expect(members.every((asset) => asset?.companyId === companyId)).toBe(true);
      if (entityId !== null) expect(members.every((asset) => asset?.entityId === entityId)).toBe(true);
      expect(new Set(members).size).toBe(members.length);
    }
  });
});
