import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId } from '../../seeds/cambridge/ids.js';
import type { SeedStep } from '../../seeds/rows.js';
import { seedSample } from '../../seeds/sample.js';
import type { Database } from '../../src/data/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { readMonths } from './monthly.js';
import { countInto } from './records.js';

const MINUTES = 60_000;

/** The table that each kind of record ends in. */
const TABLES: readonly (readonly [table: string, into: SeedStep['into']])[] = [
  ['companies', 'companies'],
  ['entities', 'entities'],
  ['assets', 'assets'],
  ['asset_groups', 'asset-groups'],
  ['accounts', 'accounts'],
  ['contracts', 'contracts'],
  ['invoices', 'invoices'],
  ['readings', 'readings'],
  ['intervals', 'non-cumulative'],
];
const COUNTS = TABLES.map(([, into]) => countInto(into));

interface MonthRow {
  readonly account: string;
  readonly month: string;
  readonly sum: number;
  readonly hours: number;
}

async function state({ knex }: Database): Promise<unknown> {
  const tables = TABLES.map(([table]) =>
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
    expect(await Promise.all(TABLES.map(([table]) => rows(database, table)))).toEqual(COUNTS);
  });

  it('reports progress up to the end', () => {
    const last = progress.at(-1);
    expect(last?.done).toBe(COUNTS.reduce((sum, count) => sum + count, 0));
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

  it('keeps the bills as they are, and their lines', async () => {
    const [row] = await database.knex('invoices').select<Record<'cost' | 'units' | 'lines' | 'charged', number>[]>(
      database.knex.raw(`sum(values_total_cost)::float8 as cost, sum(values_total_units)::float8 as units`),
      database.knex.raw(`sum(jsonb_array_length(rates))::int as lines`),
      database.knex.raw(`sum((
          select sum((line ->> 'cost')::numeric) from jsonb_array_elements(rates) line))::float8 as charged`),
    );
    expect(row?.cost).toBeCloseTo(756_958.1, 6);
    expect(row?.charged).toBeCloseTo(756_958.1, 6);
    expect(row?.units).toBe(1_204_440 + 199_820 + 2_777_653);
    expect(row?.lines).toBe(1_310);
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
