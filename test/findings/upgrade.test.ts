import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { readSettings } from '../../src/data/settings.js';
import { isUpToDate, upgradeAll } from '../../src/findings/upgrade.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const ACCOUNT = 'b00000000000000000000001';
const bill = (month: string, last: string) => ({
  ...{ _id: `d${month.padStart(23, '0')}`, accountId: ACCOUNT, status: 'captured' },
  values: { startDate: `2024-${month}-01`, endDate: `2024-${month}-${last}`, totalUnits: 100, totalCost: 20 },
});

describe.each(ENGINES)('an upgrade from a version without findings, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: 'c'.repeat(24), type: 'water' }]);
    await importPlain(database, 'invoices', [bill('01', '31'), bill('04', '30')]);
  });
  afterAll(() => database.close());

  const kinds = (): Promise<readonly unknown[]> => database.knex('findings').pluck('kind');

  it('computes all findings once, again after a kill, and adds nothing to the settings', async () => {
    expect(await kinds()).toEqual(['bill-gap']);
    await database.knex('findings').delete();
    await database.knex('settings').where({ name: 'found' }).delete();
    expect(await isUpToDate(database)).toBe(false);
    const told: unknown[] = [];
    expect(await upgradeAll(database, { onAccountChecked: (done, total) => told.push([done, total]) })).toEqual([]);
    expect([await kinds(), await isUpToDate(database)]).toEqual([['bill-gap'], true]);
    expect(told).toEqual([
      [0, 1],
      [1, 1],
    ]);
    await database.knex('findings').delete();
    expect(await upgradeAll(database)).toEqual([]);
    expect(await kinds()).toEqual([]);
    expect(Object.keys(await readSettings(database))).not.toContain('found');
  });

  it('removes details of other accounts from existing late-data findings', async () => {
    const start = new Date('2024-02-01T00:00:00.000Z');
    const evidence = ['last', 'newest'].map((name) => ({ name, value: null, units: null, text: null }));
    await database.knex.raw(
      `insert into findings (_id, account_key, account_id, company_id, kind, severity, status, start_date, end_date, message,
         evidence, first_seen_at, updated_at, resolved_at)
       select decode(?, 'hex'), account_key, _id, company_id, 'late', 'high', 'resolved', ?, '2024-03-10', 'data up to 2024-03-09.',
         ?::jsonb, now(), now(), now() from accounts where _id = decode(?, 'hex')`,
      ['f'.repeat(24), start, JSON.stringify(evidence), ACCOUNT],
    );
    await database.knex('settings').where({ name: 'found' }).delete();
    await upgradeAll(database);
    expect(
      await database.knex('findings').where({ kind: 'late' }).select('status', 'message', 'evidence', 'end_date'),
    ).toEqual([
      {
        ...{
          status: 'resolved',
          message: 'No interval data has come since 1 Feb 2024.',
          evidence: evidence.slice(0, 1),
        },
        end_date: '2024-02-02T00:00:00.000Z',
      },
    ]);
  });
});
