import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColumns } from '../../src/data/columns.js';
import type { Database } from '../../src/db/database.js';
import { buildSchema } from '../../src/run/createCore.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import type { Operator, Where } from '../../src/data/resource.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { explaining } from '../support/explaining.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';

describe.runIf(ENGINES.includes('postgres'))('`updatedAt.gte` is served by an index', () => {
  let database: Database;
  const { resources } = buildSchema();

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    const { knex } = database;
    const id = (prefix: string, n: string): string => `decode('${prefix}' || lpad(to_hex(${n}), 22, '0'), 'hex')`;
    const stamp = (n: string): string => `timestamptz '2024-01-01' + (${n}) * interval '10 seconds'`;
    await knex.raw(`insert into companies (_id) values ('\\x${COMPANY}')`);
    for (const [table, columns, values] of [
      ['assets', 'status', `'active'`],
      ['accounts', 'status, type', `'active', 'water'`],
    ] as const) {
      const prefix = table === 'assets' ? 'a0' : 'b0';
      await knex.raw(`insert into ${table} (_id, company_id, updated_at, ${columns})
        select ${id(prefix, 'n')}, '\\x${COMPANY}', ${stamp('n * 90')}, ${values} from generate_series(1, 20000) n`);
    }
    await knex.raw(`insert into invoices (account_key, _id, account_id, company_id, updated_at)
      select a.account_key, ${id('e0', 'n')}, a._id, a.company_id, ${stamp('n * 60')}
      from generate_series(1, 30000) n, accounts a where a._id = '\\x${ACCOUNT}'`);
    await knex.raw(`insert into readings (account_key, _id, submitted_at, value, type, updated_at)
      select a.account_key, ${id('f0', 'n')}, timestamptz '2020-01-01', n, 'A', ${stamp('n * 60')}
      from generate_series(1, 30000) n, accounts a where a._id = '\\x${ACCOUNT}'`);
    await knex.raw(`insert into interval_kinds (type) values ('water')`);
    await knex.raw(`insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value, updated_at)
      select a.account_key, k.kind_key, ${id('d0', 'n')}, ${stamp('n')}, ${stamp('n + 1')}, n, ${stamp('n * 10')}
      from generate_series(1, 200000) n, accounts a, interval_kinds k where a._id = '\\x${ACCOUNT}'`);
    await knex.raw('vacuum analyze accounts, assets, invoices, readings, intervals, companies');
  });
  afterAll(() => database.close());

  it.each([
    ['Account', 'accounts_updated'],
    ['Asset', 'assets_updated'],
    ['Invoice', 'invoices_updated'],
    ['Reading', 'readings_updated'],
    ['Interval', 'intervals_updated'],
  ])('for %s: %s', async (type, index) => {
    const resource = resources.get(type);
    if (!resource) throw new Error(type);
    const compare = (path: string, operator: Operator, value: string): Where[] => {
      const column = resource.columns.get(path);
      return column ? [{ compare: { column, operator, value } }] : [];
    };
    const latest = type === 'Interval' ? '2024-08-18T00:00:00.000Z' : '2024-07-20T00:00:00.000Z';
    const where = {
      all: [...(type === 'Reading' ? compare('accountId', 'eq', ACCOUNT) : []), ...compare('updatedAt', 'gte', latest)],
    };
    const { queryable, plan } = explaining(database);
    const columns = readColumns([...resource.columns.values()]);
    for (const total of [true, false]) {
      const query = { resource, columns, total, where, order: orderKeys(resource, [], where), limit: 1000, skip: 0 };
      await openReads(queryable, { companies: [COMPANY], entities: [] }).page(query);
      expect(plan()).toContain(index);
    }
  });
});
