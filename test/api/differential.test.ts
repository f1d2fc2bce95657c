import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { LIST_FIELDS, selectionOf, type RestList } from '../support/contractFields.js';
import { envelope, subset, type Grants, type Listed } from '../support/model.js';
import { COMPANIES, ENTITIES } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { filters, graphqlQuery, nest, paging, parameters, PATHS, restTarget } from '../support/randomQuestions.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type TestServer } from '../support/server.js';

const RUNS = timesOf('random questions to each list');
const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const ALL = Object.keys(PATHS) as Listed[];

const GRANTS: readonly Grants[] = [
  { companies: COMPANIES, entities: [] },
  { companies: [COMPANIES[0]], entities: [] },
  { companies: [], entities: [ENTITIES[0], ENTITIES[4]] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[1]] },
];

describe.each(ENGINES)('REST, GraphQL and the model agree on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let keys: readonly string[];

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    keys = await Promise.all(GRANTS.map((grants) => server.key(grants)));
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const viewers = fc.nat(GRANTS.length - 1);

  it.each(LISTS)('/%s and its GraphQL list return what the model predicts', { timeout: 120_000 }, async (name) => {
    const query = graphqlQuery(name, selectionOf(LIST_FIELDS[name]));
    await fc.assert(
      fc.asyncProperty(parameters(name), paging(name), viewers, async (asked, page, viewer) => {
        const typed = asked.some(({ path, operator }) => path === 'type' && operator === 'eq');
        const preset = name === 'readings' && !typed ? [{ type: { eq: 'A' } }] : [];
        const filter = {
          and: [...preset, ...asked.map(({ path, operator, value }) => nest(path, { [operator]: value }))],
        };
        const question = { ...page, filter };
        const model = envelope(name, question, at(GRANTS, viewer));
        const expected = { ...model, data: model.data.map((record) => subset(record, LIST_FIELDS[name])) };
        const rest = await server.get(restTarget(name, asked, page), at(keys, viewer));
        expect(rest.text).toBe(JSON.stringify(expected));
        const graphql = await server.graphql(query, question, at(keys, viewer));
        expect(graphql.body.errors).toBeUndefined();
        expect(JSON.stringify(graphql.body.data?.page)).toBe(rest.text);
      }),
      { numRuns: RUNS, seed: 20_240_131 },
    );
  });

  it.each(ALL)(
    'GraphQL filters with and, or and not over %s return what the model predicts',
    { timeout: 120_000 },
    async (name) => {
      const query = graphqlQuery(name, '_id');
      await fc.assert(
        fc.asyncProperty(filters(name), paging(name), viewers, async (filter, page, viewer) => {
          const question = { ...page, filter };
          const model = envelope(name, question, at(GRANTS, viewer));
          const { body } = await server.graphql(query, question, at(keys, viewer));
          expect(body).toMatchObject({ data: { page: { ...model, data: model.data.map(({ _id }) => ({ _id })) } } });
        }),
        { numRuns: RUNS, seed: 20_240_131 },
      );
    },
  );
});
