import { sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import { readColumns } from '../../src/data/columns.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import type { Operator, Where } from '../../src/data/resource.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { at } from '../support/random.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000007';
const DAYS = 200;
/** More than a page at the front reads. */
const METERS = 56;

/** Returns PostgreSQL's plan of the page. */
async function planOf(
  database: Database,
  where: Where,
  skip: number,
  after?: readonly string[],
  total = true,
): Promise<string> {
  const resource = at(
    [...buildSchema().resources.values()].filter(({ type }) => type === 'Interval'),
    0,
  );
  let plan = '';
  const queryable: Queryable = {
    topology: () => ONE_SERVER,
    snapshot: (run) => database.snapshot(run),
    rows: () => Promise.resolve([]),
    async tuples(statement) {
      const explain = sql`explain (analyze, timing off, costs off) ${statement}`;
      const lines = await database.rows<Record<string, string>>(explain);
      plan = lines.map((line) => line['QUERY PLAN'] ?? '').join('\n');
      return [];
    },
  };
  const columns = readColumns([...resource.columns.values()]);
  const query = { resource, columns, where, order: orderKeys(resource, [], where), limit: 100, skip };
  const access = { companies: [COMPANY], entities: [] };
  await openReads(queryable, access).page({ ...query, total, ...(after ? { after } : {}) });
  return plan;
}

describe.runIf(ENGINES.includes('postgres'))('totals and pages of intervals read at most a page of rows', () => {
  let database: Database;
  const { resources } = buildSchema();
  const compare = (path: string, operator: Operator, value: string | string[]): Where[] => {
    const column = resources.get('Interval')?.columns.get(path);
    return column ? [{ compare: { column, operator, value } }] : [];
  };
  const account = compare('accountId', 'eq', ACCOUNT);
  const month = [
    ...compare('startTimestamp', 'gte', '2024-02-01T00:00:00.000Z'),
    ...compare('startTimestamp', 'lt', '2024-03-01T00:00:00.000Z'),
  ];
  const days = [
    ...compare('startTimestamp', 'gt', '2024-02-10T23:59:59.999Z'),
    ...compare('startTimestamp', 'lte', '2024-05-20T23:59:59.999Z'),
  ];

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    const { knex } = database;
    const id = (prefix: string, n: string): string => `decode('${prefix}' || lpad(to_hex(${n}), 22, '0'), 'hex')`;
    await knex.raw(`insert into companies (_id) values ('\\x${COMPANY}')`);
    await knex.raw(`insert into accounts (_id, company_id, status, type)
      select ${id('b0', 'n')}, '\\x${COMPANY}', 'active', 'water' from generate_series(1, ${METERS}) n`);
    await knex.raw(`insert into interval_kinds (type) values ('water')`);
    await knex.raw(`insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
      select account_key, 1, ${id('d0', `account_key * 100000 + n`)}, at, at + interval '30 minutes', 1
      from accounts, (select n, timestamptz '2024-01-01Z' + n * interval '30 minutes' as at
        from generate_series(0, ${DAYS} * 48 - 1) n) t`);
    await knex.raw('vacuum analyze intervals, accounts, interval_counts, interval_kinds');
  });
  afterAll(() => database.close());

  it.each([
    ['no filter', [], METERS * DAYS * 48],
    ['an account', account, DAYS * 48],
    ['a month', month, METERS * 29 * 48],
    ['days', days, METERS * 100 * 48],
    ['an account and days', [...account, ...days], 100 * 48],
  ] as const)('%s: the first page, one in the middle and the last', async (_, all, total) => {
    for (const skip of [0, Math.floor(total / 2) + 7, total - 60]) {
      const plan = await planOf(database, { all: [...all] }, skip);
      expect(plan).not.toMatch(/Seq Scan on intervals/);
      expect(plan).toMatch(/Index Scan using intervals_account_start/);
      // The rows of a page, those before it on its first day, and a sort group for each of its accounts.
      const rows = [...plan.matchAll(/on intervals i \(actual rows=(\d+) loops=(\d+)\)/g)];
      expect(rows.length).toBe(1);
      expect(rows.reduce((sum, [, n, loops]) => sum + Number(n) * Number(loops), 0)).toBeLessThan(100 + 48 + 2 * 64);
    }
  });

  it.each([
    ['the first page', 0],
    ['a page of the last account', METERS * DAYS * 48 - 60],
  ] as const)('reads the counts of a few accounts for %s, unless the page lies further back', async (_, skip) => {
    const plan = await planOf(database, { all: [] }, skip);
    expect(plan).toMatch(/on portfolio_counts/);
    const counts = plan.split('\n').filter((line) => line.includes('on interval_counts c'));
    expect(counts).toHaveLength(3);
    expect(counts.filter((line) => line.includes('never executed'))).toHaveLength(skip === 0 ? 2 : 0);
  });

  it('counts the total in the same way if the page starts after a cursor', async () => {
    const plan = await planOf(database, { all: [] }, 0, [ACCOUNT, '2024-01-02T00:00:00.000Z', `d${'0'.repeat(23)}`]);
    expect(plan).toMatch(/on portfolio_counts/);
    expect(plan).not.toMatch(/on interval_counts/);
  });

  it.each([
    ['in the middle of an account', '2024-04-10T00:00:00.000Z', 2 * 64 + 100],
    ['near the end of one', '2024-07-18T00:00:00.000Z', 4 * 64 + 100],
  ])('a page after a cursor %s reads no more rows than a page', async (_, at, most) => {
    const plan = await planOf(database, { all: [] }, 0, [ACCOUNT, at, `d${'0'.repeat(23)}`]);
    expect(plan).toMatch(/Index Scan using intervals_account_start/);
    const rows = [...plan.matchAll(/on intervals i \(actual rows=(\d+)[.\d]* loops=(\d+)\)/g)];
    expect(rows.length).toBe(1);
    expect(rows.reduce((sum, [, n, loops]) => sum + Number(n) * Number(loops), 0)).toBeLessThan(most);
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{3,}/);
  });

  it.each([
    ['part of a day', compare('startTimestamp', 'gte', '2024-02-01T12:00:00.000Z')],
    ['another field', compare('type', 'eq', 'water')],
    ['another condition on the time', compare('startTimestamp', 'eq', '2024-02-01T00:00:00.000Z')],
    ['an alternative', [{ any: account }]],
    ['a negation', [{ not: { all: account } }]],
  ])('%s is counted row by row', async (_, all) => {
    expect(await planOf(database, { all }, 0)).not.toMatch(/interval_counts/);
  });

  it.each([
    ['another field', compare('type', 'eq', 'water'), 0],
    ['part of a day', compare('startTimestamp', 'gte', '2024-02-01T12:00:00.000Z'), 70],
    ['an alternative', [{ any: [...account, ...compare('type', 'eq', 'water')] }], 0],
    ['accounts', compare('accountId', 'in', [ACCOUNT, ACCOUNT.replace('7', '8')]), 30],
  ] as const)(
    'a page of %s goes through the accounts in order, and reads no more than a page',
    async (_, all, skip) => {
      for (const after of [undefined, [ACCOUNT, '2024-04-10T00:00:00.000Z', `d${'0'.repeat(23)}`]]) {
        const plan = await planOf(database, { all: [...all] }, skip, after, false);
        expect(plan).not.toMatch(/Seq Scan on intervals/);
        const rows = [...plan.matchAll(/on intervals i \(actual rows=(\d+)[.\d]* loops=(\d+)\)/g)];
        expect(rows.length).toBe(1);
        expect(rows.reduce((sum, [, n, loops]) => sum + Number(n) * Number(loops), 0)).toBeLessThan(
          100 + skip + 2 * 64,
        );
      }
    },
  );

  it.each([
    ['a range of updatedAt', compare('updatedAt', 'gte', '2100-01-01T00:00:00.000Z'), 'intervals_updated'],
    ['an identifier', compare('_id', 'eq', `d${'0'.repeat(23)}`), 'intervals_pkey'],
  ] as const)('%s uses its own index instead of going through all accounts', async (_, all, index) => {
    const plan = await planOf(database, { all: [...all] }, 0, undefined, false);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/CTE first/);
  });
});
