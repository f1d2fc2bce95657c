import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { openBrowser } from './browser.js';
import { openTestDatabase } from './engines.js';
import type { Served } from './served.js';
import { startServer } from './server.js';
import type { Contents } from './templates.js';

/** The service over the sample portfolio, a key for all of it, and a browser, for the tests of one suite. */
export interface SampleInBrowser extends Served {
  readonly browser: () => Browser;
}

type State = { readonly [Name in keyof SampleInBrowser]: ReturnType<SampleInBrowser[Name]> };

async function start(sample: Contents): Promise<State> {
  const database = await openTestDatabase('pglite', sample);
  const server = await startServer(database);
  const key = await server.key({ companies: SAMPLE_COMPANY_IDS });
  return { database, server, key, browser: await openBrowser() };
}

/** The services that suites of this process share. */
const SHARED = new Map<string, Promise<State>>();

/**
 * Starts a service and a browser before the suite's tests. In each process, suites that only read share the service,
 * which ends with the process.
 * @param sample the data of the embedded database: the sample, or the part of it that the suite needs
 * @param changesData whether the suite changes data; it then gets a separate service, which stops after its tests
 */
export function sampleInBrowser(sample: Contents, changesData = false): SampleInBrowser {
  let state: State | undefined;
  beforeAll(async () => {
    const shared = SHARED.get(sample.name);
    const starting = changesData || shared === undefined ? start(sample) : shared;
    if (!changesData) SHARED.set(sample.name, starting);
    state = await starting;
  }, 300_000);
  afterAll(async () => {
    if (!changesData) return;
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
