import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { startServer, type TestServer } from '../support/server.js';

/** The most fields that a request may have. */
const FIELDS = 20;

describe.each(ENGINES)('a request with very many fields, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it("makes Node print no warning, even though each of its statements listens for the client's disconnect", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    try {
      const fields = Array.from({ length: FIELDS }, (_, n) => `a${n}: assets(limit: ${n + 1}) { total }`);
      const { body, text } = await server.graphql(`{ ${fields.join(' ')} }`, {}, await server.key());
      expect(Object.keys(body.data ?? {}), text).toHaveLength(FIELDS);
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', note);
    }
  });
});
