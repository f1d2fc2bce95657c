import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { buildPages } from '../support/build.js';
import { openTestDatabase } from '../support/engines.js';
import { startServer, type TestServer } from '../support/server.js';

await buildPages();

const TARGETS = ['/', '/2.0/accounts', '/2.0/openapi.json', '/graphql', '/livez', '/errors/internal', '/nothing'];

describe('security headers of responses', () => {
  let database: Database;
  let proxied: TestServer;
  let open: TestServer;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    proxied = await startServer(database, { TRUST_PROXY: '1' });
    open = await startServer(database);
  });
  afterAll(async () => {
    await proxied.close();
    await open.close();
    await database.close();
  });

  const told = async (server: TestServer, target: string, proto?: string): Promise<readonly unknown[]> => {
    const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
    const { headers: got } = await server.ask(target, { headers });
    return [got['x-content-type-options'], got['strict-transport-security']];
  };

  it.each(TARGETS)('%s has nosniff, and Strict-Transport-Security if the request came over TLS', async (target) => {
    expect(await told(open, target)).toEqual(['nosniff', undefined]);
    expect(await told(proxied, target)).toEqual(['nosniff', undefined]);
    expect(await told(proxied, target, 'http')).toEqual(['nosniff', undefined]);
    expect(await told(proxied, target, 'https')).toEqual(['nosniff', 'max-age=31536000']);
  });

  it('ignore X-Forwarded-Proto from a client without a trusted proxy', async () => {
    expect(await told(open, '/livez', 'https')).toEqual(['nosniff', undefined]);
  });
});
