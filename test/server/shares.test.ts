import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printFigure, printTime } from '../support/figures.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const POOL = 9;
const SHARE = 3;

describe.runIf(POSTGRES !== '')('the connections of the database', () => {
  let faulty: Faulty;
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    faulty = await startFaulty();
    database = faulty.open(POOL, 30_000);
    const env = { ANSWER_CACHE: '0', RATE_LIMIT_POINTS: '1000', RATE_LIMIT_WINDOW: '600' };
    server = await startServer(database, env);
  });
  afterEach(() => faulty.unlock());
  afterAll(async () => {
    await server.close();
    await database.close();
    await faulty.close();
  });

  const keys = (): Promise<readonly string[]> =>
    Promise.all([server.key({ companies: [COMPANY] }), server.key({ companies: [COMPANY] })]);
  const many = (key: string): readonly Promise<Answer>[] =>
    Array.from({ length: 12 }, (_, n) => server.get(`/accounts?limit=${n + 1}`, key));

  it('are limited to a third per user, so that others get responses meanwhile', async () => {
    const [greedy = '', bystander = ''] = await keys();
    await Promise.all([greedy, bystander].map((key) => server.get('/assets', key)));
    const unlock = await faulty.lockAccounts();
    const asked = many(greedy);
    await faulty.running(SHARE);
    for (let n = 0; n < 20; n += 1) expect((await server.get(`/assets?limit=${n + 1}`, bystander)).status).toBe(200);
    expect(await faulty.running(SHARE)).toHaveLength(SHARE);
    printFigure('a user with 12 requests that wait', `${SHARE} of ${POOL} connections; another user: 20 of 20 answers`);
    await unlock();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from(asked, () => 200));
  });

  it('are limited to a third for the many fields of one query too', async () => {
    const [greedy = ''] = await keys();
    const fields = Array.from({ length: 20 }, (_, n) => `f${n}: accounts(limit: ${n + 1}) { total }`);
    const unlock = await faulty.lockAccounts();
    const asked = server.graphql(`{ ${fields.join(' ')} }`, {}, greedy);
    await faulty.running(SHARE);
    await unlock();
    const { status, body } = await asked;
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  it("cause an error that names the user's limit if a request waits too long for one", async () => {
    const [greedy = ''] = await keys();
    await server.get('/assets', greedy);
    const unlock = await faulty.lockAccounts();
    const first = many(greedy).slice(0, SHARE);
    await faulty.running(SHARE);
    const late = await printTime('503 overloaded', () => server.get('/assets', greedy));
    expect([late.status, late.headers['retry-after'], late.body]).toEqual([
      503,
      '5',
      expect.objectContaining({
        code: 'overloaded',
        detail:
          'The request waited 5 seconds for a connection to the database, because a user has at most 3 at one time; try again in 5 seconds.',
      }),
    ]);
    await unlock();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  /** Returns the remaining points of a key's user. */
  const pointsLeft = async (key: string): Promise<number> =>
    Number(/;r=(\d+);/.exec(String((await server.get('/assets', key)).headers.ratelimit))?.[1]);

  /** Requests accounts, and returns a function that aborts the request. */
  const askAndLeave = (key: string, n: number): (() => void) => {
    const path = `/2.0/accounts?limit=${n}`;
    const asked = request({ host: '127.0.0.1', port: server.port, path, headers: { 'x-api-key': key }, agent: false });
    asked.on('error', () => undefined);
    asked.end();
    return () => {
      asked.destroy();
    };
  };

  it('are limited to a third per user while clients disconnect at once and send new requests', async () => {
    const [greedy = ''] = await keys();
    await server.get('/assets', greedy);
    const unlock = await faulty.lockAccounts();
    const seen = { looks: 0, most: 0, leavers: 2 * SHARE };
    const leaving = Array.from({ length: seen.leavers }, async (_, client) => {
      for (let round = 0; round < 10; round += 1) {
        const leave = askAndLeave(greedy, 1 + 10 * client + round);
        const enough = seen.looks + 5;
        await until(
          'its statement may run',
          () => seen.looks,
          (looks) => looks >= enough,
        );
        leave();
      }
      seen.leavers -= 1;
    });
    while (seen.leavers > 0) {
      const { rows } = await faulty.hand.query<{ readonly count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and state = 'active'
         and application_name = 'utility-data-gateway'`,
      );
      seen.most = Math.max(seen.most, rows[0]?.count ?? 0);
      seen.looks += 1;
    }
    await Promise.all(leaving);
    await unlock();
    printFigure(
      'statements of a user whose clients leave 60 times',
      `${seen.most} at one time, of ${POOL} connections`,
    );
    expect(seen.most).toBeGreaterThan(0);
    expect(seen.most).toBeLessThanOrEqual(SHARE);
  });

  it('cost points for the time of a statement even after its client disconnects', async () => {
    const [key = ''] = await keys();
    const before = await pointsLeft(key);
    const unlock = await faulty.lockAccounts();
    const leave = askAndLeave(key, 7);
    await faulty.runningFor(600);
    leave();
    await unlock();
    let looks = 0;
    await until(
      'its time is charged, a point for each tenth of a second',
      async () => {
        // Each check costs a point too.
        looks += 1;
        return before - (await pointsLeft(key)) - looks;
      },
      (spent) => spent >= 6,
    );
  });

  it('cost points for the time of statements, in addition to the points for rows', async () => {
    const [key = ''] = await keys();
    const before = await pointsLeft(key);
    const unlock = await faulty.lockAccounts();
    const asked = server.get('/accounts', key);
    await faulty.runningFor(600);
    await unlock();
    expect((await asked).status).toBe(200);
    let looks = 0;
    await until(
      'its time is charged, a point for each tenth of a second',
      async () => {
        // Each check costs a point too.
        looks += 1;
        return before - (await pointsLeft(key)) - looks;
      },
      (spent) => spent >= 6,
    );
  });
});
