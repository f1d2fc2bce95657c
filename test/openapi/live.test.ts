import { beforeAll, describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import { startServer, type Answer } from '../support/server.js';
import { choicesOf, describedBy, type Described } from './document.js';

const LISTS = ['/accounts', '/assets', '/invoices', '/non-cumulative', '/readings', '/findings'];
const DELETIONS = '/deletions';
const FIGURES = ['/consumption', '/emissions', '/figures'];
const ITEMS = ['/accounts/{id}', '/assets/{id}', '/invoices/{id}', '/invoices/{id}/check', '/findings/{id}'];
const ACCOUNT = String(PORTFOLIO.readings[0]?.accountId);
const ASSET = String(PORTFOLIO.assets[0]?._id);
const GROUP = String(PORTFOLIO['asset-groups'][0]?._id);
const TIME = 'startDate=2020-01-01&endDate=2020-03-31';

/** What has to be given. */
const REQUIRED: Readonly<Record<string, string>> = {
  '/readings': `accountId=${ACCOUNT}`,
  '/deletions': 'resource=invoices',
  '/consumption': `${TIME}&accountId=${ACCOUNT}`,
  '/emissions': TIME,
  '/figures': `${TIME}&by=account`,
};

describe.each(ENGINES)('the OpenAPI document, on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);
  let described: Described;
  beforeAll(async () => {
    described = await describedBy(server());
  });

  const ask = (path: string, query = '', own = key()): Promise<Answer> => {
    const all = [REQUIRED[path] ?? '', query].filter((part) => part !== '').join('&');
    return server().get(`${path}${all === '' ? '' : `?${all}`}`, own);
  };
  const expectDescribed = (path: string, answer: Answer, status: number): void => {
    expect({ path, status: answer.status, text: answer.status === status ? '' : answer.text.slice(0, 500) }).toEqual({
      ...{ path, status, text: '' },
    });
    expect(described.faults(path, answer)).toEqual([]);
  };

  it('is OpenAPI 3.1, served without a key, and describes every endpoint', () => {
    expect(described.document.openapi).toBe('3.1.0');
    expect(Object.keys(described.document.paths).toSorted()).toEqual(
      [...LISTS, DELETIONS, ...FIGURES, ...ITEMS].toSorted(),
    );
    const { securitySchemes } = described.document.components;
    expect(Object.values(securitySchemes).map(({ name }) => name)).toEqual(['x-api-key', 'x-public-api-key']);
  });

  it('marks deprecated operations and headers', () => {
    const paths = Object.entries(described.document.paths).filter(([, { get }]) => get.deprecated);
    expect(paths.map(([path]) => path)).toEqual(['/emissions']);
    expect(described.document.components.securitySchemes.publicApiKey).toMatchObject({ 'x-deprecated': true });
  });

  it('names no operation like a schema, in any case, and requires no deprecated header', () => {
    const { components, paths } = described.document;
    const names = new Set(Object.keys(components.schemas).map((name) => name.toLowerCase()));
    const operations = Object.values(paths).map(({ get }) => get);
    expect(operations.filter(({ operationId }) => names.has(operationId.toLowerCase()))).toEqual([]);
    expect(operations.map(({ operationId }) => operationId)).toContain('getConsumption');
    expect(new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))).toEqual(new Set(['apiKey']));
    expect(described.document.security).toEqual([{ apiKey: [] }]);
  });

  /** Returns the parameters that the error of an unknown one lists. */
  const takenBy = async (path: string, query: string): Promise<readonly string[]> => {
    const { body } = await server().get<{ readonly errors: readonly { readonly allowed?: readonly string[] }[] }>(
      `${path}?${query}nothing=1`,
      key(),
    );
    return body.errors[0]?.allowed ?? [];
  };

  it.each([...LISTS, DELETIONS, ...FIGURES])('%s: it lists exactly the accepted parameters', async (path) => {
    const { parameters = [] } = described.document.paths[path]?.get ?? {};
    const named = parameters.filter(({ deprecated }) => !deprecated);
    // What a table of figures takes depends on what its rows are about.
    const by = parameters.find(({ name }) => name === 'by');
    const queries = by ? choicesOf(described.document, by.schema).map((level) => `by=${level}&`) : [''];
    const taken = await Promise.all(queries.map((query) => takenBy(path, query)));
    expect(named.map(({ name }) => name).toSorted()).toEqual([...new Set(taken.flat())].toSorted());
  });

  it.each(LISTS)('%s: complete lists match the document', async (path) => {
    const answer = await ask(path, path === '/readings' ? 'type=*&limit=1000' : 'limit=1000');
    expectDescribed(path, answer, 200);
    expect(answer.body.total).toBeGreaterThan(0);
  });

  it.each(LISTS)(
    '%s: every value of an enum is accepted, and the 400 for other values matches the document',
    async (path) => {
      for (const { name, schema } of described.document.paths[path]?.get.parameters ?? []) {
        const choices = choicesOf(described.document, schema);
        for (const choice of choices) {
          const answer = await ask(path, `limit=2&${name}=${encodeURIComponent(choice)}`);
          expectDescribed(path, answer, 200);
        }
        const isText = choices.length === 0 && (schema.items ?? schema).type === 'string';
        if (!isText) expectDescribed(path, await ask(path, `${name}=,x`), 400);
      }
    },
  );

  it('/deletions: responses for every list and for an expired time match the document', async () => {
    const ids = ['da0000000000000000000000'];
    await importPlain(database(), 'invoices', [{ _id: ids[0], accountId: ACCOUNT }]);
    await deleteRecords(database(), 'invoices', { ids }, 'delete');
    const answer = await ask(DELETIONS);
    expectDescribed(DELETIONS, answer, 200);
    expect(answer.body).toMatchObject({ total: 1, data: [{ _id: ids[0], accountId: ACCOUNT }] });
    const { parameters } = described.document.paths[DELETIONS]?.get ?? { parameters: [] };
    const resources = choicesOf(described.document, parameters.find(({ name }) => name === 'resource')?.schema ?? {});
    expect(resources.length).toBe(8);
    for (const resource of resources) {
      expectDescribed(DELETIONS, await server().get(`${DELETIONS}?resource=${resource}`, key()), 200);
    }
    expectDescribed(DELETIONS, await server().get(DELETIONS, key()), 400);
    expectDescribed(DELETIONS, await ask(DELETIONS, 'deletedAt.gte=1969-12-31'), 410);
  });

  it.each(ITEMS)('%s: every single item matches the document', async (path) => {
    const list = path.slice(0, path.indexOf('/{id}'));
    const { body } = await server().get<{ readonly data: readonly { readonly _id: string }[] }>(
      `${list}?limit=40`,
      key(),
    );
    expect(body.data.length).toBeGreaterThan(0);
    for (const { _id } of body.data) {
      expectDescribed(path, await server().get(path.replace('{id}', _id), key()), 200);
    }
    expectDescribed(path, await server().get(path.replace('{id}', '0'.repeat(24)), key()), 404);
    expectDescribed(path, await server().get(`${path.replace('{id}', ACCOUNT)}?x=1`, key()), 400);
  });

  it.each([
    '',
    'emissions=true&dayNight=true&floorArea=true&capacityInfo=true&meterUserBreakdown=true&showCounts=true',
    'contractCoverage=true&showSimulated=true&detailedSource=true&granularity=weekly',
    'minimal=true&granularity=daily',
    'minimal=true&emissions=true&showCounts=true',
    'source=invoice&financialInfo=basic',
    'source=invoice&financialInfo=full&granularity=yearly',
    `assetId=${ASSET}&accountType=electricity,gas`,
    `assetGroupId=${GROUP}`,
    'dataType=x&tags=solar,roof',
  ])('/consumption?%s matches the document', async (query) => {
    const answer = await ask('/consumption', query);
    expectDescribed('/consumption', answer, answer.status === 404 ? 404 : 200);
  });

  it('the figures of a group by asset match the document', async () => {
    const query = `${TIME}&assetGroupId=${GROUP}&accountType=electricity&assetBreakdown=true&emissions=true&floorArea=true`;
    for (const more of ['', '&source=invoice&financialInfo=full']) {
      expectDescribed('/consumption', await server().get(`/consumption?${query}${more}`, key()), 200);
    }
  });

  it.each(['', 'granularity=quarterly', `accountId=${ACCOUNT}`])(
    '/emissions?%s matches the document',
    async (query) => {
      expectDescribed('/emissions', await ask('/emissions', query), 200);
    },
  );

  it('401, 403, 406, 414 and 431 match the document on every endpoint', async () => {
    const scopes = ['read:assets', 'read:readings'];
    const keys = await Promise.all(scopes.map((scope) => server().key({ scopes: [scope] })));
    for (const [path, { get }] of Object.entries(described.document.paths)) {
      const needs = get.security.flatMap((one) => Object.values(one).flat());
      const lacking = keys[scopes.findIndex((scope) => !needs.includes(scope))] ?? '';
      const target = path.replace('{id}', ACCOUNT);
      const headers = { 'x-api-key': key() };
      const query = REQUIRED[path] === undefined ? '' : `?${REQUIRED[path]}`;
      const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-h-${index}`, 'x']));
      expectDescribed(path, await server().get(target), 401);
      expectDescribed(path, await server().get(`${target}${query}`, lacking), 403);
      const accept = { ...headers, accept: 'text/html' };
      expectDescribed(path, await server().ask(`/2.0${target}${query}`, { headers: accept }), 406);
      expectDescribed(path, await server().get(`${target}?${'x'.repeat(9_000)}`, key()), 414);
      expectDescribed(path, await server().ask(`/2.0${target}`, { headers: { ...headers, ...many } }), 431);
    }
  });

  it('429 matches the document on every endpoint', async () => {
    const limited = await startServer(database(), { RATE_LIMIT_POINTS: '1', RATE_LIMIT_WINDOW: '600' });
    try {
      const own = await limited.key();
      await limited.get('/assets', own);
      for (const path of Object.keys(described.document.paths)) {
        const query = REQUIRED[path] === undefined ? '' : `?${REQUIRED[path]}`;
        expectDescribed(path, await limited.get(`${path.replace('{id}', ACCOUNT)}${query}`, own), 429);
      }
    } finally {
      await limited.close();
    }
  });

  it('500 and 503 match the document', async () => {
    await database().knex.raw('alter table accounts rename column name to gone');
    try {
      expectDescribed('/accounts', await ask('/accounts'), 500);
      expectDescribed('/accounts/{id}', await server().get(`/accounts/${ACCOUNT}`, key()), 500);
    } finally {
      await database().knex.raw('alter table accounts rename column gone to name');
    }
    await database().knex.raw('alter table accounts rename to accounts_away');
    try {
      expectDescribed('/accounts', await ask('/accounts'), 503);
      expectDescribed('/consumption', await ask('/consumption'), 503);
    } finally {
      await database().knex.raw('alter table accounts_away rename to accounts');
    }
  });
});
