import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { down, up } from '../../src/data/migrations/012_readings.js';
import { ONE_SERVER, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const ACCOUNT = 'b00000000000000000000001';
const REGISTER = 'f00000000000000000000001';

describe.each(ONE_SERVER)('the migration of readings, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('goes down and up again with readings there: registers stay apart, and identifiers what they are', async () => {
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: 'c'.repeat(24), type: 'water' }]);
    const names = [REGISTER, 'day', 'night', null];
    const rows = names.map((registerId, index) => ({
      ...{ _id: `d${String(index).padStart(23, '0')}`, accountId: ACCOUNT, submittedAt: '2024-01-01', value: index },
      ...{ registerId, quantity: index, registerDigits: 5 },
    }));
    await importPlain(database, 'readings', rows);
    const registers = async (): Promise<readonly unknown[]> => {
      const found: readonly { readonly register: unknown }[] = await database
        .knex('reading_records')
        .select({ register: 'register_id' })
        .orderBy('_id');
      return found.map(({ register }) => register);
    };
    expect(await registers()).toEqual(names);
    await database.knex.transaction(down);
    const before = await registers();
    expect([before[0], new Set(before).size, before[3]]).toEqual([REGISTER, 4, null]);
    await database.knex.transaction(up);
    expect(await registers()).toEqual(before);
    expect(await importPlain(database, 'readings', rows)).toMatchObject({ updated: 4 });
    expect(await registers()).toEqual(names);
  });
});
