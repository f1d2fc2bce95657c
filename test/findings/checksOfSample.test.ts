import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { EXAMPLES_SAMPLE } from '../support/loadSample.js';
import { startServer, type TestServer } from '../support/server.js';
import { expectAlike } from './checksAlike.js';

describe.each(ENGINES)('the checks of the sample portfolio’s bills, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestDatabase(engine, EXAMPLES_SAMPLE);
    server = await startServer(database);
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('have the same figures as the findings, and differ exactly where a finding exists', async () => {
    const counts = await expectAlike(server, await server.key({ companies: SAMPLE_COMPANY_IDS }));
    // docs/findings.md has them.
    expect(counts['bill-rate-changed']).toBe(11);
  });
});
