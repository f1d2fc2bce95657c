import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { readSettings } from '../../src/data/settings.js';
import { upgrade } from '../../src/usage/upgrade.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const ACCOUNT = 'b00000000000000000000001';

describe.each(ENGINES)('an upgrade killed before it computed all usage, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const months = (): Promise<unknown> =>
    database.knex('usage_months').where({ source: 7 }).select('quantity', 'hh', 'decimals');

  it('resumes with the next upgrade; later upgrades do not repeat it, and the settings list omits it', async () => {
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: 'c'.repeat(24), type: 'water' }]);
    const time = { startTimestamp: '2024-01-01', endTimestamp: '2024-01-03' };
    const record = { _id: 'd'.repeat(24), accountId: ACCOUNT, type: 'water', value: 4, ...time };
    await importPlain(database, 'non-cumulative', [record]);
    await database.knex('settings').where({ name: 'painted' }).delete();
    await database.knex('usage_months').delete();
    expect(await upgrade(database)).toEqual([]);
    expect(await months()).toEqual([{ quantity: 4e9, hh: 4e9, decimals: 9 }]);
    await database.knex('usage_months').delete();
    expect(await upgrade(database)).toEqual([]);
    expect(await months()).toEqual([]);
    expect(Object.keys(await readSettings(database))).not.toContain('painted');
  });
});
