import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ACCOUNT, COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { startServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

describe.runIf(POSTGRES !== '')('"a client that leaves cancels its query"', () => {
  let faulty: Faulty;
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    faulty = await startFaulty();
    // Only the client can end a statement during a test.
    database = faulty.open(6, 600_000);
    // Each request must reach the database.
    server = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key({ companies: [COMPANY] });
  });
  afterEach(() => faulty.unlock());
  afterAll(async () => {
    await server.close();
    await database.close();
    await faulty.close();
  });

  /** Sends a request and returns a function that aborts it. */
  const ask = (path: string, body?: string): (() => void) => {
    const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false });
    asked.on('error', () => undefined);
    asked.end(body);
    return () => {
      asked.destroy();
    };
  };

  it.each([
    ['a list', '/2.0/accounts', undefined],
    ['figures', `/2.0/consumption?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-01-31`, undefined],
    ['a GraphQL query', '/graphql', JSON.stringify({ query: '{ accounts { data { name } } }' })],
  ])('%s', async (_, path, body) => {
    expect((await server.get('/accounts', key)).status).toBe(200);
    const unlock = await faulty.lockAccounts();
    const leave = ask(path, body);
    await faulty.running(1);
    leave();
    await faulty.running(0);
    await unlock();
    expect((await server.get('/accounts', key)).status).toBe(200);
  });

  it('removes a waiting request from the queue for connections when its client leaves', async () => {
    const unlock = await faulty.lockAccounts();
    const leavers = Array.from({ length: 12 }, () => ask('/2.0/accounts'));
    await faulty.running(2);
    for (const leave of leavers) leave();
    await faulty.running(0);
    // If the aborted requests still waited, this request would get no connection, and the status would be 503.
    expect((await server.get('/assets', key)).status).toBe(200);
    await unlock();
  });

  it('does not cancel the shared look-up of a key when one of its clients leaves', async () => {
    const other = await server.key({ companies: [COMPANY] });
    const unlock = await faulty.lock('api_keys');
    const asked = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/2.0/assets',
      headers: { 'x-api-key': other },
    });
    asked.on('error', () => undefined);
    asked.end();
    const lookUp = await faulty.running(1);
    const waiting = server.get('/assets', other);
    const inFlight = (count: number): Promise<number> =>
      until(
        `${count} requests are in flight`,
        () => server.inFlight(),
        (found) => found === count,
      );
    await inFlight(2);
    asked.destroy();
    await inFlight(1);
    expect(await faulty.running(1)).toEqual(lookUp);
    await unlock();
    expect((await waiting).status).toBe(200);
  });
});
