import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ampds2AccountId } from '../../../seeds/ampds2/ids.js';
import { accountId } from '../../../seeds/cambridge/ids.js';
import type { SeedStep } from '../../../seeds/rows.js';
import { SAMPLE_COMPANY_IDS, seedSample } from '../../../seeds/sample.js';
import { FAIRBANKS } from '../../../seeds/fairbanks/steps.js';
import type { Database } from '../../../src/db/database.js';
import { rebuild } from '../../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase, type Engine } from '../../support/engines.js';
import { IS_QUICK } from '../../support/repeated.js';
import { startServer, type TestServer } from '../../support/server.js';
import { readMonths } from '../monthly.js';
import { countInto, recordsInto } from '../records.js';

const MINUTES = 60_000;

/** The table that each kind of record ends in. */
const TABLES: readonly (readonly [table: string, into: SeedStep['into']])[] = [
  ['companies', 'companies'],
  ['entities', 'entities'],
  ['assets', 'assets'],
  ['asset_groups', 'asset-groups'],
  ['accounts', 'accounts'],
  ['suppliers', 'suppliers'],
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

interface Figures {
  readonly units: string;
  readonly consumption: number | null;
  readonly dayConsumption?: number;
  readonly cost?: number;
  readonly isMissing: boolean;
  readonly data: readonly (Omit<Figures, 'data'> & { readonly date: string })[];
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
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

export function testSample(engine: Engine): void {
  describe.runIf(!IS_QUICK && ENGINES.includes(engine))(`the sample portfolio on ${engine}`, () => {
    let database: Database;
    const progress: { readonly done: number; readonly total: number }[] = [];

    beforeAll(async () => {
      database = await openTestDatabase(engine);
      await seedSample(database, { onProgress: (done, total) => progress.push({ done, total }) });
    }, 10 * MINUTES);
    afterAll(() => database.close());

    it('contains every record', async () => {
      expect(await Promise.all(TABLES.map(([table]) => rows(database, table)))).toEqual(COUNTS);
    });

    it('reports progress up to the total', () => {
      const last = progress.at(-1);
      expect(last?.done).toBe(COUNTS.reduce((sum, count) => sum + count, 0));
      expect(last?.total).toBe(last?.done);
      expect(progress.every(({ done }, index) => done >= (progress[index - 1]?.done ?? 0))).toBe(true);
    });

    it('adds up to the oracle in every month for every building and fuel', async () => {
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

    it('stores the Fairbanks bills and their lines unchanged', async () => {
      const own = [...recordsInto('accounts', FAIRBANKS)].map(({ _id }) => Buffer.from(String(_id), 'hex'));
      const [row] = await database
        .knex('invoices')
        .whereIn('account_id', own)
        .select<Record<'cost' | 'units' | 'lines' | 'charged', number>[]>(
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

    describe('the consumption API', () => {
      let server: TestServer;
      let key: string;
      beforeAll(async () => {
        server = await startServer(database);
        key = await server.key({ companies: SAMPLE_COMPANY_IDS });
      });
      afterAll(() => server.close());

      const ask = async (query: string): Promise<Figures> => {
        const answer = await server.get<Figures>(`/consumption?${query}`, key);
        expect(answer.status, answer.text).toBe(200);
        return answer.body;
      };

      it('returns the oracle values for every month, Cambridge building and fuel, by day and in total, to 1e-6', async () => {
        const months = readMonths();
        for (const [id, own] of groupBy(months, ({ building, fuel }) => accountId(building, fuel))) {
          const { data } = await ask(`accountId=${id}&startDate=2022-01-01&endDate=2022-12-31&dayNight=true`);
          expect(data.map(({ date }) => date)).toEqual(own.map(({ month }) => month));
          for (const [index, { sum, daySum }] of own.entries()) {
            expect(data[index]?.consumption).toBeCloseTo(sum, 6);
            expect(data[index]?.dayConsumption).toBeCloseTo(daySum, 6);
          }
        }
      });

      it.each(['daily', 'weekly', 'quarterly', 'halfhourly'])(
        'returns the same total for the granularity %s',
        async (granularity) => {
          const own = readMonths().filter(({ building, fuel }) => building === 'b2' && fuel === 'electricity');
          const total = own.reduce((sum, { sum: month }) => sum + month, 0);
          const query = `accountId=${accountId('b2', 'electricity')}&startDate=2022-01-01&endDate=2022-12-31&minimal=true`;
          const { consumption, data } = await ask(`${query}&granularity=${granularity}`);
          expect(consumption).toBeCloseTo(total, 5);
          expect(data.reduce((sum, period) => sum + (period.consumption ?? 0), 0)).toBeCloseTo(total, 3);
        },
      );

      it('returns the oracle values of the AMPds2 house from its registers, water in m³ and gas in kWh', async () => {
        const text = readFileSync(join(import.meta.dirname, '..', 'data', 'ampds2_monthly.csv'), 'utf8');
        const months = text
          .trim()
          .split('\n')
          .slice(2)
          .map((line) => line.split(','));
        for (const [utility, column] of [
          ['water', 1],
          ['gas', 3],
        ] as const) {
          const { data, units } = await ask(
            `accountId=${ampds2AccountId(utility)}&startDate=2012-04-01&endDate=2014-03-31&source=reading`,
          );
          expect(units).toBe(utility === 'water' ? 'm³' : 'kWh');
          for (const month of months) {
            const period = data.find(({ date }) => date === month[0]);
            expect(period?.consumption, `${utility} ${month[0] ?? ''}`).toBeCloseTo(Number(month[column]), 5);
            expect(period?.isMissing).toBe(false);
          }
        }
      });

      it('returns the sums of the bills for the Fairbanks building, and isMissing where a bill is missing', async () => {
        const bills = groupBy([...recordsInto('invoices', FAIRBANKS)], ({ accountId: id }) => String(id));
        for (const [id, own] of bills) {
          const query = `accountId=${id}&startDate=2010-01-01&endDate=2017-12-31&source=invoice&financialInfo=basic`;
          const { cost, data } = await ask(query);
          const sum = (field: string): number => own.reduce((total, bill) => total + Number(bill[field] ?? 0), 0);
          expect(cost).toBeCloseTo(sum('values.totalCost'), 5);
          expect(data.reduce((total, period) => total + (period.cost ?? 0), 0)).toBeCloseTo(sum('values.totalCost'), 3);
          const { type, consumption } = await figureOf(id);
          const factor =
            { electricity: 1, gas: (2.8316846592 * 1.02264 * 39.5) / 3.6, water: 0.003785411784 }[type] ?? 0;
          expect(consumption).toBeCloseTo(sum('values.totalUnits') * factor, 4);
        }
        const missing = async (account: string, from: string, to: string): Promise<boolean> =>
          (await ask(`accountId=${account}&startDate=${from}&endDate=${to}`)).isMissing;
        const [electricity] = [...bills].find(([, own]) => own[0]?.type === 'electricity') ?? [''];
        expect(await missing(electricity, '2016-03-15', '2016-03-15')).toBe(true);
        expect(await missing(electricity, '2016-02-15', '2016-03-14')).toBe(false);
        expect(await missing(electricity, '2016-04-15', '2016-05-14')).toBe(false);
      });

      const figureOf = async (id: string): Promise<{ type: string; consumption: number | null }> => {
        const account = await server.get(`/accounts/${id}`, key);
        const { consumption } = await ask(`accountId=${id}&startDate=2010-01-01&endDate=2017-12-31&source=invoice`);
        return { type: String(account.body.type), consumption };
      };

      it('returns the same usage as a rebuild', { timeout: 10 * MINUTES }, async () => {
        expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0, different: [] });
      });
    });

    it(
      'does not change if udg seeds it again',
      async () => {
        const before = await state(database);
        await seedSample(database);
        expect(await state(database)).toEqual(before);
      },
      10 * MINUTES,
    );
  });
}
