import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { CITUS, ONE_SERVER } from '../../src/db/topology.js';
import { recordChange, confirmChanges } from '../../src/data/recordChange.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { expectCounted } from '../support/counts.js';
import { isThere, openDistributed, type Where } from '../support/distributed.js';
import { importPlain } from '../support/importPlain.js';
import { loadPortfolio, openPortfolio } from '../support/loadPortfolio.js';
import { figureQueries, nestedQueries } from '../support/nestedQuestions.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { figureTargets, IDS, itemTargets, listQueries, listTargets } from '../support/randomTargets.js';
import { IS_LONG, timesOf } from '../support/repeated.js';
import { expectSame, type Alike } from '../support/sameAnswers.js';
import { startServer, type TestServer } from '../support/server.js';
import { CHANGES } from '../support/twin.js';

const RUNS = timesOf('random questions of each kind to plain and distributed data');
/** One of so many records is changed, and so many accounts are compared with their records. */
const [CHANGED_ONE_IN, ACCOUNTS_COMPARED] = IS_LONG ? [2, 25] : [8, 6];
/** In full, on a cluster whose servers share one machine, these take most of an hour. */
const TIMEOUT = 3_600_000;
const GRANTS = [
  { companies: COMPANIES, entities: [] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[0]] },
];
const ACCOUNTS = PORTFOLIO.accounts.map(({ _id }) => String(_id));

for (const where of ['plain server', 'citus'] as const) {
  describe.runIf(isThere(where))(`a database that is distributed (${where})`, () => {
    testDistributed(where);
  });
}

function testDistributed(where: Where): void {
  let databases: readonly [plain: Database, distributed: Database];
  let servers: readonly TestServer[];
  /** Of each server, for each of the grants. */
  let keys: readonly (readonly string[])[];

  beforeAll(async () => {
    databases = [await openPortfolio('postgres'), await openDistributed(where)];
    await loadPortfolio(databases[1]);
    servers = await Promise.all(databases.map((database) => startServer(database)));
    keys = await Promise.all(servers.map((server) => Promise.all(GRANTS.map((grants) => server.key(grants)))));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all(databases.map((database) => database.close()));
  });

  const alike = (): Alike => ({ servers, keys, runs: RUNS, except: ['createdAt', 'updatedAt'] });

  const answersAlike = (): void => {
    it.each([
      ['figures', figureTargets(ACCOUNTS)],
      ['lists', listTargets],
      ['records', itemTargets],
    ])('returns the same responses as plain PostgreSQL over REST: %s', { timeout: TIMEOUT }, async (_, targets) => {
      await expectSame(alike(), targets, (server, target, key) => server.get(target, key));
    });

    it(
      'returns the same responses as plain PostgreSQL over GraphQL: lists, filters, links, figures',
      { timeout: TIMEOUT },
      async () => {
        await expectSame(alike(), listQueries, (server, [query, variables], key) =>
          server.graphql(query, variables, key),
        );
        await expectSame(alike(), nestedQueries(IDS), (server, query, key) => server.graphql(query, {}, key));
        await expectSame(alike(), figureQueries(ACCOUNTS), (server, query, key) => server.graphql(query, {}, key));
      },
    );
  };

  it('is recognised as distributed', () => {
    expect(databases.map(({ topology }) => topology())).toEqual([ONE_SERVER, CITUS]);
  });

  answersAlike();

  describe('after imports with changes and deletions', () => {
    beforeAll(async () => {
      const some = <T>(records: readonly T[]): readonly T[] =>
        records.filter((_, index) => index % CHANGED_ONE_IN === 0);
      const [reading] = PORTFOLIO.readings;
      const [interval] = PORTFOLIO['non-cumulative'];
      for (const database of databases) {
        for (const name of ['accounts', 'readings', 'non-cumulative'] as const) {
          await importPlain(database, name, some(PORTFOLIO[name]).map(CHANGES[name]));
        }
        await deleteRecords(database, 'readings', { accounts: [String(reading?.accountId)] }, 'delete');
        await deleteRecords(
          database,
          'non-cumulative',
          { accounts: [String(interval?.accountId)], before: '2023-06-01T00:00:00.000Z' },
          'delete',
        );
      }
    }, TIMEOUT);

    answersAlike();

    it('has stored usage and interval counts that match its records', { timeout: TIMEOUT }, async () => {
      for (const database of databases) {
        expect(await rebuild(database, { dryRun: true, sample: ACCOUNTS_COMPARED })).toMatchObject({
          rows: 0,
          different: [],
        });
        await expectCounted(database);
      }
    });

    it('refuses to delete an account that has records', async () => {
      const [interval] = PORTFOLIO['non-cumulative'].slice(-1);
      for (const database of databases) {
        const ids = [String(interval?.accountId)];
        const { rejected, errors } = await deleteRecords(database, 'accounts', { ids }, 'delete');
        expect(rejected).toBe(1);
        expect(errors[0]?.reason).toMatch(
          /cannot be deleted: non-cumulative records still refer to it; delete them first/,
        );
      }
    });
  });

  it('sends no ETag and caches nothing from a commit until every server has applied it', async () => {
    const [, database] = databases;
    const server = at(servers, 1);
    const key = at(at(keys, 1), 0);
    const reading = `/readings?limit=1&accountId=${String(PORTFOLIO.readings[0]?.accountId)}`;
    const tagOf = async (): Promise<unknown> => (await server.get(reading, key)).headers.etag;
    const before = await tagOf();
    expect(before).toMatch(/^W\//);
    await database.knex.transaction((trx) => recordChange(database, trx));
    expect(await tagOf()).toBeUndefined();
    const headers = { 'x-api-key': key, 'if-none-match': String(before) };
    const conditional = await server.ask(`/2.0${reading}`, { headers });
    expect(conditional.status).toBe(200);
    const figures = `accountId=${String(ACCOUNTS[0])}&startDate=2023-01-01&endDate=2023-01-31`;
    for (const path of ['/non-cumulative?limit=1', `/consumption?${figures}`, `/emissions?${figures}`]) {
      expect([path, (await server.get(path, key)).headers.etag]).toEqual([path, undefined]);
    }
    // What is all on the first server is at one version.
    for (const path of ['/accounts', '/assets', '/invoices', `/accounts/${String(ACCOUNTS[0])}`]) {
      expect([path, (await server.get(path, key)).headers.etag]).toEqual([path, expect.stringMatching(/^W\//)]);
    }
    await confirmChanges(database);
    const after = await tagOf();
    expect(after).toMatch(/^W\//);
    expect(after).not.toBe(before);
    expect(await database.knex('data_changes')).toEqual([]);
  });
}
