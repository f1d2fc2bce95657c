import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrate.js';
import { ONE_SERVER } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { openOldDatabase } from '../support/oldDatabase.js';

const ACCOUNT = 'b00000000000000000000001';
const COMPANY = 'c00000000000000000000001';
const REGISTERS = ['f00000000000000000000001', 'f00000000000000000000002', null];

describe.each(ONE_SERVER)('the migration of readings, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openOldDatabase(engine, '011_counts');
  });
  afterAll(() => database.close());

  it('keeps the number of digits of each register, and the next import may add register names', async () => {
    const { knex } = database;
    const bytes = (id: string | null): string | null => (id === null ? null : `\\x${id}`);
    await knex('companies').insert({ _id: bytes(COMPANY) });
    const account = { _id: bytes(ACCOUNT), company_id: bytes(COMPANY), type: 'water', status: 'active' };
    const keys: readonly { readonly account_key: number }[] = await knex('accounts').insert(account, 'account_key');
    const id = (index: number): string => `d${String(index).padStart(23, '0')}`;
    await knex('readings').insert(
      REGISTERS.map((register, index) => ({
        ...{ _id: bytes(id(index)), account_key: keys[0]?.account_key, submitted_at: '2024-01-01', value: index },
        ...{ type: 'water', register_id: bytes(register) },
      })),
    );
    const registers = (): Promise<readonly unknown[]> => knex('reading_records').orderBy('_id').pluck('register_id');
    await migrate(database);
    expect(await registers()).toEqual(REGISTERS);
    const rows = ['day', 'night', REGISTERS[0]].map((registerId, index) => ({
      ...{ _id: id(index), accountId: ACCOUNT, submittedAt: '2024-01-01', value: index, type: 'water' },
      ...{ registerId, quantity: index, registerDigits: 5 },
    }));
    expect(await importPlain(database, 'readings', rows)).toMatchObject({ updated: 3 });
    expect(await registers()).toEqual(['day', 'night', REGISTERS[0]]);
  });
});
