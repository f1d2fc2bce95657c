import { raw } from '../../src/db/sql.js';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { describeError } from '../../src/observe/describeError.js';
import { createLogger } from '../../src/observe/logger.js';
import { traceOf } from '../../src/observe/requestRecord.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { type Answer, type Json, startServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const SPAN = /^[0-9a-f]{16}$/;
const TRACE = /^[0-9a-f]{32}$/;
const MARKER = 'm4rk3r';

/** A log in memory, and its lines so far. */
function memoryLog(level: string): { readonly log: ReturnType<typeof createLogger>; readonly texts: string[] } {
  const texts: string[] = [];
  return { log: createLogger(level, { write: (line) => void texts.push(line) }), texts };
}

describe.each(ENGINES)('the log on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  const { log, texts } = memoryLog('debug');
  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database, { SLOW_QUERY_MS: '0' }, log);
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });
  afterEach(() => {
    texts.length = 0;
  });

  /** Waits for this many lines and returns them. The server writes the last line after the response. */
  const lines = async (count: number): Promise<readonly Json[]> => {
    await expect.poll(() => texts.length).toBe(count);
    return texts.map((text) => JSON.parse(text) as Json);
  };
  const post = (body: Json, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    server.ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: JSON.stringify(body),
    });

  it('has one line per request, with exactly these fields', async () => {
    const answer = await server.get('/accounts?limit=1', key);
    const [line = {}] = await lines(1);
    const { time, ms, bytes, ...rest } = line;
    expect(rest).toEqual({
      level: 'info',
      msg: 'request',
      requestId: answer.headers['x-request-id'],
      traceId: String(answer.headers.traceparent).split('-')[1],
      method: 'GET',
      route: '/2.0/accounts',
      status: 200,
      userId: key.split(':')[0],
    });
    expect(Object.keys(line).slice(0, 2)).toEqual(['level', 'time']);
    expect(String(time)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(ms).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(answer.text.length);
    expect(bytes).toBeLessThan(Buffer.byteLength(answer.text) + 1_000);
    expect(texts[0]?.endsWith('}\n')).toBe(true);
  });

  it("contains the user's remaining points if there is a limit", async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '9' }, log);
    await limited.get('/accounts?limit=3000', key);
    await limited.graphql('{ viewer { userId } }', {}, key);
    await limited.get('/accounts');
    const seen = (await lines(3)).map(({ status, pointsLeft }) => [status, pointsLeft]);
    await limited.close();
    expect(seen).toEqual([
      [200, 5],
      [200, 4],
      [401, undefined],
    ]);
  });

  it('contains the name of the GraphQL operation, truncated', async () => {
    await post({ query: 'query Me { viewer { userId } }' });
    await post({ query: '{ viewer { userId } }' });
    await post({ query: `query ${'N'.repeat(300)} { viewer { userId } }` });
    await post({ query: '{' });
    const seen = (await lines(4)).map(({ route, status, operation }) => ({ route, status, operation }));
    expect(seen).toEqual([
      { route: '/graphql', status: 200, operation: 'Me' },
      { route: '/graphql', status: 200, operation: 'anonymous' },
      { route: '/graphql', status: 200, operation: 'N'.repeat(100) },
      { route: '/graphql', status: 400, operation: undefined },
    ]);
  });

  it("contains the route's template, the user only for a valid key, and a fixed word for unknown paths", async () => {
    await server.get(`/accounts/${'a'.repeat(24)}`, key);
    await server.get('/accounts', `${'a'.repeat(24)}:${'b'.repeat(43)}`);
    await server.get(`/${MARKER}/x`, key);
    await server.ask('/2.0/accounts', { method: 'DELETE' });
    const seen = (await lines(4)).map(({ level, method, route, status, userId }) => [
      level,
      method,
      route,
      status,
      userId !== undefined,
    ]);
    expect(seen).toEqual([
      ['info', 'GET', '/2.0/accounts/:id', 404, true],
      ['info', 'GET', '/2.0/accounts', 401, false],
      ['info', 'GET', 'unknown', 404, false],
      ['info', 'DELETE', '/2.0/accounts', 405, false],
    ]);
  });

  it('records successful probes only at level debug', async () => {
    await server.ask('/livez');
    await server.ask('/readyz');
    await server.ask('/readyz', { method: 'POST' });
    const seen = (await lines(3)).map(({ level, route, status }) => [level, route, status]);
    expect(seen).toEqual([
      ['debug', '/livez', 200],
      ['debug', '/readyz', 200],
      ['info', '/readyz', 405],
    ]);
  });

  it('records that a client disconnected', async () => {
    const trx = await database.knex.transaction();
    if (engine !== 'pglite') await trx.raw('lock table accounts in access exclusive mode');
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET /2.0/accounts HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n\r\n`);
    await until('the request has come', () => server.inFlight());
    socket.destroy();
    const [line] = await lines(1);
    await trx.rollback();
    expect(line).toMatchObject({ route: '/2.0/accounts', aborted: true, bytes: 0 });
  });

  it('never contains a key or a value from a request, whatever fails', async () => {
    const [userId = '', secret = ''] = key.split(':');
    const wrongSecret = `${MARKER}${'w'.repeat(43 - MARKER.length)}`;
    const target = `accounts?name=${MARKER}&siteCode=${MARKER}`;
    await server.get(`/${target}`, key);
    await server.get(`/accounts?${MARKER}=1&sort=${MARKER}`, key);
    await server.get(`/accounts/${MARKER}`, key);
    await server.get('/accounts', `${userId}:${wrongSecret}`);
    await server.get('/accounts', MARKER);
    await server.ask('/2.0/accounts', { headers: { 'x-public-api-key': key, cookie: MARKER, 'user-agent': MARKER } });
    await server.ask(`/${MARKER}?x-api-key=${key}`);
    await post({
      query: `query Q($n: String) { accounts(filter: {name: {eq: $n}}) { total } }`,
      variables: { n: MARKER },
    });
    await post({ query: `{ accounts(filter: {name: {eq: "${MARKER}"}}) { total } }` });
    await post({ query: `{ ${MARKER} }` });
    await post({ query: '{ viewer { userId } }', operationName: MARKER });
    await server.ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: `{"query": ${MARKER}`,
    });
    await database.knex.raw('alter table accounts rename column name to gone');
    try {
      expect((await server.get(`/${target}`, key)).status).toBe(500);
      expect((await post({ query: `{ accounts(filter: {name: {eq: "${MARKER}"}}) { total } }` })).status).toBe(200);
    } finally {
      await database.knex.raw('alter table accounts rename column gone to name');
    }
    const all = JSON.stringify(await lines(16));
    expect(all).toContain(userId);
    expect(all).toContain('internal error');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(MARKER);
    expect(all).not.toContain('wwwww');
  });

  it('contains the stack of an unexpected error, with the request id from the response', async () => {
    await database.knex.raw('alter table assets rename column site_name to gone');
    const answer = await server.get('/assets', key);
    const graphql = await post({ query: '{ assets { data { siteName } } }' });
    await database.knex.raw('alter table assets rename column gone to site_name');
    expect(answer.body).toMatchObject({ code: 'internal' });
    const [rest, restLine, inGraphql, graphqlLine] = await lines(4);
    expect(rest).toEqual({
      level: 'error',
      time: expect.any(String) as string,
      msg: 'internal error',
      requestId: answer.body.requestId,
      code: '42703',
      stack: expect.stringMatching(/column [\w."]+ does not exist\n +at /) as string,
    });
    expect(restLine).toMatchObject({ level: 'warn', status: 500, requestId: answer.body.requestId });
    expect(inGraphql).toMatchObject({ msg: 'internal error', requestId: graphql.headers['x-request-id'] });
    expect(graphqlLine).toMatchObject({ level: 'info', status: 200 });
  });

  describe('the log of slow statements', () => {
    let slow: TestServer;
    beforeAll(async () => {
      slow = await startServer(database, { SLOW_QUERY_MS: '150' }, log);
    });
    afterAll(() => slow.close());

    /** Returns the slow statements of a kind. On a busy machine there may be others. */
    const slowOnes = async (kind: RegExp, count: number): Promise<readonly Json[]> => {
      const found = (): readonly Json[] =>
        texts
          .map((text) => JSON.parse(text) as Json)
          .filter(({ msg, sql }) => msg === 'slow query' && kind.test(String(sql)));
      await expect.poll(() => found().length).toBe(count);
      return found();
    };

    it.runIf(engine === 'postgres')(
      'names the route or operation that sent the statement, without its parameters',
      async () => {
        const slowly = async <Found>(run: () => Promise<Found>): Promise<Found> => {
          const trx = await database.knex.transaction();
          await trx.raw('lock table accounts in access exclusive mode');
          const answer = run();
          // By the server's clock, whatever else this process does.
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > interval '400 ms'`;
          await until(
            'the statement has waited for long',
            async () => (await database.rows(raw(waiting))).length,
            (count) => count === 1,
          );
          await trx.rollback();
          return answer;
        };
        const answer = await slowly(() => slow.get(`/accounts?name=${MARKER}`, key));
        const query = `query Slow { accounts(filter: {name: {eq: "${MARKER}"}}) { total } }`;
        await slowly(() => slow.graphql(query, {}, key));
        const [rest, graphql] = await slowOnes(/ from "accounts" /, 2);
        expect(rest).toEqual({
          level: 'warn',
          time: expect.any(String) as string,
          msg: 'slow query',
          requestId: answer.headers['x-request-id'],
          traceId: String(answer.headers.traceparent).split('-')[1],
          route: '/2.0/accounts',
          ms: expect.any(Number) as number,
          eventLoopMs: expect.any(Number) as number,
          sql: expect.stringMatching(/^select s\."\$version".* from "accounts" t where .*\$\d/) as string,
        });
        expect(rest?.ms).toBeGreaterThan(150);
        expect(graphql).toMatchObject({ route: '/graphql', operation: 'Slow' });
        expect(JSON.stringify(texts)).not.toContain(MARKER);
        expect(Number(/db;dur=([\d.]+)/.exec(String(answer.headers['server-timing']))?.[1])).toBeGreaterThan(150);
      },
    );

    it.runIf(engine === 'postgres')(
      'measures the time of the database, without the time in which this process was busy',
      async () => {
        const busy = (ms: number): void => {
          const end = performance.now() + ms;
          while (performance.now() < end);
        };
        const quick = database.knex.raw('select 1 as quick').then(() => undefined);
        // The statement is sent, and the database answers meanwhile.
        setImmediate(() => {
          busy(500);
        });
        await quick;
        const slowly = database.knex.raw('select pg_sleep(2) as slowly').then(() => undefined);
        setTimeout(() => {
          busy(1_500);
        }, 20);
        await slowly;
        const [line] = await slowOnes(/slowly/, 1);
        expect(line?.ms).toBeGreaterThan(1_990);
        // If the log counted the time in which this process was busy, half a second would remain.
        expect(Number(line?.ms) - Number(line?.eventLoopMs)).toBeGreaterThan(1_000);
        await slowOnes(/quick/, 0);
      },
    );

    it('truncates the statement, and covers statements outside of requests too', async () => {
      await database.knex.raw('select pg_sleep(0.2), ?::text', [MARKER]);
      const [line] = await slowOnes(/pg_sleep/, 1);
      expect(line).toEqual({
        level: 'warn',
        time: expect.any(String) as string,
        msg: 'slow query',
        ms: expect.any(Number) as number,
        eventLoopMs: expect.any(Number) as number,
        sql: 'select pg_sleep(0.2), $1::text',
      });
      await database.knex.raw(`select pg_sleep(0.2) /* ${'x'.repeat(5_000)} */`);
      const [clipped] = await slowOnes(/xxx/, 1);
      expect(String(clipped?.sql)).toMatch(/^select pg_sleep\(0\.2\) \/\* x+ … x+ \*\/$/);
      expect(String(clipped?.sql)).toHaveLength(2_003);
    });
  });
});

