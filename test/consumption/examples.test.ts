import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { startServer, type TestServer } from '../support/server.js';
import { companiesOf, importReference } from './importReference.js';
import type { Records } from './reference/records.js';

interface Example {
  readonly why: string;
  readonly records: Records;
  readonly questions: readonly {
    readonly ask: Readonly<Record<string, string>>;
    readonly expect: Readonly<Record<string, unknown>>;
  }[];
}

const FOLDER = join(import.meta.dirname, 'examples');
const EXAMPLES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Example);

/** REST's options as a GraphQL selection: all figures at once. */
const FIGURES = `startDate endDate units consumption estimatedConsumption isMissing sources
  emissions { total scope1 scope2 scope3 } simulatedConsumption dayConsumption nightConsumption
  maxDemand avgDemand cost combinedBreakdown { hh invoice reading custom }`;

describe.each(ENGINES)('the worked cases of figures 5 on %s', (engine) => {
  let database: Database;
  let server: TestServer;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importReference(database, ...EXAMPLES.map(({ records }) => records));
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  describe.each(EXAMPLES)('$why', ({ records, questions }) => {
    it.each(questions)('REST: $ask', async ({ ask, expect: wanted }) => {
      const key = await server.key({ companies: companiesOf(records) });
      const { status, body, text } = await server.get(`/consumption?${new URLSearchParams(ask).toString()}`, key);
      expect(status, text).toBe(200);
      expect(body).toMatchObject(wanted);
    });

    it.each(questions)('GraphQL: $ask', async ({ ask, expect: wanted }) => {
      const key = await server.key({ companies: companiesOf(records) });
      const { startDate, endDate, granularity = 'monthly', source = 'combined', accountId, assetId, accountType } = ask;
      const { body, text } = await server.graphql<{ it: Record<string, unknown> }>(
        `query($startDate: Date!, $endDate: Date!, $granularity: Granularity!, $source: ConsumptionSource!,
           $accountId: ID, $assetId: ID, $accountType: [UtilityType!]) {
           it: consumption(startDate: $startDate, endDate: $endDate, granularity: $granularity, source: $source,
             accountId: $accountId, assetId: $assetId, accountType: $accountType) { ${FIGURES} data { date ${FIGURES} } }
         }`,
        { startDate, endDate, granularity, source, accountId, assetId, accountType: accountType?.split(',') ?? null },
        key,
      );
      expect(body.errors, text).toBeUndefined();
      expect(body.data?.it).toMatchObject(wanted);
    });
  });
});
