import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { listAt } from './support/json.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';
/** Two registers, one of which falls in January: the quantity of the other then counts and covers nothing. */
const FALLEN = 'b00000000000000000000001';
const METERED = 'b00000000000000000000002';

describe.each(ENGINES)('the sources listed for combined on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'entities', [{ _id: ENTITY, companyId: COMPANY, name: 'One' }]);
    const account = { companyId: COMPANY, entityId: ENTITY, type: 'electricity' };
    await importPlain(database, 'accounts', [
      { _id: FALLEN, ...account, consumptionPriority: ['reading', 'hh'] },
      { _id: METERED, ...account },
    ]);
    const reading = (number: number, register: number, submittedAt: string, value: number): object => ({
      ...{ _id: `7${String(number).padStart(23, '0')}`, accountId: FALLEN, submittedAt, value },
      registerId: `f${String(register).padStart(23, '0')}`,
    });
    await importPlain(database, 'readings', [
      reading(1, 1, '2024-01-01T00:00:00Z', 0),
      reading(2, 1, '2024-02-01T00:00:00Z', 93),
      reading(3, 1, '2024-02-11T00:00:00Z', 103),
      reading(4, 2, '2024-01-01T00:00:00Z', 50),
      reading(5, 2, '2024-02-01T00:00:00Z', 10),
      reading(6, 2, '2024-02-11T00:00:00Z', 20),
    ]);
    const hour = (number: number, accountId: string, day: string): object => ({
      ...{ _id: `d${String(number).padStart(23, '0')}`, accountId, type: 'electricity', value: 2 },
      ...{ startTimestamp: `2024-01-${day}T10:00:00Z`, endTimestamp: `2024-01-${day}T11:00:00Z` },
    });
    await importPlain(database, 'non-cumulative', [hour(1, FALLEN, '05'), hour(2, METERED, '07')]);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const ask = async (question: string): Promise<Json> => {
    const answer = await server.get(`/consumption?startDate=2024-01-01&endDate=2024-02-29&${question}`, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  const sourcesOf = async (question: string): Promise<Readonly<Record<string, unknown>>> =>
    Object.fromEntries(listAt(await ask(question), 'data').map(({ date, sources }) => [String(date), sources]));

  it.each([`accountId=${FALLEN}`, `entityId=${ENTITY}&accountType=electricity`])(
    'have coverage or quantity in the period, at every granularity: %s',
    async (level) => {
      const months = await sourcesOf(`${level}&granularity=monthly`);
      expect(months).toEqual({ '2024-01': ['hh', 'reading'], '2024-02': ['reading'] });
      const days = await sourcesOf(`${level}&granularity=daily`);
      expect(days['2024-01-04']).toEqual(['reading']);
      expect(days['2024-01-05']).toEqual(['hh', 'reading']);
      expect(days['2024-02-11']).toEqual([]);
      const hours = await sourcesOf(`${level}&granularity=hourly`);
      expect(hours['2024-01-05 09:00']).toEqual(['reading']);
      expect(hours['2024-01-05 10:00']).toEqual(['hh']);
      expect((await ask(level)).sources).toEqual(['hh', 'reading']);
    },
  );

  it('a half-hour has the same values on a day with only readings as on a mixed day', async () => {
    const body = await ask(`accountId=${FALLEN}&granularity=daily`);
    const of = (day: string): Json | undefined => listAt(body, 'data').find(({ date }) => date === day);
    // The register that did not fall used 93 in January, 3 a day. On the 5th, an hour of it comes from half-hours with
    // a sum of 2.
    const wholly = { hh: 0, reading: 3, invoice: 0, custom: 0 };
    expect(of('2024-01-04')).toMatchObject({ consumption: 3, isMissing: true, combinedBreakdown: wholly });
    const mixed = { hh: 2, reading: 2.875, invoice: 0, custom: 0 };
    expect(of('2024-01-05')).toMatchObject({ consumption: 4.875, isMissing: true, combinedBreakdown: mixed });
    const [january] = listAt(await ask(`accountId=${FALLEN}&granularity=monthly`), 'data');
    const inAll = { hh: 2, reading: 92.875, invoice: 0, custom: 0 };
    expect(january).toMatchObject({ consumption: 94.875, isMissing: true, combinedBreakdown: inAll });
    const hours = await ask(`accountId=${FALLEN}&granularity=hourly`);
    const sum = (hour: string): unknown => listAt(hours, 'data').find(({ date }) => date === hour)?.consumption;
    expect([sum('2024-01-04 10:00'), sum('2024-01-05 09:00'), sum('2024-01-05 10:00')]).toEqual([0.125, 0.125, 2]);
  });

  it('include a requested single source that has only a quantity', async () => {
    expect(await sourcesOf(`accountId=${FALLEN}&granularity=monthly&source=reading`)).toEqual({
      '2024-01': ['reading'],
      '2024-02': ['reading'],
    });
    expect(await sourcesOf(`accountId=${FALLEN}&granularity=monthly&source=invoice`)).toEqual({
      '2024-01': [],
      '2024-02': [],
    });
  });

  it('are the same for partial months and for recomputed usage', async () => {
    const part = await server.get(`/consumption?startDate=2024-01-02&endDate=2024-01-04&accountId=${FALLEN}`, key);
    expect(part.body).toMatchObject({ sources: ['reading'], isMissing: true, consumption: 9 });
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0 });
  });
});
