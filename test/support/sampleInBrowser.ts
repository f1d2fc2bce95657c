import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { openBrowser } from './browser.js';
import { openTestDatabase } from './engines.js';
import type { Served } from './served.js';
import { startServer } from './server.js';
import type { Contents } from './templates.js';

/** The service over the sample portfolio with a key of all of it, and a browser, for the tests of one suite. */
export interface SampleInBrowser extends Served {
  readonly browser: () => Browser;
}

/**
 * Starts them before the suite's tests and stops them after.
 * @param sample what the embedded database holds: the sample, or the part of it that the suite needs
 */
export function sampleInBrowser(sample: Contents): SampleInBrowser {
  let state: { readonly [Name in keyof SampleInBrowser]: ReturnType<SampleInBrowser[Name]> } | undefined;
  beforeAll(async () => {
    const database = await openTestDatabase('pglite', sample);
    const server = await startServer(database);
    const key = await server.key({ companies: SAMPLE_COMPANY_IDS });
    state = { database, server, key, browser: await openBrowser() };
  }, 300_000);
  afterAll(async () => {
    await state?.browser.close();
    await state?.server.close();
    await state?.database.close();
  });
  const started = (): NonNullable<typeof state> => {
    if (!state) throw new Error('the sample is not served yet');
    return state;
  };
  return {
    database: () => started().database,
    server: () => started().server,
    key: () => started().key,
    browser: () => started().browser,
  };
}
