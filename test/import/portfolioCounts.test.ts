import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import type { Database } from '../../src/db/database.js';
import { orderKeys } from '../../src/data/conditions.js';
import { openReads } from '../../src/data/reads.js';
import type { Access } from '../../src/data/resource.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { expectCounted } from '../support/counts.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';
import { at } from '../support/random.js';
import { casesOf } from '../support/repeated.js';
import { writersAtOnce } from '../support/atOnce.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'];
/** The first two belong to the first company, the last one to the other. */
const ENTITIES = ['e00000000000000000000001', 'e00000000000000000000002', 'e00000000000000000000003'];
/** Accounts of the first company: three with intervals, and a last one without, which is moved. */
const METERS = [1, 2, 3, 4].map((number) => `b${String(number).padStart(23, '0')}`);
const STARTS = ['2023-12-31T23:30:00.000Z', '2024-01-01T00:00:00.000Z', '2024-01-31T23:30:00.000Z'];
const GRANTS: readonly Access[] = [
  { companies: COMPANIES, entities: [] },
  ...COMPANIES.map((company) => ({ companies: [company], entities: [] })),
  ...ENTITIES.map((entity) => ({ companies: [], entities: [entity] })),
  { companies: [], entities: ENTITIES.slice(1) },
  { companies: COMPANIES.slice(0, 1), entities: ENTITIES },
  { companies: [], entities: [] },
];
const resource = at(
  [...buildSchema().resources.values()].filter(({ type }) => type === 'Interval'),
  0,
);

const interval = (number: number, start: string): object => ({
  ...{ _id: `d${number.toString(16).padStart(23, '0')}`, accountId: METERS[number % 3], type: 'electricity' },
  ...{ value: number, startTimestamp: start, endTimestamp: new Date(Date.parse(start) + 1_800_000).toISOString() },
});
const id = (hex: string): string => `'\\x${hex}'`;
const [first = '', second = '', other = ''] = ENTITIES.map(id);

const number = fc.integer({ min: 0, max: 14 });
const starts = fc.uniqueArray(fc.tuple(number, fc.constantFrom(...STARTS)), {
  ...{ minLength: 1, maxLength: 9 },
  selector: ([own]) => own,
});
const moves = fc.uniqueArray(fc.tuple(fc.nat(3), fc.constantFrom(...ENTITIES.slice(0, 2), null)), {
  ...{ minLength: 1, maxLength: 4 },
  selector: ([own]) => own,
});
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: starts }) },
  { weight: 3, arbitrary: fc.record({ move: moves }) },
  fc.record({ remove: fc.uniqueArray(number, { minLength: 1 }) }),
  fc.record({
    sql: fc.constantFrom(
      [`update accounts set entity_id = case account_key when 1 then ${second}::bytea else ${first} end`],
      ['update accounts set entity_id = null where account_key in (1, 4)'],
      [`update accounts set name = 'another'`],
      // To another company and back by SQL, because imports never move an account.
      [
        `update accounts set company_id = ${id(COMPANIES[1] ?? '')}, entity_id = ${other} where account_key < 3`,
        `update accounts set company_id = ${id(COMPANIES[0] ?? '')}, entity_id = ${second} where account_key = 2`,
        'update intervals set account_key = 3 - account_key where account_key < 3',
        `update accounts set company_id = ${id(COMPANIES[0] ?? '')}, entity_id = ${first}`,
      ],
      [`update intervals set start_timestamp = start_timestamp - interval '1 day'`],
      ['delete from intervals where account_key = 2'],
      ['truncate intervals'],
    ),
  }),
);

/** The totals for each of the grants: from the counts, and by counting. */
async function expectAnswered(database: Database): Promise<void> {
  const query = {
    columns: undefined,
    total: true,
    where: undefined,
    order: orderKeys(resource, [], undefined),
    limit: 1,
    skip: 0,
  };
  for (const access of GRANTS) {
    const reads = openReads(database, access);
    const counted = await reads.page({ ...query, resource: { ...resource, counts: '' } });
    expect(await reads.page({ ...query, resource }), JSON.stringify(access)).toEqual(counted);
  }
}