describe.each(ENGINES)('Server-Timing on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database, { SLOW_QUERY_MS: '0' });
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const parts = ({ headers }: Pick<Answer, 'headers'>): Readonly<Record<string, number>> => {
    const text = String(headers['server-timing']);
    expect(text).toMatch(/^auth;dur=\d+\.\d\d, plan;dur=\d+\.\d\d, db;dur=\d+\.\d\d, render;dur=\d+\.\d\d$/);
    const read: Record<string, number> = {};
    for (const [, name = '', ms] of text.matchAll(/(\w+);dur=([\d.]+)/g)) read[name] = Number(ms);
    return read;
  };

  it('adds up to at most the time of the request', async () => {
    for (const ask of [
      () => server.get('/non-cumulative?limit=1000', key),
      () => server.graphql('{ accounts { data { asset { siteName } invoices { total } } } }', {}, key),
      () => server.get('/emissions?startDate=2022-01-01&endDate=2022-12-31&accountType=electricity', key),
    ]) {
      const started = performance.now();
      const answer = await ask();
      const whole = performance.now() - started;
      expect(answer.status, answer.text).toBe(200);
      const { auth = 0, plan = 0, db = 0, render = 0 } = parts(answer);
      expect(auth + plan + db + render).toBeLessThanOrEqual(whole);
      for (const part of [plan, db, render]) expect(part).toBeGreaterThan(0);
    }
  });

  it('reports the look-up of the key as auth, once', async () => {
    const [firsts, seconds]: [number[], number[]] = [[], []];
    // The best of several requests, because other processes may delay any of them.
    for (let round = 0; round < 5; round += 1) {
      const fresh = await server.key();
      firsts.push(parts(await server.get('/accounts?limit=1', fresh)).auth ?? 0);
      seconds.push(parts(await server.get('/accounts?limit=1', fresh)).auth ?? 0);
    }
    expect(Math.min(...firsts)).toBeGreaterThan(Math.min(...seconds));
  });

  it('reports the look-up of the key and the plan when the server refuses a request as invalid', async () => {
    const { plan, db, render } = parts(await server.get('/accounts?x=1', key));
    expect(plan).toBeGreaterThan(0);
    expect({ db, render }).toEqual({ db: 0, render: 0 });
  });

  it('is on errors and responses to HEAD, but not on paths that need no key', async () => {
    parts(await server.get(`/accounts/${'a'.repeat(24)}`, key));
    parts(await server.ask('/2.0/accounts', { method: 'HEAD', headers: { 'x-api-key': key } }));
    parts(await server.ask('/graphql', { method: 'DELETE' }));
    for (const path of ['/livez', '/readyz', '/errors/internal', '/nothing']) {
      expect((await server.ask(path)).headers['server-timing'], path).toBeUndefined();
    }
  });

  describe('traceparent', () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const spanId = '00f067aa0ba902b7';
    const ask = async (...given: string[]): Promise<readonly string[]> => {
      const answer = await server.ask('/2.0/accounts', { headers: { 'x-api-key': key, traceparent: given } });
      return String(answer.headers.traceparent).split('-');
    };

    it.each([
      [`00-${traceId}-${spanId}-01`, '01'],
      [`00-${traceId}-${spanId}-00`, '00'],
      [`00-${traceId}-${spanId}-03`, '01'],
      [`cc-${traceId}-${spanId}-01`, '01'],
      [`cc-${traceId}-${spanId}-01-what-the-future-brings`, '01'],
    ])('%s is continued with a new span', async (given, flags) => {
      const [version, trace, span = '', sampled] = await ask(given);
      expect([version, trace, sampled]).toEqual(['00', traceId, flags]);
      expect(span).toMatch(SPAN);
      expect(span).not.toBe(spanId);
    });

    it.each([
      ['nothing', []],
      ['an empty text', ['']],
      ['the version ff', [`ff-${traceId}-${spanId}-01`]],
      ['more than version 00 has', [`00-${traceId}-${spanId}-01-x`]],
      ['no dash before what a later version adds', [`cc-${traceId}-${spanId}-01.x`]],
      ['a trace of zeros', [`00-${'0'.repeat(32)}-${spanId}-01`]],
      ['a parent of zeros', [`00-${traceId}-${'0'.repeat(16)}-01`]],
      ['capitals', [`00-${traceId.toUpperCase()}-${spanId}-01`]],
      ['a short trace', [`00-${traceId.slice(1)}-${spanId}-01`]],
      ['letters beyond f', [`00-${traceId.replace('4', 'g')}-${spanId}-01`]],
      ['two of them', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
    ])('starts a new trace for %s', async (_, given) => {
      const [version, trace = '', span, flags] = await ask(...given);
      expect([version, flags]).toEqual(['00', '00']);
      expect(trace).toMatch(TRACE);
      expect(trace).not.toBe(traceId);
      expect(trace).not.toMatch(/^0+$/);
      expect(span).toMatch(SPAN);
    });

    it('is in the log, and on paths that need no key', async () => {
      const { log, texts } = memoryLog('info');
      const other = await startServer(database, {}, log);
      const answer = await other.ask('/nothing', { headers: { traceparent: `00-${traceId}-${spanId}-01` } });
      expect(String(answer.headers.traceparent)).toContain(traceId);
      await expect.poll(() => texts.length).toBe(1);
      expect(JSON.parse(texts[0] ?? '')).toMatchObject({ traceId, requestId: answer.headers['x-request-id'] });
      await other.close();
    });

    it('never repeats a span', () => {
      const spans = new Set(Array.from({ length: 1_000 }, () => traceOf(undefined).spanId));
      expect(spans.size).toBe(1_000);
    });
  });
});

describe('an error in the log', () => {
  it('contains neither the values that PostgreSQL quotes, nor those of its causes', () => {
    const cause = Object.assign(new Error(`select "a" from t - invalid input syntax for type integer: "${MARKER}"`), {
      code: '22P02',
    });
    const { code, stack } = describeError(Object.assign(new Error('it failed', { cause })));
    expect(code).toBeUndefined();
    expect(stack).toContain('caused by Error: select "a" from t - invalid input syntax for type integer: "…"\n');
    expect(stack).not.toContain(MARKER);
    expect(describeError(cause).code).toBe('22P02');
  });

  it('is reduced to its type if the thrown value is not an Error', () => {
    expect(describeError(MARKER)).toEqual({ stack: 'thrown: string' });
  });
});

describe('the level of the log', () => {
  it('drops lines below it', async () => {
    const database = await openTestDatabase('pglite');
    for (const [level, count] of [
      ['info', 1],
      ['warn', 0],
      ['silent', 0],
    ] as const) {
      const { log, texts } = memoryLog(level);
      const server = await startServer(database, {}, log);
      await server.ask('/livez');
      await server.ask('/nothing');
      await server.close();
      expect(texts, level).toHaveLength(count);
    }
    await database.close();
  });
});
