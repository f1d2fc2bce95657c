import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { visible, type Grants } from '../support/model.js';
import { figureQueries, nestedQueries } from '../support/nestedQuestions.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../support/portfolio.js';
import {
  figureTargets,
  findingQueries,
  findingTargets,
  IDS,
  itemTargets,
  listQueries,
  listTargets,
  WHEN_FOUND,
} from '../support/randomTargets.js';
import { timesOf } from '../support/repeated.js';
import { expectSame, type Alike } from '../support/sameAnswers.js';
import { startServer, type TestServer } from '../support/server.js';
import { twinOf, withLater } from '../support/twin.js';

const RUNS = timesOf('random questions of each kind to twins');
/** An entity of one company, whose accounts are at assets of others, and another company. */
const SEEN: Grants = { companies: [COMPANIES[1]], entities: [ENTITIES[0]] };
const GRANTS: readonly Grants[] = [SEEN, { ...SEEN, companies: [] }, { ...SEEN, entities: [] }];
const [PORTFOLIO_WITH_LATER, TWIN] = [PORTFOLIO, twinOf(SEEN)].map((portfolio, index) => ({
  name: index === 0 ? 'seen' : 'twin',
  load: (database: Database) => loadPortfolio(database, undefined, withLater(portfolio, SEEN)),
  sources: [import.meta.filename],
}));

/** Visible accounts at assets that are not. */
const GUESTS = PORTFOLIO.accounts
  .filter((account) => {
    const asset = PORTFOLIO.assets.find(({ _id }) => _id === account.assetId);
    return visible('accounts', account, SEEN) && asset !== undefined && !visible('assets', asset, SEEN);
  })
  .map(({ _id }) => String(_id));

describe.each(ENGINES)('two databases that differ only in records hidden from a key, on %s', (engine) => {
  let databases: readonly Database[];
  let servers: readonly TestServer[];
  /** The keys of each server, by grants. */
  let keys: readonly (readonly string[])[];

  beforeAll(async () => {
    databases = await Promise.all([PORTFOLIO_WITH_LATER, TWIN].map((one) => openTestDatabase(engine, one)));
    servers = await Promise.all(databases.map((database) => startServer(database)));
    keys = await Promise.all(servers.map((server) => Promise.all(GRANTS.map((grants) => server.key(grants)))));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all(databases.map((database) => database.close()));
  });

  const alike = (): Alike => ({ servers, keys, runs: RUNS });

  it('give different responses to a key that sees everything', async () => {
    for (const path of ['/accounts', '/assets', '/non-cumulative', '/invoices']) {
      const [one, other] = await Promise.all(servers.map(async (server) => server.get(path, await server.key())));
      expect(other?.text).not.toBe(one?.text);
    }
  });

  interface Listed {
    readonly total: number;
    readonly data: readonly { readonly _id: string; readonly message: string }[];
  }

  it('have late-data findings, and the key sees the same in both', async () => {
    for (const viewer of GRANTS.keys()) {
      const [one, other] = await Promise.all(
        servers.map((server, index) => server.get<Listed>('/findings?kind=late', keys[index]?.[viewer])),
      );
      expect(other?.body.data.map(({ message }) => message)).toEqual(one?.body.data.map(({ message }) => message));
      expect(one?.body.total).toBeGreaterThan(0);
    }
  });

  it('give the same responses over REST: findings and checks of invoices', { timeout: 600_000 }, async () => {
    const all = await Promise.all(
      servers.map(async (server) => server.get<Listed>('/findings?limit=10000', await server.key())),
    );
    const ids = [...new Set(all.flatMap(({ body }) => body.data.map(({ _id }) => _id)))];
    const asked = { ...alike(), except: WHEN_FOUND };
    await expectSame(asked, findingTargets(ids), (server, target, key) => server.get(target, key));
  });

  it('give the same responses over GraphQL: findings and checks of invoices', { timeout: 600_000 }, async () => {
    await expectSame(alike(), findingQueries, (server, [query, variables], key) =>
      server.graphql(query, variables, key),
    );
  });

  it.each([
    ['figures', figureTargets(GUESTS)],
    ['lists', listTargets],
    ['records', itemTargets],
  ])('give the same responses over REST: %s', { timeout: 600_000 }, async (_, targets) => {
    await expectSame(alike(), targets, (server, target, key) => server.get(target, key));
  });

  it('give the same responses over GraphQL: lists and filters', { timeout: 600_000 }, async () => {
    await expectSame(alike(), listQueries, (server, [query, variables], key) => server.graphql(query, variables, key));
  });

  it('give the same responses over GraphQL: links and figures', { timeout: 600_000 }, async () => {
    await expectSame(
      alike(),
      nestedQueries({ ...IDS, account: [...GUESTS, ...GUESTS, ...IDS.account] }),
      (server, query, key) => server.graphql(query, {}, key),
    );
  });

  it(
    'give the same responses over GraphQL: all figures of accounts at hidden assets',
    { timeout: 600_000 },
    async () => {
      await expectSame(alike(), figureQueries(GUESTS), (server, query, key) => server.graphql(query, {}, key));
    },
  );
});
