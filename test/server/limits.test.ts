import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { startUdg } from '../support/udg.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { createLogger } from '../../src/observe/logger.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { printFigure, printTime } from '../support/figures.js';
import { databaseUrl } from '../support/postgres.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';

const REDIS = process.env.TEST_REDIS_URL ?? '';
if (REDIS === '') console.log('TEST_REDIS_URL is not set: the tests with Redis are skipped.');

/** The REST address of a process that was started with --json. */
const addressOf = async (child: ChildProcessWithoutNullStreams): Promise<string> => {
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { readonly rest: string }).rest;
};

const statuses = (answers: readonly { readonly status: number }[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe.each(ENGINES)('the rate limit, on %s', (engine) => {
  let database: Database;
  const running: TestServer[] = [];
  const start = async (env: Readonly<Record<string, string>>): Promise<TestServer> => {
    const server = await startServer(database, env);
    running.push(server);
    return server;
  };
  beforeAll(async () => {
    database = await openPortfolio(engine);
  });
  afterAll(async () => {
    for (const server of running) await server.close();
    await database.close();
  });

  it('answers 429 over the limit on REST and GraphQL, which share one limit', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '5', RATE_LIMIT_WINDOW: '600' });
    const key = await server.key();
    const first = await server.get('/accounts?limit=1', key);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"user";q=5;w=600, "failed-keys";q=30;w=60',
      ratelimit: '"user";r=4;t=600',
    });
    const second = await server.graphql('{ accounts(limit: 1) { total } }', {}, key);
    expect(second.headers.ratelimit).toMatch(/^"user";r=3;t=(600|599)$/);
    for (const left of [2, 1, 0]) {
      const { headers } = await server.get('/assets', key);
      expect(headers.ratelimit).toMatch(new RegExp(`^"user";r=${left};`));
    }
    const refused = await server.get('/accounts', key);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^(600|59\d)$/);
    expect(refused.body).toMatchObject({
      code: 'rate-limited',
      title: 'Too many requests',
      detail: `A user has 5 points in 600 seconds; this request takes 1 point, and 0 remain; try again in ${String(refused.headers['retry-after'])} seconds.`,
    });
    const asked = await server.graphql('{ accounts(limit: 1) { total } }', {}, key);
    expect(asked.status).toBe(429);
    expect(asked.headers['retry-after']).toBeDefined();
    expect(asked.body.errors?.[0]?.extensions?.code).toBe('rate-limited');
    expect((await server.get('/accounts', await server.key())).status).toBe(200);
  });

  it('tells a client to request less if no window has the points of its request', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '5', RATE_LIMIT_WINDOW: '600' });
    const { status, body } = await server.get('/accounts?limit=6500', await server.key());
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'rate-limited',
      detail: 'A user has 5 points in 600 seconds; this request takes 7 points: request fewer rows or periods.',
    });
  });

  it('charges a page of too many figures no more than the maximum, so that the client sees the actual error', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '20', RATE_LIMIT_WINDOW: '600' });
    const days = 'startDate=2024-01-01&endDate=2024-12-30';
    const path = `/figures?by=account&granularity=halfhourly&limit=100&${days}`;
    const { status, body } = await server.get(path, await server.key());
    expect(status).toBe(400);
    expect(body).toMatchObject({ detail: 'limit must be at most 1, because each object has 17520 rows, got 100.' });
  });

  it('keeps its windows when the clock is set back or forward', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '2', RATE_LIMIT_WINDOW: '600' });
    const key = await server.key();
    const asked = async (): Promise<readonly unknown[]> => {
      const { status, headers } = await server.get('/accounts?limit=1', key);
      const seconds = /t=(\d+)/.exec(String(headers.ratelimit))?.[1] ?? '';
      return [status, Number(seconds) > 500 && Number(seconds) <= 600, headers['retry-after'] === seconds];
    };
    try {
      expect(await asked()).toEqual([200, true, false]);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 3_600_000 });
      expect(await asked()).toEqual([200, true, false]);
      expect(await asked()).toEqual([429, true, true]);
      vi.setSystemTime(Date.now() + 6 * 3_600_000);
      expect(await asked()).toEqual([429, true, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives all points back when the window ends', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '1', RATE_LIMIT_WINDOW: '1' });
    const key = await server.key();
    const asked = async (): Promise<number> => (await server.get('/accounts?limit=1', key)).status;
    await expect.poll(async () => [await asked(), await asked()], { interval: 300 }).toEqual([200, 429]);
    await expect.poll(asked).toBe(200);
  });

  it('charges a point per thousand requested rows, at least one, and none for a rejected request', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '10', RATE_LIMIT_WINDOW: '600' });
    const key = await server.key();
    const left = async (path: string): Promise<string | undefined> =>
      String((await server.get(path, key)).headers.ratelimit).split(';')[1];
    expect(await left('/accounts?limit=3000')).toBe('r=6');
    const account = 'assetId=a00000000000000000000001&accountType=electricity';
    expect(await left(`/consumption?${account}&startDate=2024-01-01&endDate=2024-12-31&granularity=halfhourly`)).toBe(
      'r=6',
    );
    expect((await server.get('/accounts?limit=6500', key)).status).toBe(429);
    expect(await left('/accounts')).toBe('r=5');
  });

  it('is off with RATE_LIMIT_POINTS=0', async () => {
    const server = await start({});
    const { headers } = await server.get('/accounts', await server.key());
    expect([headers.ratelimit, headers['ratelimit-policy']]).toEqual([undefined, undefined]);
  });

  it('is in the headers of every response on both surfaces, and a rejected request costs a point or a failed key', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '12' });
    const key = await server.key();
    const wrong = `${'f'.repeat(24)}:${'A'.repeat(43)}`;
    const told = async (asked: Promise<Answer<unknown>>): Promise<readonly unknown[]> => {
      const { status, headers } = await asked;
      expect(headers['ratelimit-policy']).toBe('"user";q=12;w=60, "failed-keys";q=30;w=60');
      return [status, String(headers.ratelimit).replace(/;t=\d+$/, '')];
    };
    const post = (key: string | undefined, body: string): Promise<Answer> => {
      const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) };
      return server.ask('/graphql', { method: 'POST', headers, body });
    };
    // Without a valid key, the request counts as a failure of its address.
    expect(await told(server.get('/accounts'))).toEqual([401, '"failed-keys";r=29']);
    expect(await told(server.get('/accounts?x=1', wrong))).toEqual([401, '"failed-keys";r=28']);
    expect(await told(server.get('/nothing'))).toEqual([404, '"failed-keys";r=27']);
    expect(await told(server.ask('/2.0/accounts', { method: 'POST' }))).toEqual([405, '"failed-keys";r=26']);
    expect(await told(server.get(`/accounts?${'x'.repeat(9_000)}`))).toEqual([414, '"failed-keys";r=25']);
    expect(await told(post(undefined, '{}'))).toEqual([401, '"failed-keys";r=24']);
    expect(await told(server.get('/accounts', wrong))).toEqual([401, '"failed-keys";r=23']);
    expect(await told(post(wrong, '{"query":"{viewer{userId}}"}'))).toEqual([401, '"failed-keys";r=22']);
    // GraphQL looks up the key first. The request then costs points even if it fails later.
    expect(await told(post(key, '{'))).toEqual([400, '"user";r=11']);
    expect(await told(post(key, '[]'))).toEqual([400, '"user";r=10']);
    expect(await told(post(key, '{"query":"{"}'))).toEqual([400, '"user";r=9']);
    expect(await told(post(key, '{"query":"{"}'))).toEqual([400, '"user";r=8']);
    expect(await told(server.get('/accounts', key))).toEqual([200, '"user";r=7']);
    expect(await told(server.get('/accounts?x=1', key))).toEqual([400, '"user";r=6']);
    expect(await told(server.get(`/accounts/${'a'.repeat(24)}`, key))).toEqual([404, '"user";r=5']);
    expect(await told(post(key, '{"query":"{viewer{userId}}"}'))).toEqual([200, '"user";r=4']);
    expect(await told(post(key, '{"query":"{viewer{userId}}"}'))).toEqual([200, '"user";r=3']);
    expect(await told(post(key, '{"query":"{accounts(limit:3000){data{_id}}}"}'))).toEqual([200, '"user";r=0']);
    expect(await told(post(key, '{"query":"{nothing}"}'))).toEqual([429, '"user";r=0']);
  });

  it('rejects an address after 30 invalid keys, but still accepts a valid key from it', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '1000' });
    const key = await server.key();
    await server.get('/accounts', key);
    const wrong = (n: number): string => `${'f'.repeat(24)}:${String(n).padStart(43, 'A')}`;
    const answers = [];
    for (let n = 0; n < 32; n += 1) answers.push(await server.get('/accounts', wrong(n)));
    expect(statuses(answers)).toEqual({ 401: 30, 429: 2 });
    expect(answers.at(-1)?.body).toMatchObject({
      code: 'rate-limited',
      detail: expect.stringMatching(
        /^Too many requests from this address had no valid key; try again in \d+ seconds\.$/,
      ) as string,
    });
    expect((await server.get('/accounts', key)).status).toBe(200);
  });

  it('accepts a valid key that is not cached yet, whatever other clients at its address sent', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '1000' });
    const wrong = (n: number): string => `${'f'.repeat(24)}:${String(n).padStart(43, 'A')}`;
    for (let n = 0; n < 31; n += 1) await server.get('/accounts', wrong(n));
    expect((await server.get('/accounts', wrong(40))).status).toBe(429);
    expect((await server.get('/accounts', await server.key())).status).toBe(200);
    expect((await server.graphql('{ accounts { total } }', {}, await server.key())).status).toBe(200);
  });

  it('uses little more processor time for a long request from a blocked address than for a short one, whatever its error', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '1000' });
    const wrong = (n: number): string => `${'f'.repeat(24)}:${String(n).padStart(43, 'A')}`;
    for (let n = 0; n < 31; n += 1) await server.get('/accounts', wrong(n));
    const time = 'startDate=2024-01-01&endDate=2024-01-31';
    const long = [
      `/consumption?${time}&accountType=${'a,'.repeat(3_900)}`,
      `/accounts?${Array.from({ length: 98 }, (_, n) => `values.invoiceDate${n}${'x'.repeat(50)}=1`).join('&')}`,
    ];
    const count = 200;
    /** Returns the processor time of one request in microseconds, including the client's. */
    const cpuOf = async (path: string): Promise<number> => {
      const before = process.cpuUsage();
      const answers = await Promise.all(Array.from({ length: count }, (_, n) => server.get(path, wrong(100 + n))));
      expect(statuses(answers)).toEqual({ 429: count });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / count;
    };
    await cpuOf('/accounts');
    const short = await cpuOf('/accounts');
    for (const path of long) {
      const cpu = await cpuOf(path);
      printFigure(
        `processor time of a request without a valid key, ${path.length} characters`,
        `${(cpu / 1_000).toFixed(1)} ms; ${(cpu / short).toFixed(1)} times that of 9 characters`,
      );
      expect(cpu / short, path.slice(0, 40)).toBeLessThan(3);
    }
  });

  it('charges a user for invalid requests on both surfaces, and answers 429 once the points are used up', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '4', RATE_LIMIT_WINDOW: '600' });
    const post = (key: string, body: string, type = 'application/json'): Promise<Answer> =>
      server.ask('/graphql', { method: 'POST', headers: { 'content-type': type, 'x-api-key': key }, body });
    const document = (query: string): string => JSON.stringify({ query });
    const many = Array.from({ length: 31 }, (_, n) => `a${n}: accounts(limit: 1) { total }`).join(' ');
    const refused: Readonly<Record<string, readonly [status: number, ask: (key: string) => Promise<Answer>]>> = {
      'an unknown parameter': [400, (key) => server.get('/accounts?x=1', key)],
      'an Accept that excludes all': [
        406,
        (key) => server.ask('/2.0/accounts', { headers: { 'x-api-key': key, accept: 'image/png' } }),
      ],
      'a document that is too large': [400, (key) => post(key, document(`{ ${many} }`))],
      'a document that is not valid': [400, (key) => post(key, document('{ nothing }'))],
      'a document that cannot be read': [400, (key) => post(key, document('{'))],
      'too many tokens': [400, (key) => post(key, document(`{ ${'a '.repeat(2_100)} }`))],
      'variables that do not fit': [
        400,
        (key) => post(key, JSON.stringify({ query: 'query($n: Int!) { accounts(limit: $n) { total } }' })),
      ],
      'no operation of that name': [
        400,
        (key) => post(key, JSON.stringify({ query: '{ viewer { userId } }', operationName: 'A' })),
      ],
      'a body that is too large': [413, (key) => post(key, document(`{ ${'a'.repeat(210_000)} }`))],
      'a body that is not JSON': [400, (key) => post(key, '{')],
      'a body of another type': [
        415,
        (key) => post(key, document('{ viewer { userId } }'), 'application/json; charset=utf-16'),
      ],
    };
    for (const [what, [status, ask]] of Object.entries(refused)) {
      const key = await server.key();
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push(await ask(key));
      expect(
        answers.map((answer) => [answer.status, String(answer.headers.ratelimit).split(';')[1]]),
        what,
      ).toEqual([
        [status, 'r=3'],
        [status, 'r=2'],
        [status, 'r=1'],
        [status, 'r=0'],
        [429, 'r=0'],
        [429, 'r=0'],
      ]);
      expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    }
    const kinds = Object.keys(refused).length;
    printFigure(
      `${kinds} kinds of refused requests, of a user with 4 points`,
      '1 point each; 4 refused for itself, then 429',
    );
  });

  it('looks up the keys from a blocked address in batches, so that many guesses cost one statement', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '1000' });
    const wrong = (n: number): string => `${String(n).padStart(24, 'f')}:${'A'.repeat(43)}`;
    for (let n = 0; n < 30; n += 1) await server.get('/accounts', wrong(n));
    const lookUps: string[] = [];
    const stop = database.onStatement(({ sql }) => {
      if (sql.includes('from api_keys')) lookUps.push(sql);
    });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => server.get('/accounts', wrong(100 + n))));
    stop();
    expect(statuses(answers)).toEqual({ 429: 200 });
    printFigure('statements that look up 200 keys that are not valid', String(lookUps.length));
    expect(lookUps.length).toBeLessThan(50);
  });

  it('trusts the number of X-Forwarded-For entries in TRUST_PROXY', async () => {
    const wrong = { 'x-api-key': `${'f'.repeat(24)}:${'B'.repeat(43)}` };
    const from = (server: TestServer, address: string): Promise<Answer> =>
      server.ask('/2.0/accounts', { headers: { ...wrong, 'x-forwarded-for': address } });
    const behind = await start({ RATE_LIMIT_POINTS: '1000', TRUST_PROXY: '1' });
    for (let n = 0; n < 30; n += 1) await from(behind, '10.0.0.1');
    expect([(await from(behind, '10.0.0.1')).status, (await from(behind, '10.0.0.2')).status]).toEqual([429, 401]);
    const open = await start({ RATE_LIMIT_POINTS: '1000' });
    for (let n = 0; n < 30; n += 1) await from(open, `10.0.0.${n}`);
    expect((await from(open, '10.0.1.1')).status).toBe(429);
  });

  it('counts the unfinished requests of a user', async () => {
    const server = await start({ MAX_IN_FLIGHT: '2' });
    const key = await server.key();
    await server.get('/accounts', key);
    const answers = await Promise.all(Array.from({ length: 12 }, () => server.get('/accounts?limit=1000', key)));
    const { 200: good = 0, 429: refused = 0 } = statuses(answers);
    expect(good).toBeGreaterThanOrEqual(2);
    expect(good + refused).toBe(12);
    const one = answers.find(({ status }) => status === 429);
    if (one) {
      expect(one.headers['retry-after']).toBe('1');
      expect(one.body).toMatchObject({
        detail: 'At most 2 requests of a user run at one time; try again in 1 second.',
      });
    }
    expect((await server.get('/accounts', key)).status).toBe(200);
  });
});

