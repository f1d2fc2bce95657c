import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { listAt } from './support/json.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';
/** Two registers, of which one falls in January: what the other has then covers nothing. */
const FALLEN = 'b00000000000000000000001';
const METERED = 'b00000000000000000000002';

describe.each(ENGINES)('the sources of combined on %s', (engine) => {
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

  it.each(['monthly', 'weekly', 'daily', 'hourly'])(
    '%s: those that cover anything of the period',
    async (granularity) => {
      for (const level of [`accountId=${FALLEN}`, `entityId=${ENTITY}&accountType=electricity`]) {
        const body = await ask(`${level}&granularity=${granularity}`);
        const january = listAt(body, 'data').filter(({ endDate }) => String(endDate) <= '2024-02-01T00:00:00.000Z');
        expect(new Set(january.flatMap(({ sources }) => sources))).toEqual(new Set(['hh']));
        expect(body.sources).toEqual(['hh', 'reading']);
        // The quantity is there all the same.
        expect(Number((body.combinedBreakdown as Json).reading)).toBeGreaterThan(100);
      }
    },
  );

  it('a range that is no whole month, and painting afresh, say the same', async () => {
    const part = await server.get(`/consumption?startDate=2024-01-02&endDate=2024-01-04&accountId=${FALLEN}`, key);
    expect(part.body).toMatchObject({ sources: [], isMissing: true, consumption: 9 });
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0 });
  });
});
