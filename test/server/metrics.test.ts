import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { createBoundedNames, MAX_OPERATIONS } from '../../src/observe/observer.js';
import { serveMetrics } from '../../src/server/metrics.js';
import { serve, type RunningService } from '../../src/server/serve.js';
import { ENGINES, openTestDatabase, type Engine } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES } from '../support/portfolio.js';
import { sendRaw } from '../support/raw.js';

/** Samples by name and labels as they are written. */
type Samples = ReadonlyMap<string, number>;

async function scrape({ metricsAddress }: RunningService): Promise<Samples> {
  const answer = await fetch(metricsAddress ?? '');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

function only(samples: Samples, name: string): Readonly<Record<string, number>> {
  return Object.fromEntries([...samples].filter(([sample]) => sample.startsWith(name)));
}

interface Started {
  readonly database: Database;
  readonly running: RunningService;
  readonly key: string;
}

async function start(engine: Engine, withPortfolio: boolean): Promise<Started> {
  const database = await (withPortfolio ? openPortfolio(engine) : openTestDatabase(engine));
  const config = readConfig({ PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' });
  const running = await serve(database, config);
  const { key } = await issueKey(database, { role: 'reader', companies: COMPANIES, entities: [] });
  return { database, running, key };
}

async function stop({ database, running }: Started): Promise<void> {
  await running.stop();
  await database.close();
}

function post(
  { running, key }: Started,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${running.address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify(body),
  });
}

describe.each(ENGINES)('the metrics on %s', (engine) => {
  let started: Started;
  beforeAll(async () => {
    started = await start(engine, true);
  });
  afterAll(() => stop(started));

  it('count requests exactly, by route template, method and status', async () => {
    const { running, key } = started;
    const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
      await (await fetch(`${running.address}${path}`, { headers: { 'x-api-key': key }, ...init })).text();
    };
    await ask('/2.0/accounts?limit=1');
    await ask('/2.0/accounts?limit=2');
    await ask('/2.0/accounts?limit=0');
    await ask('/2.0/accounts', { headers: {} });
    await ask('/2.0/accounts', { method: 'HEAD' });
    await ask('/2.0/accounts', { method: 'DELETE' });
    await ask(`/2.0/assets/${'a'.repeat(24)}`);
    await ask(`/2.0/assets/${'b'.repeat(24)}`);
    for (const path of ['/home', '/2.0', '/2.0/nothing', '/2.0/accounts/', '/x'.repeat(50)]) await ask(path);
    await ask('/livez');
    await ask('/errors/internal');
    const samples = await scrape(running);
    expect(only(samples, 'http_requests_total')).toEqual({
      'http_requests_total{route="/2.0/accounts",method="GET",status="200"}': 2,
      'http_requests_total{route="/2.0/accounts",method="GET",status="400"}': 1,
      'http_requests_total{route="/2.0/accounts",method="GET",status="401"}': 1,
      'http_requests_total{route="/2.0/accounts",method="HEAD",status="200"}': 1,
      'http_requests_total{route="/2.0/accounts",method="DELETE",status="405"}': 1,
      'http_requests_total{route="/2.0/assets/:id",method="GET",status="404"}': 2,
      'http_requests_total{route="/2.0",method="GET",status="200"}': 1,
      'http_requests_total{route="unknown",method="GET",status="404"}': 4,
      'http_requests_total{route="/livez",method="GET",status="200"}': 1,
      'http_requests_total{route="/errors/:code",method="GET",status="200"}': 1,
    });
    expect(only(samples, 'http_request_duration_seconds_count')).toEqual({
      'http_request_duration_seconds_count{route="/2.0/accounts"}': 6,
      'http_request_duration_seconds_count{route="/2.0/assets/:id"}': 2,
      'http_request_duration_seconds_count{route="/2.0"}': 1,
      'http_request_duration_seconds_count{route="unknown"}': 4,
      'http_request_duration_seconds_count{route="/livez"}': 1,
      'http_request_duration_seconds_count{route="/errors/:code"}': 1,
    });
    expect(samples.get('http_requests_in_flight')).toBe(0);
  });

  it('count GraphQL by operation and result, and the parents of each link', async () => {
    const query = 'query Meters { accounts(limit: 7) { data { name asset { siteName } } } }';
    const before = await scrape(started.running);
    await post(started, { query });
    await post(started, { query });
    await post(started, { query: '{ viewer { userId } }' });
    await post(started, { query: 'query Meters { nothing }' });
    await post(started, { query: '{' });
    await post(started, { query }, { 'x-api-key': `${'a'.repeat(24)}:${'b'.repeat(43)}` });
    const samples = await scrape(started.running);
    expect(only(samples, 'graphql_operations_total')).toEqual({
      'graphql_operations_total{operation="Meters",result="ok"}': 2,
      'graphql_operations_total{operation="anonymous",result="ok"}': 1,
      // Without a valid key the service does not read the document, so it knows neither the error nor the name.
      'graphql_operations_total{operation="unresolved",result="error"}': 3,
    });
    expect(samples.get('graphql_operation_duration_seconds_count{operation="Meters"}')).toBe(2);
    expect(samples.get('http_requests_total{route="/graphql",method="POST",status="200"}')).toBe(3);
    const parents = 'loader_batch_size_sum{field="Account.asset"}';
    expect(before.get(parents)).toBeUndefined();
    expect(samples.get('loader_batch_size_count{field="Account.asset"}')).toBe(2);
    expect(samples.get(parents)).toBeGreaterThan(2);
    expect(samples.get(parents)).toBeLessThanOrEqual(14);
  });

  it('count the imported rows, from the journal', async () => {
    const journal: readonly { resource: string; summary: Record<string, number> }[] = await started.database
      .knex('imports')
      .select('resource', 'summary');
    const inserted = journal
      .filter(({ resource }) => resource === 'accounts')
      .reduce((sum, { summary }) => sum + (summary.inserted ?? 0), 0);
    expect(inserted).toBeGreaterThan(0);
    const samples = await scrape(started.running);
    expect(samples.get('import_rows_total{resource="accounts",result="inserted"}')).toBe(inserted);
    expect(samples.get('import_rows_total{resource="accounts",result="rejected"}')).toBe(0);
    await started.database.knex('imports').insert({
      resource: 'accounts',
      file: 'x',
      state: 'done',
      summary: JSON.stringify({ inserted: 5 }),
    });
    // The service reads the journal at most every ten seconds.
    expect((await scrape(started.running)).get('import_rows_total{resource="accounts",result="inserted"}')).toBe(
      inserted,
    );
  });

  it('show the pool, the statements and the process', async () => {
    const samples = await scrape(started.running);
    expect(samples.get('database_pool_max')).toBe(started.database.pool().max);
    expect(samples.get('database_pool_connections{state="used"}')).toBe(0);
    expect(samples.get('database_pool_connections{state="free"}')).toBeGreaterThan(0);
    expect(samples.get('database_pool_pending')).toBe(0);
    expect(samples.get('database_statement_duration_seconds_count')).toBeGreaterThan(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(samples.has('nodejs_eventloop_lag_seconds')).toBe(true);
  });

  it('show unfinished requests, and those that wait for a connection', async () => {
    const { database, running, key } = started;
    const { max } = database.pool();
    // The key is already cached, so each request waits for a connection.
    await (await fetch(`${running.address}/2.0/accounts?limit=1`, { headers: { 'x-api-key': key } })).text();
    const held = await Promise.all(Array.from({ length: max }, () => database.knex.transaction()));
    const asked = [1, 2, 3].map((limit) =>
      fetch(`${running.address}/2.0/accounts?limit=${limit}`, { headers: { 'x-api-key': key } }),
    );
    await expect.poll(async () => (await scrape(running)).get('database_pool_pending')).toBe(3);
    const samples = await scrape(running);
    expect(samples.get('http_requests_in_flight')).toBe(3);
    expect(samples.get('database_pool_connections{state="used"}')).toBe(max);
    await Promise.all(held.map((trx) => trx.rollback()));
    for (const answer of await Promise.all(asked)) {
      const timing = answer.headers.get('server-timing') ?? '';
      // The time of waiting for a connection counts as waiting for the database.
      expect(Number(/db;dur=([\d.]+)/.exec(timing)?.[1])).toBeGreaterThan(10);
      await answer.text();
    }
    expect((await scrape(running)).get('http_requests_in_flight')).toBe(0);
  });
});

describe('the names of operations', () => {
  it('count separately up to a limit and then as "other"; requests without a key add no name', async () => {
    const started = await start('pglite', false);
    const stranger = { 'x-api-key': `${'a'.repeat(24)}:${'b'.repeat(43)}` };
    await post(started, { query: 'query Stranger { viewer { userId } }' }, stranger);
    for (let index = 0; index < MAX_OPERATIONS + 20; index += 1) {
      await post(started, { query: `query Op${index} { viewer { userId } }` });
    }
    await post(started, { query: 'query Op3 { viewer { userId } }' });
    const samples = only(await scrape(started.running), 'graphql_operations_total');
    expect(Object.keys(samples)).toHaveLength(MAX_OPERATIONS + 2);
    expect(samples['graphql_operations_total{operation="Op3",result="ok"}']).toBe(2);
    expect(samples['graphql_operations_total{operation="other",result="ok"}']).toBe(20);
    expect(samples['graphql_operations_total{operation="unresolved",result="error"}']).toBe(1);
    await stop(started);
  });

  it('are still counted separately after the limit is reached', () => {
    const { label } = createBoundedNames(2);
    expect(['a', 'b', 'c', 'a'].map((name) => label(name, true))).toEqual(['a', 'b', 'other', 'a']);
    expect([label('b', false), label('d', false)]).toEqual(['b', 'other']);
  });
});

describe('the port of the metrics', () => {
  it('serves only the metrics, and the main port does not serve them', async () => {
    const database = await openTestDatabase('pglite');
    const running = await serve(database, readConfig({ PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }));
    const address = running.metricsAddress ?? '';
    const origin = new URL(address).origin;
    for (const path of ['/', '/livez', '/2.0/accounts', '/metrics/', '/metricsx']) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    }
    const refused = await fetch(address, { method: 'POST' });
    expect({ status: refused.status, allow: refused.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
    expect((await fetch(`${address}?x=1`)).status).toBe(200);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${running.address}/metrics`)).status).toBe(404);

    const port = new URL(address).port;
    await expect(serve(database, readConfig({ PORT: '0', METRICS_PORT: port, LOG_LEVEL: 'silent' }))).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use; set METRICS_PORT to another port.`,
    );
    await running.stop();
    await expect(fetch(address)).rejects.toThrow();
    await database.close();
  });

  it('is closed unless it is configured', async () => {
    const database = await openTestDatabase('pglite');
    const running = await serve(database, readConfig({ PORT: '0', LOG_LEVEL: 'silent' }));
    expect(running.metricsAddress).toBeNull();
    await running.stop();
    await database.close();
  });

  it('answers while the database cannot be reached', async () => {
    const started = await start('pglite', false);
    await started.database.close();
    const samples = await scrape(started.running);
    expect(samples.get('http_requests_in_flight')).toBe(0);
    expect(samples.get('database_pool_connections{state="used"}')).toBe(0);
    await started.running.stop();
  });
});

describe('the server of the metrics', () => {
  it('closes a connection that asks for a tunnel, and stops', async () => {
    const metrics = await serveMetrics(() => Promise.resolve({ type: 'text/plain', text: '' }), '127.0.0.1', 0);
    const port = Number(new URL(metrics.address).port);
    expect(await sendRaw(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    await metrics.stop();
  });
});