describe.each(ENGINES)('the interval counts of companies and entities, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    for (const [index, _id] of ENTITIES.entries()) {
      await importPlain(database, 'entities', [{ _id, companyId: COMPANIES[index < 2 ? 0 : 1] }]);
    }
    await allOfFirst();
  });
  afterAll(() => database.close());

  const allOfFirst = async (): Promise<void> => {
    const own = { companyId: COMPANIES[0], entityId: ENTITIES[0], type: 'electricity' };
    const records = METERS.map((_id) => ({ _id, ...own }));
    await importPlain(database, 'accounts', records);
  };

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'stay exact while imports and SQL add and delete intervals and move accounts',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          for (const one of changes) {
            if ('put' in one) {
              const records = one.put.map(([number, start]) => interval(number, start));
              await importPlain(database, 'non-cumulative', records);
            } else if ('move' in one) {
              const own = { companyId: COMPANIES[0], type: 'electricity' };
              const records = one.move.map(([meter, entityId]) => ({ _id: METERS[meter], ...own, entityId }));
              await importPlain(database, 'accounts', records);
            } else if ('remove' in one) {
              const ids = one.remove.map((number) => `d${number.toString(16).padStart(23, '0')}`);
              await deleteRecords(database, 'non-cumulative', { ids }, 'delete');
            } else {
              await database.knex.transaction(async (trx) => {
                for (const statement of one.sql) await trx.raw(statement);
              });
            }
            await expectCounted(database);
            await expectAnswered(database);
          }
          // What SQL moved to another account, an import would refuse.
          await database.knex.raw('truncate intervals');
        }),
        { numRuns: casesOf(12), seed: SEED },
      );
    },
  );

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'exclude an account that SQL deletes without its intervals, and include it when SQL inserts it again',
    async () => {
      await allOfFirst();
      await importPlain(
        database,
        'non-cumulative',
        [0, 1, 2, 3].map((number) => interval(number, STARTS[2] ?? '')),
      );
      await database.knex.raw('create table kept as select * from accounts where account_key = 1');
      await database.knex.raw('delete from accounts where account_key = 1');
      await expectCounted(database);
      await expectAnswered(database);
      await database.knex.raw(`update kept set entity_id = ${second}`);
      await database.knex.raw('insert into accounts overriding system value select * from kept');
      await database.knex.raw('drop table kept');
      await expectCounted(database);
      await expectAnswered(database);
    },
  );

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'are repaired by a rebuild; a check suggests it and names the company and entity',
    async () => {
      await rebuild(database);
      const well = { rows: 0, different: [], portfolios: [] };
      expect(await rebuild(database, { dryRun: true })).toMatchObject(well);
      await database.knex.raw(
        `update portfolio_counts set records = records + 1, days[3] = days[3] + 1 where entity_id = ${second}`,
      );
      const version = (): Promise<unknown> => Promise.resolve(database.knex('data_version').first('version'));
      const before = await version();
      const wrong = { rows: 1, different: [], portfolios: [COMPANIES[0], ENTITIES[1]] };
      expect(await rebuild(database, { dryRun: true })).toMatchObject(wrong);
      expect(await version()).toEqual(before);
      expect(await rebuild(database)).toMatchObject(wrong);
      await expectCounted(database);
      expect(await version()).not.toEqual(before);
      // One that is missing, one that is too much, and what was written behind the triggers.
      await database.knex.raw(`delete from portfolio_counts where entity_id = ${first}`);
      await database.knex.raw(`insert into portfolio_counts values (${id(COMPANIES[1] ?? '')}, null, 7, 1, '{1}')`);
      expect(await rebuild(database, { ids: [] })).toMatchObject({
        ...{ rows: 2, different: [], portfolios: [COMPANIES[0], ENTITIES[0], COMPANIES[1]] },
      });
      await expectCounted(database);
      expect(await rebuild(database)).toMatchObject(well);
    },
  );

  it.runIf(onOneServer(engine, 'SQL by hand'))('follow the repairs of an account by a rebuild', async () => {
    await database.knex.transaction(async (trx) => {
      await trx.raw(`select set_config('udg.counts', 'own', true)`);
      await trx.raw('delete from intervals where account_key = 2');
    });
    expect(await rebuild(database)).toMatchObject({ different: [METERS[1]], portfolios: [] });
    await expectCounted(database);
  });
});

describe.runIf(ENGINES.includes('postgres'))('the counts of companies and entities, with concurrent writers', () => {
  it('include the changes of all concurrent transactions, also for an account that moves at the same time', async () => {
    const database = await openTestDatabase('postgres');
    await importPlain(database, 'entities', [{ _id: ENTITIES[0], companyId: COMPANIES[0] }]);
    await importPlain(
      database,
      'accounts',
      METERS.slice(0, 2).map((_id) => ({ _id, companyId: COMPANIES[0], type: 'electricity' })),
    );
    await database.knex('interval_kinds').insert({ type: 'electricity' });
    const { wrote, haveWritten } = writersAtOnce(database, 3);
    const write = (account: number): Promise<void> =>
      database.knex.transaction(async (trx) => {
        await trx.raw(
          `insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
           select ?::int, 1, decode(lpad(to_hex(?::int * 100 + n), 24, '0'), 'hex'), '2024-01-31Z', '2024-02-01Z', 1
           from generate_series(1, 20) n`,
          [account, account],
        );
        wrote();
        await haveWritten(3);
      });
    const move = async (): Promise<void> => {
      await haveWritten(2);
      await database.knex.raw(`update accounts set entity_id = ${first}`);
      wrote();
    };
    await Promise.all([write(1), move(), write(2)]);
    await expectCounted(database);
    await database.close();
  });
});
