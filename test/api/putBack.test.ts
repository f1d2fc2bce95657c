import { numberedText } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';

const ACCOUNT = PORTFOLIO.accounts[0]?._id as string;
const PATH = `/accounts/${ACCOUNT}`;
const QUERY = `{ account(id: "${ACCOUNT}") { name } }`;

describe.each(ENGINES)('a database restored while the service runs, on %s', (engine) => {
  /** A database that was lost, and an older copy of it that replaces it. */
  let lost: Database;
  let restored: Database;
  let current: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    // Both are copies of one database, of one version of the data.
    [lost, restored] = await Promise.all([openPortfolio(engine), openPortfolio(engine)]);
    current = lost;
    const switched: Database = {
      ...lost,
      // The key was issued after the copies were made.
      rows: (statement, caller) =>
        (numberedText(statement).text.includes('from api_keys') ? lost : current).rows(statement, caller),
      tuples: (statement, caller) => current.tuples(statement, caller),
      snapshot: (run, caller) => current.snapshot(run, caller),
    };
    server = await startServer(switched);
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await lost.close();
    await restored.close();
  });

  const get = (tag?: string): Promise<Answer> =>
    server.ask(`/2.0${PATH}`, {
      headers: { 'x-api-key': key, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
  const names = async (): Promise<readonly unknown[]> => [
    (await get()).body.name,
    (await server.graphql(QUERY, {}, key)).body.data?.account,
  ];
  const rename = (database: Database, name: string): Promise<unknown> =>
    database
      .knex('accounts')
      .where({ _id: `\\x${ACCOUNT}` })
      .update({ name });
  const numberOf = (database: Database): Promise<unknown> => database.knex('data_version').first('version');

  it('has the same ETags as long as its data is the same', async () => {
    const tag = String((await get()).headers.etag);
    current = restored;
    expect((await get(tag)).status).toBe(304);
    current = lost;
    expect((await get(tag)).status).toBe(304);
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'has other ETags and responses once its data differs, even if it reuses version numbers',
    async () => {
      await rename(lost, 'of what was lost');
      await rename(restored, 'of what is there');
      expect(await numberOf(restored)).toEqual(await numberOf(lost));
      // Asked so often that both surfaces have the answer in their cache.
      for (let time = 0; time < 4; time += 1) {
        expect(await names()).toEqual(['of what was lost', { name: 'of what was lost' }]);
      }
      const tag = String((await get()).headers.etag);
      expect((await get(tag)).status).toBe(304);
      current = restored;
      for (let time = 0; time < 4; time += 1) {
        expect(await names()).toEqual(['of what is there', { name: 'of what is there' }]);
      }
      const answer = await get(tag);
      expect([answer.status, answer.body.name]).toEqual([200, 'of what is there']);
      expect(answer.headers.etag).not.toBe(tag);
    },
  );
});
