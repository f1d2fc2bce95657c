import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { distribute } from '../../src/data/distribute.js';
import { ON_COORDINATOR } from '../../src/db/topology.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { expectCounted } from '../support/counts.js';
import { distributeAsBefore, isThere, openDistributed, type Where } from '../support/distributed.js';
import { importPlain } from '../support/importPlain.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { CHANGES } from '../support/twin.js';

const SHARDS = 8;
const TAKEN = ON_COORDINATOR.map((table) => ({ table, where: 'on the coordinator', shards: null }));

for (const where of ['plain server', 'citus'] as const) {
  describe.runIf(isThere(where))(`counts and months that an older version has distributed (${where})`, () => {
    testTakenBack(where);
  });
}

function testTakenBack(where: Where): void {
  let database: Database;
  beforeAll(async () => {
    database = await openDistributed(where);
    await loadPortfolio(database);
  });
  afterAll(() => database.close());

  const distributed = async (): Promise<readonly string[]> => {
    const rows = await database.rows<{ readonly name: string }>(
      sql`select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`,
    );
    return rows.map(({ name }) => name).filter((name) => ON_COORDINATOR.includes(name));
  };
  const rowsOf = (table: string): Promise<readonly object[]> => {
    const order = table === 'usage_months' ? 'account_key, source, month' : 'account_key, month';
    return database.rows<object>(sql`select * from ${raw(table)} order by ${raw(order)}`);
  };
  const versionOf = async (): Promise<unknown> => database.knex('data_version').first('version');

  it('are moved back to the coordinator unchanged, and stay there', async () => {
    const before = await Promise.all(ON_COORDINATOR.map(rowsOf));
    for (const rows of before) expect(rows).not.toEqual([]);
    await distributeAsBefore(database);
    expect(await distributed()).toHaveLength(ON_COORDINATOR.length);
    const told: string[] = [];
    const placed = await distribute(database.knex, SHARDS, (done, total, table) => {
      told.push(`${done} of ${total}: ${table}`);
    });
    expect(placed).toEqual(TAKEN);
    expect(told.slice(0, 3)).toEqual(['0 of 12: interval_counts', '1 of 12: usage_months', '2 of 12: companies']);
    expect(told.at(-1)).toBe('12 of 12: done');
    expect(await distributed()).toEqual([]);
    expect(await Promise.all(ON_COORDINATOR.map(rowsOf))).toEqual(before);
    expect(await distribute(database.knex, SHARDS, () => undefined)).toEqual([]);
  });

  it('are moved by the next run if a run ends early', async () => {
    await distributeAsBefore(database);
    const ended = distribute(database.knex, SHARDS, (done) => {
      if (done === 1) throw new Error('ended');
    });
    await expect(ended).rejects.toThrow('ended');
    expect(await distributed()).toEqual(ON_COORDINATOR.slice(1));
    expect(await distribute(database.knex, SHARDS, () => undefined)).toEqual(TAKEN.slice(1));
    expect(await distributed()).toEqual([]);
  });

  it.each(ON_COORDINATOR)('raise the data version again when changed by SQL: %s', async (table) => {
    const before = await versionOf();
    await database.knex.raw(`update ${table} set month = month`);
    expect(await versionOf()).not.toEqual(before);
  });

  it('match the records after later imports', async () => {
    const changed = PORTFOLIO['non-cumulative'].filter((_, index) => index % 2 === 0).map(CHANGES['non-cumulative']);
    await importPlain(database, 'non-cumulative', changed);
    await expectCounted(database);
    expect(await rebuild(database, { dryRun: true, sample: 25 })).toMatchObject({ rows: 0, different: [] });
  });
}
