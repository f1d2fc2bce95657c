import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { Engine } from './engines.js';
import { openPortfolio } from './loadPortfolio.js';
import { startServer, type TestServer } from './server.js';

/** The service over the whole fixture, for the tests of one suite. */
export interface Served {
  readonly database: () => Database;
  readonly server: () => TestServer;
  /** A key that reads everything. */
  readonly key: () => string;
}

/** Starts the service over the fixture before the suite's tests and stops it after them. */
export function servePortfolio(engine: Engine): Served {
  let state: { readonly database: Database; readonly server: TestServer; readonly key: string } | undefined;
  beforeAll(async () => {
    const database = await openPortfolio(engine);
    const server = await startServer(database);
    state = { database, server, key: await server.key() };
  });
  afterAll(async () => {
    await state?.server.close();
    await state?.database.close();
  });
  const started = (): NonNullable<typeof state> => {
    if (!state) throw new Error('the service is not started yet');
    return state;
  };
  return { database: () => started().database, server: () => started().server, key: () => started().key };
}
