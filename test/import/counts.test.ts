import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { importRecords } from '../../src/import/importRecords.js';
import { recordRows } from '../../src/import/sourceRow.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { expectCounted } from '../support/counts.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';
import { casesOf } from '../support/repeated.js';
import { writersAtOnce } from '../support/atOnce.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANY = 'c00000000000000000000001';
/** The second has another type than its intervals, which are therefore not computed. */
const METERS = [
  { _id: 'b00000000000000000000001', companyId: COMPANY, type: 'electricity' },
  { _id: 'b00000000000000000000002', companyId: COMPANY, type: 'temperature' },
];
const STARTS = [
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-01-31T23:30:00.000Z',
  '2024-02-29T12:00Z',
];

/** Intervals of two meters in turn; the number makes the identifier. */
const interval = (number: number, start: string): object => ({
  _id: `d${number.toString(16).padStart(23, '0')}`,
  accountId: METERS[number % 2]?._id,
  type: 'electricity',
  value: number,
  startTimestamp: start,
  endTimestamp: new Date(Date.parse(start) + 1_800_000).toISOString(),
});

const number = fc.integer({ min: 0, max: 25 });
const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 12 });
const starts = fc.uniqueArray(fc.tuple(number, fc.constantFrom(...STARTS)), {
  ...{ minLength: 1, maxLength: 12 },
  selector: ([own]) => own,
});
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: starts }) },
  fc.record({ remove: numbers }),
  fc.record({ before: fc.constantFrom(...STARTS.slice(1, 3)) }),
  fc.record({
    sql: fc.constantFrom(
      `update intervals set account_key = 3 - account_key where value < 8`,
      `update intervals set start_timestamp = start_timestamp - interval '31 days'`,
      `update intervals set value = value`,
      `delete from intervals where account_key = 1`,
      `insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
       select 1 + n % 2, 1, decode('dd' || lpad(to_hex(n), 22, '0'), 'hex'), at, at + interval '1 hour', 100 + n
       from (select n, timestamptz '1969-11-30 23:00Z' + n * interval '17 hours' as at from generate_series(1, 90) n) i
       on conflict do nothing`,
      `truncate intervals`,
    ),
  }),
);

describe.each(ENGINES)('the interval counts, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', METERS);
    await database.knex('interval_kinds').insert({ type: 'electricity' });
  });
  afterAll(() => database.close());
  const version = async (): Promise<unknown> => database.knex('data_version').first('version');

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'stay exact through imports, moved records, deletions and any SQL',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
          for (const one of changes) {
            if ('put' in one) {
              const records = one.put.map(([number, start]) => interval(number, start));
              await importPlain(database, 'non-cumulative', records);
            } else if ('remove' in one) {
              const ids = one.remove.map((number) => `d${number.toString(16).padStart(23, '0')}`);
              await deleteRecords(database, 'non-cumulative', { ids }, 'delete');
            } else if ('before' in one) {
              await deleteRecords(database, 'non-cumulative', { before: one.before }, 'delete');
            } else await database.knex.raw(one.sql);
            await expectCounted(database);
          }
          // An import would refuse intervals that SQL moved to another account.
          await database.knex.raw('truncate intervals');
        }),
        { numRuns: casesOf(25), seed: SEED },
      );
    },
  );

  it.runIf(onOneServer(engine, 'SQL by hand')).each([
    ['moves', `update intervals set start_timestamp = start_timestamp - interval '1 day'`],
    ['deletes', 'delete from intervals'],
  ])('stay exact if SQL %s an interval between the checks of an import and its changes', async (_, byHand) => {
    const records = [1, 2].map((number) => interval(number, STARTS[2] ?? ''));
    await importPlain(database, 'non-cumulative', records);
    const rows = recordRows(records.map((record) => ({ ...record, value: 9 })));
    const source = { name: 'again', rows };
    const onChecked = async (): Promise<void> => database.knex.raw(`${byHand} where value = 2`);
    await expect(importRecords(database, 'non-cumulative', source, { onChecked })).rejects.toThrow(
      'another import or deletion changed the same intervals at the same time: run this import again',
    );
    await expectCounted(database);
    const again = records.map((record) => ({ ...record, value: 9 }));
    await importPlain(database, 'non-cumulative', again);
    await expectCounted(database);
    expect(await database.knex('intervals').where({ value: 9 })).toHaveLength(2);
    await database.knex.raw('truncate intervals');
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))('do not change when a transaction is rolled back', async () => {
    await importPlain(
      database,
      'non-cumulative',
      [1, 2, 3].map((number) => interval(number, STARTS[2] ?? '')),
    );
    const rolledBack = database.knex.transaction(async (trx) => {
      await trx('intervals').where({ value: 2 }).delete();
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await expectCounted(database);
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'are repaired by a rebuild, which a check suggests, and caches notice it',
    async () => {
      // What SQL took away above is computed still.
      await rebuild(database);
      const off = `update interval_counts set records = records + 1, days[3] = days[3] + 1 where account_key = 1`;
      await database.knex.raw(off);
      await database.knex.raw('delete from interval_counts where account_key = 2');
      await rebuild(database, { ids: [METERS[1]?._id ?? ''] });
      const before = await version();
      expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 1, different: [METERS[0]?._id] });
      expect(await version()).toEqual(before);
      expect(await rebuild(database)).toMatchObject({ rows: 1 });
      await expectCounted(database);
      expect(await version()).not.toEqual(before);
      expect(await rebuild(database)).toMatchObject({ rows: 0, different: [] });
    },
  );
});

describe.runIf(ENGINES.includes('postgres'))('the interval counts, with concurrent writers', () => {
  it('include the changes of all concurrent transactions, also when one deletes the last interval of a month', async () => {
    const database = await openTestDatabase('postgres');
    const { wrote, haveWritten } = writersAtOnce(database, 5);
    const write = (from: number, start: string): Promise<void> =>
      database.knex.transaction(async (trx) => {
        await trx.raw(
          `insert into intervals (account_key, kind_key, _id, start_timestamp, end_timestamp, value)
           select 1, 1, decode(lpad(to_hex(n), 24, '0'), 'hex'), ?, timestamptz '2030-01-01Z', 1
           from generate_series(?::int, ?::int + 9) n`,
          [start, from, from],
        );
        wrote();
        await haveWritten(5);
        if (from % 20 === 0) await trx.raw('delete from intervals where start_timestamp = ?', [start]);
      });
    await Promise.all([0, 10, 20, 30, 40].map((from, index) => write(from, STARTS[index % 2] ?? '')));
    await expectCounted(database);
    await database.close();
  });
});
