import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { pick, seeded, type Random } from '../support/random.js';
import { building, DAY, idOf, records, type Values } from './meter.js';
import { referenceFindings } from './reference/findings.js';
import { openFindings } from './reference/stored.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
const OTHER = 'b00000000000000000000002';
const FIRST = '2024-01-01T00:00:00.000Z';
const DAYS = 160;

const ACCOUNTS = [METER, OTHER].map((_id) => ({
  ...{ _id, companyId: COMPANY, meterUnits: 'kwh', status: 'active' },
  type: 'electricity' as const,
}));

describe.each(ENGINES)('findings, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', ACCOUNTS);
  });
  afterAll(() => database.close());

  const open = async () => (await openFindings(database)).filter(({ accountId }) => accountId === METER);
  const differing = async (...ids: readonly string[]): Promise<number> =>
    (await rebuildAll(database, { dryRun: true, ...(ids.length > 0 ? { ids } : {}) })).rows;

  it('equal those of a full rebuild, after any order of imports, changes and deletions', async () => {
    const random = seeded(SEED);
    const values = building(DAYS, SEED);
    const others = building(DAYS, SEED + 1);
    await importPlain(database, 'non-cumulative', records(OTHER, FIRST, others));
    // The data arrives in parts, sometimes the later one first.
    for (const [from, to] of [
      [0, 60],
      [60, 95],
      [110, 160],
      [95, 110],
    ] as const) {
      await importPlain(database, 'non-cumulative', records(METER, FIRST, values, from * 48, to * 48));
      expect(await differing(METER), `${from} to ${to}`).toBe(0);
    }
    for (let step = 0; step < 7; step += 1) {
      const fault = faultOf(random, values);
      const [before, after] = fault;
      const gone = before.flatMap((value, index) =>
        value !== null && after[index] === null ? [idOf(METER, index)] : [],
      );
      const put = records(
        METER,
        FIRST,
        after.map((value, index) => (value === before[index] ? null : value)),
      );
      if (put.length > 0) await importPlain(database, 'non-cumulative', put);
      if (gone.length > 0) await deleteRecords(database, 'non-cumulative', { ids: gone }, 'gone');
      expect(await differing(METER), `step ${step}`).toBe(0);
      const intervals = [...records(OTHER, FIRST, others), ...records(METER, FIRST, values)];
      const expected = referenceFindings({ accounts: ACCOUNTS, intervals }, { now: Date.now() });
      expect(await openFindings(database), `step ${step}`).toEqual(expected);
    }
    expect((await open()).length).toBeGreaterThan(0);
  }, 240_000);

  it('do not change when an import repeats the same data, and are resolved when the data is corrected', async () => {
    const values = building(DAYS, SEED);
    const summary = await importPlain(database, 'non-cumulative', records(METER, FIRST, values));
    expect(summary.resolvedFindings).toBeGreaterThan(0);
    expect(await open()).toEqual([]);
    const version: unknown = await database.knex('data_version').first('version');
    expect(await importPlain(database, 'non-cumulative', records(METER, FIRST, values))).toMatchObject({
      ...{ inserted: 0, updated: 0, newFindings: 0, resolvedFindings: 0 },
    });
    expect(await database.knex('data_version').first('version')).toEqual(version);
  });

  it('report a late meter of a company, and resolve it when its data arrives', async () => {
    const values = building(DAYS + 10, SEED);
    const later = await importPlain(
      database,
      'non-cumulative',
      records(OTHER, FIRST, building(DAYS + 10, SEED + 1), DAYS * 48),
    );
    expect(later).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    expect(await open()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ kind: 'late', from: new Date(Date.parse(FIRST) + DAYS * DAY).toISOString() },
          to: new Date(Date.parse(FIRST) + (DAYS + 10) * DAY).toISOString(),
        }),
      ]),
    );
    expect(await differing()).toBe(0);
    await importPlain(database, 'non-cumulative', records(METER, FIRST, values, DAYS * 48));
    expect((await open()).map(({ kind }) => kind)).not.toContain('late');
    expect(await differing()).toBe(0);
  });

  it('are deleted with their account', async () => {
    await deleteRecords(database, 'non-cumulative', { accounts: [METER] }, 'records');
    await deleteRecords(database, 'accounts', { ids: [METER] }, 'account');
    const { rows }: { rows: readonly unknown[] } = await database.knex.raw(
      `select 1 from findings where account_id = '\\x${METER}'`,
    );
    expect(rows).toEqual([]);
    expect(await differing()).toBe(0);
  });
});

/** Puts a fault into the values, or mends a stretch of it. @returns the values before and after, which are the given ones */
function faultOf(random: Random, values: Values): readonly [Values, Values] {
  const before = [...values];
  const clean = building(DAYS, SEED);
  const start = Math.floor((35 + random() * (DAYS - 50)) * 48);
  const whole = Math.floor(start / 48) * 48;
  switch (pick(random, ['gap', 'zero', 'flat', 'spike', 'negative', 'mend'])) {
    case 'gap':
      values.fill(null, start, start + 1 + Math.floor(random() * 300));
      break;
    case 'zero':
      values.fill(0, whole, whole + (2 + Math.floor(random() * 5)) * 48);
      break;
    case 'flat':
      values.fill(17.25, whole, whole + (1 + Math.floor(random() * 4)) * 48);
      break;
    case 'spike':
      values[start] = 120 + Math.round(random() * 1_000);
      break;
    case 'negative':
      values[start] = -1;
      break;
    default:
      for (let index = start; index < start + 20 * 48 && index < values.length; index += 1) {
        values[index] = clean[index] ?? null;
      }
  }
  return [before, values];
}
