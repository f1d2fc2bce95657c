import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { startServer, type TestServer } from '../support/server.js';

describe.each(ENGINES)('GraphQL over HTTP on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('passes every MUST of the graphql-http audit, and every SHOULD except the ones listed here', async () => {
    const audits = serverAudits({
      url: `${server.url}/graphql`,
      fetchFn: (url: string, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('x-api-key', key);
        return fetch(url, { ...init, headers });
      },
    });
    // One after another: all at once they are more requests than a user may have in flight.
    const results = [];
    for (const { fn } of audits) results.push(await fn());
    const failed = results.filter((result) => result.status !== 'ok');
    expect(results.length).toBeGreaterThan(50);
    expect(failed.filter((result) => result.status === 'error').map(({ name }) => name)).toEqual([]);
    // Errors of a request as a whole keep their status (400), so that proxies and logs see them.
    expect(failed.map(({ name }) => name)).toEqual([
      'SHOULD use 200 status code on document parsing failure when accepting application/json',
      'SHOULD use 200 status code on document validation failure when accepting application/json',
      'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
    ]);
  });
});
