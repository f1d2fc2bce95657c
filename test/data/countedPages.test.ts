import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import { readColumns } from '../../src/data/columns.js';
import type { Database } from '../../src/db/database.js';
import type { Page } from '../../src/data/pageSql.js';
import { openReads } from '../../src/data/reads.js';
import type { Operator, SortKey, Where } from '../../src/data/resource.js';
import { orderKeys } from '../../src/data/conditions.js';
import { expectCounted } from '../support/counts.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { countDistributed, loadMeters, METER_DAYS, METER_GRANTS } from '../support/meters.js';
import { at, seeded } from '../support/random.js';
import { casesOf } from '../support/repeated.js';

const RUNS = 150;
/** Each with its number of meters: few, and more than a page at the front reads. */
const PORTFOLIOS = [
  [1, 12],
  [2, 12],
  [3, 130],
] as const;
const resource = at(
  [...buildSchema().resources.values()].filter(({ type }) => type === 'Interval'),
  0,
);
const columns = [...resource.columns.values()];
const read = readColumns(columns);
const compare = (path: string, operator: Operator, value: string | readonly string[]): Where[] =>
  columns.filter((column) => column.path === path).map((column) => ({ compare: { column, operator, value } }));
const ascending = (path: string): SortKey[] =>
  columns.filter((column) => column.path === path).map((column) => ({ column, descending: false }));

/** Mostly starts and ends of days; some moments within. */
const bound = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom<Operator>('gte', 'lt'), fc.constant('T00:00:00.000Z')) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom<Operator>('gt', 'lte'), fc.constant('T23:59:59.999Z')) },
  fc.tuple(fc.constantFrom<Operator>('gte', 'lt', 'gt', 'lte'), fc.constantFrom('T12:00:00.000Z', 'T00:00:00.000Z')),
);
const times = fc.array(
  fc.tuple(fc.constantFrom(...METER_DAYS), bound).map(([day, [operator, time]]) => [operator, day + time] as const),
  { maxLength: 3 },
);

/** A page by the values of its records. */
const told = ({ total, rows }: Page): { readonly total: number | undefined; readonly rows: readonly unknown[] } => ({
  total,
  rows: rows.map((row) => columns.map(({ path }) => row[path])),
});

describe.each(EVERY_ENGINE)('totals and pages of intervals from counts, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it.each(PORTFOLIOS)(
    'equal a direct count and skip of rows, for any grants and filters: portfolio %i of %i meters',
    async (seed, meters) => {
      const ids = await loadMeters(database, seeded(seed), meters);
      await expectCounted(database);
      const accounts = fc.oneof(
        fc.constant([]),
        fc.constantFrom(...ids).map((id) => compare('accountId', 'eq', id)),
        fc.subarray([...ids], { minLength: 1 }).map((some) => compare('accountId', 'in', some)),
      );
      const question = fc.record({
        ...{ access: fc.constantFrom(...METER_GRANTS), accounts, times },
        sort: fc.constantFrom([], [], [], ascending('startTimestamp'), ascending('accountId')),
        limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 300 })),
        page: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })),
      });
      await fc.assert(
        fc.asyncProperty(question, async ({ access, accounts, times, sort, limit, page }) => {
          const ranges = times.flatMap(([operator, value]) => compare('startTimestamp', operator, value));
          const where = { all: [...accounts, { all: ranges }] };
          const order = orderKeys(resource, sort, where);
          const query = { columns: read, total: true, where, order, limit, skip: (page - 1) * limit };
          const reads = openReads(database, access);
          const plain = told(await reads.page({ ...query, resource: { ...resource, counts: '' } }));
          expect(told(await reads.page({ ...query, resource }))).toEqual(plain);
          expect(told(await reads.page({ ...query, resource, total: false }))).toEqual({ ...plain, total: undefined });
          expect(told(await reads.page({ ...query, resource, columns: undefined }))).toEqual({ ...plain, rows: [] });
        }),
        { numRuns: RUNS, seed },
      );
    },
  );

  it.each(PORTFOLIOS)(
    'continue like the complete list after the cursor of any record: portfolio %i of %i meters',
    async (seed, meters) => {
      const ids = await loadMeters(database, seeded(seed), meters);
      const accounts = fc.oneof(
        fc.constant([]),
        fc.constantFrom(...ids).map((id) => compare('accountId', 'eq', id)),
        fc.subarray([...ids], { minLength: 1 }).map((some) => compare('accountId', 'in', some)),
      );
      const limit = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 300 }));
      const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
      const question = fc.record({ access: fc.constantFrom(...METER_GRANTS), accounts, times, limit, place });
      await fc.assert(
        fc.asyncProperty(question, async ({ access, accounts, times, limit, place }) => {
          const ranges = times.flatMap(([operator, value]) => compare('startTimestamp', operator, value));
          const where = { all: [...accounts, { all: ranges }] };
          const reads = openReads(database, access);
          const query = {
            resource,
            columns: read,
            total: true,
            where,
            order: orderKeys(resource, [], where),
            limit: 10_000,
            skip: 0,
          };
          const whole = await reads.page({ ...query, resource: { ...resource, counts: '' } });
          const index = Math.floor(place * whole.rows.length);
          const last = whole.rows[index];
          fc.pre(last !== undefined);
          const paths = orderKeys(resource, [], where).map(({ column }) => column.path);
          const after = paths.map((path) => String(last[path]));
          const expected = { total: whole.total, rows: whole.rows.slice(index + 1, index + 1 + limit) };
          expect(told(await reads.page({ ...query, limit, after }))).toEqual(told(expected));
        }),
        { numRuns: casesOf(40), seed },
      );
    },
  );

  it('skip an account without intervals in the requested days', async () => {
    const { knex } = database;
    await loadMeters(database, seeded(5));
    await knex('intervals').delete();
    // The third account has no interval in the requested days; the others have one each.
    for (const day of ['20', '25', '05', '30']) {
      const time = `2024-01-${day}T00:00:00Z`;
      await knex.raw(
        `insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
         select account_key, 1, _id, ?::timestamptz, ?::timestamptz + interval '1 hour', 1
         from accounts where account_key not in (select account_key from intervals) order by _id limit 1`,
        [time, time],
      );
    }
    await countDistributed(database);
    const where = { all: compare('startTimestamp', 'gte', '2024-01-15T00:00:00.000Z') };
    const query = {
      resource,
      columns: read,
      total: true,
      where,
      order: orderKeys(resource, [], where),
      limit: 3,
      skip: 0,
    };
    const page = await openReads(database, at(METER_GRANTS, 0)).page(query);
    expect(page.total).toBe(3);
    expect(page.rows.map(({ startTimestamp }) => startTimestamp)).toEqual([
      ...['2024-01-20T00:00:00.000Z', '2024-01-25T00:00:00.000Z', '2024-01-30T00:00:00.000Z'],
    ]);
  });

  it('return every interval once, in the order of the complete list, on pages of one record', async () => {
    await loadMeters(database, seeded(4));
    const reads = openReads(database, at(METER_GRANTS, 0));
    const query = {
      resource,
      columns: read,
      total: true,
      where: undefined,
      order: orderKeys(resource, [], undefined),
      limit: 10_000,
      skip: 0,
    };
    const whole = told(await reads.page(query));
    expect(whole.rows.length).toBe(whole.total);
    for (const [skip, row] of whole.rows.entries()) {
      expect(told(await reads.page({ ...query, limit: 1, skip }))).toEqual({ total: whole.total, rows: [row] });
    }
    expect(await reads.page({ ...query, skip: whole.rows.length })).toEqual({ total: whole.total, rows: [] });
  });
});