describe.runIf(REDIS !== '' && ENGINES.includes('postgres'))('the rate limit with Redis', () => {
  let database: Database;
  const servers: TestServer[] = [];
  const start = (env: Readonly<Record<string, string>>): Promise<TestServer> =>
    startServer(database, { RATE_LIMIT_WINDOW: '600', ...env });
  beforeAll(async () => {
    database = await openPortfolio('postgres');
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await database.close();
  });

  it('is exact across processes: they accept exactly the limit of a burst of three times the limit', async () => {
    const { rows }: { readonly rows: readonly { readonly name: string }[] } = await database.knex.raw(
      'select current_database() as name',
    );
    const env = {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl(process.env.TEST_DATABASE_URL ?? '', rows[0]?.name ?? ''), PORT: '0' },
      ...{ RATE_LIMIT_POINTS: '60', RATE_LIMIT_WINDOW: '600', REDIS_URL: REDIS, MAX_IN_FLIGHT: '1000' },
    };
    const processes = [startUdg(['serve', '--json'], env), startUdg(['serve', '--json'], env)];
    try {
      const addresses = await Promise.all(processes.map(({ process: child }) => addressOf(child)));
      const server = await start({});
      servers.push(server);
      const headers = { 'x-api-key': await server.key() };
      const answers = await Promise.all(
        Array.from({ length: 180 }, (_, n) => fetch(`${addresses[n % 2] ?? ''}/accounts?limit=1`, { headers })),
      );
      expect(statuses(answers)).toEqual({ 200: 60, 429: 120 });
    } finally {
      for (const { process: child, ended } of processes) {
        child.kill('SIGTERM');
        expect((await ended).status).toBe(0);
      }
    }
  });

  it('counts per process while Redis is down, logs this, and rejects no request because of it', async () => {
    const server = await start({ RATE_LIMIT_POINTS: '3', REDIS_URL: 'redis://127.0.0.1:1' });
    servers.push(server);
    const key = await server.key();
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await server.get('/accounts?limit=1', key));
    expect(statuses(answers)).toEqual({ 200: 3, 429: 2 });
  });

  it('stops using a hanging Redis after the third timeout, logs this once, and uses it again once it answers', async () => {
    const texts: string[] = [];
    const told = (): readonly unknown[] =>
      texts.map((text) => (JSON.parse(text) as { readonly msg: string }).msg).filter((msg) => msg !== 'request');
    const log = createLogger('info', { write: (line) => void texts.push(line) });
    const proxy = await startFaultProxy(REDIS);
    const env = { RATE_LIMIT_POINTS: '100', RATE_LIMIT_WINDOW: '600' };
    const hung = await startServer(database, { ...env, REDIS_URL: proxy.url(REDIS) }, log);
    const other = await start({ ...env, REDIS_URL: REDIS });
    servers.push(hung, other);
    const key = await other.key();
    const left = async (server: TestServer): Promise<number> =>
      Number(/r=(\d+)/.exec(String((await server.get('/accounts?limit=1', key)).headers.ratelimit))?.[1]);
    /** Returns whether a request asks Redis. */
    const isAsked = async (): Promise<boolean> => {
      let asked = false;
      proxy.onSent = (piece) => {
        asked ||= piece.includes('eval');
      };
      await left(hung);
      return asked;
    };
    try {
      // Both servers count in Redis once the points charged by one are missing at the other.
      await expect.poll(async () => [await left(hung), await left(other)].join()).toMatch(/^(\d+),(?!\1)/);
      await expect.poll(async () => (await left(hung)) - (await left(other))).toBe(1);
      proxy.mode = 'silent';
      const isAskedInVain = (which: string): Promise<boolean> =>
        printTime(`the ${which} request while Redis hangs`, isAsked);
      expect([await isAskedInVain('first'), await isAskedInVain('second')]).toEqual([true, true]);
      expect(told()).toEqual([]);
      expect(await isAskedInVain('third')).toBe(true);
      const leftOut = 'Redis does not answer, so each process counts points separately: Command timed out';
      expect(told()).toEqual([leftOut]);
      for (let n = 0; n < 20; n += 1) await left(other);
      expect((await left(hung)) - (await left(other))).toBeGreaterThan(5);
      for (let n = 0; n < 4; n += 1) expect(await isAsked()).toBe(false);
      expect(await printTime('a request once Redis is left out', isAsked)).toBe(false);
      expect(told()).toEqual([leftOut]);
      proxy.mode = 'pass';
      await expect.poll(async () => (await left(hung)) - (await left(other)), { interval: 200 }).toBe(1);
      expect(told()).toEqual([leftOut, 'The rate limit uses Redis again.']);
    } finally {
      await proxy.close();
    }
  });

  it("never extends a window beyond its length, even if Redis' clock was set back", async () => {
    const server = await start({ RATE_LIMIT_POINTS: '100', REDIS_URL: REDIS });
    servers.push(server);
    const key = await server.key();
    const seconds = async (): Promise<number> =>
      Number(/t=(\d+)/.exec(String((await server.get('/accounts?limit=1', key)).headers.ratelimit))?.[1]);
    const redis = new Redis(REDIS);
    const name = `udg-user:${key.split(':')[0] ?? ''}`;
    try {
      await expect.poll(async () => (await seconds()) > 0 && (await redis.exists(name))).toBe(1);
      // Equivalent to a clock that is two hours behind.
      await redis.pexpire(name, 7_800_000);
      expect(await seconds()).toBe(600);
      expect(await redis.pttl(name)).toBeLessThanOrEqual(600_000);
    } finally {
      redis.disconnect();
    }
  });
});
