import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { clientOf } from '../../src/db/pool.js';
import { ACCOUNT, COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printTime } from '../support/figures.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const STATEMENT_MS = 2_000;
const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-01-31`;

function expectUnavailable(answer: Answer, code = 'database-unavailable'): void {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 503, code });
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers['content-type']).toContain('application/problem+json');
}

describe.runIf(POSTGRES !== '')('faults between the service and PostgreSQL', () => {
  let faulty: Faulty;
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    faulty = await startFaulty();
    database = faulty.open(9, STATEMENT_MS);
    // Each request must reach the database.
    server = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key({ companies: [COMPANY] });
  });
  afterEach(async () => {
    await faulty.unlock();
    Object.assign(faulty.proxy, { mode: 'pass', delayMs: 0 });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    await faulty.close();
  });

  const account = (): Promise<Answer> => server.get('/accounts', key);
  const expectWell = async (asked = server): Promise<void> => {
    for (const path of ['/accounts', `/accounts/${ACCOUNT}`, FIGURES]) {
      const { status, body } = await asked.get(path, key);
      expect({ path, status, code: body.code }).toEqual({ path, status: 200, code: undefined });
    }
    expect((await asked.get('/accounts', key)).body).toMatchObject({
      total: 1,
      data: [{ _id: ACCOUNT, name: 'Main' }],
    });
  };

  /** Starts a server that has no connection yet, and sends requests to it. */
  const withoutConnections = async (run: (fresh: TestServer) => Promise<void>): Promise<void> => {
    const own = faulty.open(9, STATEMENT_MS);
    const fresh = await startServer(own, { ANSWER_CACHE: '0' });
    try {
      await run(fresh);
    } finally {
      await fresh.close();
      await own.close();
    }
  };

  it.each([
    ['a list', '/accounts'],
    ['figures, whose statements are one snapshot', FIGURES],
  ])('retries %s once when its backend is killed', async (_, path) => {
    await expectWell();
    const unlock = await faulty.lockAccounts();
    const asked = server.get(path, key);
    await faulty.killRunning();
    await faulty.running(1);
    await unlock();
    expect((await asked).status).toBe(200);
  });

  it('answers 503 when the retry also loses its connection, without a third attempt', async () => {
    await expectWell();
    const unlock = await faulty.lockAccounts();
    const asked = account();
    for (let kill = 0; kill < 2; kill += 1) {
      await faulty.killRunning();
    }
    expectUnavailable(await asked);
    await unlock();
    await expectWell();
  });

  it('answers all requests after idle connections were killed', async () => {
    await Promise.all(Array.from({ length: 6 }, account));
    for (let round = 0; round < 3; round += 1) {
      // The pool reports a connection that breaks while it is opened to any waiting request, so that two of them end
      // its retry.
      await until('no connection is being opened', () => clientOf(database.knex).pool?.numPendingCreates() === 0);
      await faulty.hand.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'utility-data-gateway'`,
      );
      const answers = await Promise.all(Array.from({ length: 12 }, account));
      expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(answers.map(() => 200));
    }
  });

  it('sends the complete response over a new connection when the first one breaks in the middle', async () => {
    for (const bytes of [500, 700, 900]) {
      await withoutConnections(async (fresh) => {
        faulty.proxy.cutAfter(bytes);
        await expectWell(fresh);
      });
    }
  });

  it('does not send a cached response while the database cannot confirm that it is current', async () => {
    const keeping = await startServer(database);
    const query = '{ accounts { data { name } } }';
    try {
      for (let time = 0; time < 3; time += 1) {
        expect((await keeping.get('/accounts', key)).status).toBe(200);
        expect((await keeping.graphql(query, {}, key)).status).toBe(200);
      }
      faulty.proxy.mode = 'down';
      faulty.proxy.cut();
      expectUnavailable(await keeping.get('/accounts', key));
      const refused = await keeping.graphql(query, {}, key);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(refused.body.errors?.[0]?.extensions?.code).toBe('database-unavailable');
      faulty.proxy.mode = 'pass';
      expect((await keeping.get('/accounts', key)).body).toMatchObject({ data: [{ name: 'Main' }] });
      expect((await keeping.graphql(query, {}, key)).body.data).toEqual({ accounts: { data: [{ name: 'Main' }] } });
    } finally {
      await keeping.close();
    }
  });

  it('answers 503 after two attempts to connect while the server restarts, and 200 once it is back', async () => {
    await expectWell();
    const keys = await Promise.all(Array.from({ length: 20 }, () => server.key({ companies: [COMPANY] })));
    faulty.proxy.mode = 'down';
    faulty.proxy.cut();
    /**
     * Returns how many connections the service opened for requests with different keys, which cannot share a look-up.
     * Expects all of them to fail.
     */
    const triedFor = async (path: string, users: readonly string[]): Promise<number> => {
      const before = faulty.proxy.tried;
      const answers = await Promise.all(users.map((user) => server.get(path, user)));
      answers.forEach((answer) => {
        expectUnavailable(answer);
      });
      return faulty.proxy.tried - before;
    };
    for (const path of ['/accounts', FIGURES]) expect(await triedFor(path, [key])).toBe(2);
    expect(await triedFor('/accounts', keys)).toBe(2 * keys.length);
    expect((await server.get('/accounts?x=1', key)).status).toBe(400);
    faulty.proxy.mode = 'pass';
    await expectWell();
  });

  it('does not count keys as failed when it cannot look them up: it answers every request with 503', async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '1000' });
    const fresh = await limited.key({ companies: [COMPANY] });
    try {
      faulty.proxy.mode = 'down';
      faulty.proxy.cut();
      for (let time = 0; time < 20; time += 1) {
        const list = await limited.get('/accounts', fresh);
        expectUnavailable(list);
        expect(list.headers.ratelimit).toBe('"failed-keys";r=30;t=60');
        const { status, headers, body } = await limited.graphql('{ accounts { total } }', {}, fresh);
        expect([status, body.errors?.[0]?.extensions?.code]).toEqual([503, 'database-unavailable']);
        expect([headers['retry-after'], headers.ratelimit]).toEqual(['5', '"failed-keys";r=30;t=60']);
      }
      faulty.proxy.mode = 'pass';
      expect((await limited.get('/accounts', fresh)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('answers 503 with Retry-After for a GraphQL response without any data', async () => {
    await expectWell();
    faulty.proxy.mode = 'down';
    faulty.proxy.cut();
    const answer = await server.graphql('{ accounts { total } }', {}, key);
    expect({ status: answer.status, retry: answer.headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'database-unavailable' } }] });
    const half = await server.graphql('{ viewer { role } account(id: "x") { name } accounts { total } }', {}, key);
    expect(half.headers['retry-after']).toBe('5');
  });

  it('answers correctly over a slow network', async () => {
    faulty.proxy.delayMs = 40;
    await expectWell();
  });

  it('answers 503 at the timeout when the network falls silent during a statement, and drops the silent connections', async () => {
    await expectWell();
    // Opens a connection for each of the two requests. Without an open connection, the error would be that the database
    // cannot be reached.
    const unlock = await faulty.lockAccounts();
    const held = [account(), account()];
    await faulty.running(2);
    await unlock();
    await Promise.all(held);
    faulty.proxy.mode = 'silent';
    const { tried } = faulty.proxy;
    const hung = (): Promise<readonly Answer[]> => Promise.all([account(), server.get(FIGURES, key)]);
    const limit = `STATEMENT_TIMEOUT=${STATEMENT_MS}`;
    for (const answer of await printTime(`503 of a server that falls silent, with ${limit}`, hung)) {
      expectUnavailable(answer, 'query-timeout');
    }
    // The service retried neither request.
    expect(faulty.proxy.tried).toBe(tried);
    faulty.proxy.mode = 'pass';
    await expectWell();
  });

  it('answers 503 after one attempt when the server accepts connections and never answers', async () => {
    await withoutConnections(async (fresh) => {
      faulty.proxy.mode = 'silent';
      const { tried } = faulty.proxy;
      const answer = await printTime('503 of a server that takes connections and never answers', () =>
        fresh.get('/accounts', key),
      );
      expectUnavailable(answer);
      expect(faulty.proxy.tried).toBe(tried + 1);
      faulty.proxy.mode = 'pass';
      faulty.proxy.cut();
      await expectWell(fresh);
    });
  });

  it('answers 503 for a statement over its timeout, without a retry', async () => {
    const asked: string[] = [];
    const stop = database.onStatement(({ sql }) => {
      if (sql.includes('"accounts"')) asked.push(sql);
    });
    const unlock = await faulty.lockAccounts();
    expectUnavailable(await account(), 'query-timeout');
    expect(asked).toHaveLength(1);
    stop();
    await unlock();
    await expectWell();
  });

  it('answers 503 after 5 seconds when a user’s requests exceed a third of the pool, and answers the user’s other requests', async () => {
    const patient = faulty.open(9, 9_000);
    const full = await startServer(patient);
    try {
      const unlock = await faulty.lockAccounts();
      const held = Array.from({ length: 3 }, () => full.get('/accounts', key));
      await faulty.running(3);
      const beyond = await Promise.all(Array.from({ length: 30 }, () => full.get('/assets', key)));
      beyond.forEach((answer) => {
        expectUnavailable(answer, 'overloaded');
        expect(answer.body.detail).toMatch(/^The request waited 5 seconds for a connection to the database/);
      });
      // The requests that hold connections still run.
      await faulty.running(3);
      expect((await full.get('/accounts?x=1', key)).status).toBe(400);
      await unlock();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await full.get('/assets', key)).status).toBe(200);
    } finally {
      await full.close();
      await patient.close();
    }
  });

  it('returns an error that names the missing tables and the command that creates them', async () => {
    await faulty.hand.query('alter table accounts rename to accounts_away');
    try {
      const answer = await account();
      expectUnavailable(answer);
      expect(answer.body.detail).toBe('The database has no tables yet: run udg migrate.');
    } finally {
      await faulty.hand.query('alter table accounts_away rename to accounts');
    }
  });
});
