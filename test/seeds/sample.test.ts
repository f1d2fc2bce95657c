import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId } from '../../seeds/cambridge/ids.js';
import { countIntervals } from '../../seeds/cambridge/intervals.js';
import { seedSample } from '../../seeds/sample.js';
import type { Database } from '../../src/data/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { readMonths } from './monthly.js';

const MINUTES = 60_000;
const TABLES = ['companies', 'entities', 'assets', 'accounts', 'intervals'] as const;

interface MonthRow {
  readonly account: string;
  readonly month: string;
  readonly sum: number;
  readonly hours: number;
}

async function state({ knex }: Database): Promise<unknown> {
  const tables = TABLES.map((table) =>
    knex(table).count('* as rows').min('created_at as from').max('updated_at as to'),
  );
  return Promise.all(tables);
}

async function rows({ knex }: Database, table: string): Promise<number> {
  const [row] = await knex(table).count<{ count: unknown }[]>('* as count');
  return Number(row?.count);
}

describe.each(ENGINES)('the sample portfolio on %s', (engine) => {
  let database: Database;
  const progress: { readonly done: number; readonly total: number }[] = [];

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await seedSample(database, { onProgress: (done, total) => progress.push({ done, total }) });
  }, 3 * MINUTES);
  afterAll(() => database.close());

  it('has every record', async () => {
    expect(await Promise.all(TABLES.map((table) => rows(database, table)))).toEqual([1, 3, 58, 117, countIntervals()]);
  });

  it('reports progress up to the end', () => {
    const last = progress.at(-1);
    expect(last?.done).toBe(1 + 3 + 58 + 117 + countIntervals());
    expect(last?.total).toBe(last?.done);
    expect(progress.every(({ done }, index) => done >= (progress[index - 1]?.done ?? 0))).toBe(true);
  });

  it('adds up to the oracle in every month of every building and fuel', async () => {
    const found: MonthRow[] = await database
      .knex('interval_records')
      .select(
        database.knex.raw(`encode(account_id, 'hex') as account, to_char(start_timestamp, 'YYYY-MM') as month`),
        database.knex.raw('sum(value) as sum, count(*)::int as hours'),
      )
      .groupByRaw('1, 2');
    const sums = new Map(found.map((row) => [`${row.account} ${row.month}`, row]));
    for (const { building, fuel, month, sum, hours, zeroHours } of readMonths()) {
      const row = sums.get(`${accountId(building, fuel)} ${month}`);
      expect(row?.sum, `${building} ${fuel} ${month}`).toBeCloseTo(sum, 6);
      expect(row?.hours).toBe(fuel === 'gas' ? hours : hours - zeroHours);
    }
  });

  it(
    'is not changed by seeding again',
    async () => {
      const before = await state(database);
      await seedSample(database);
      expect(await state(database)).toEqual(before);
    },
    3 * MINUTES,
  );
});
