import fc from 'fast-check';
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKeys } from '../../src/auth/keys.js';
import type { Database } from '../../src/db/database.js';
import { countStatements } from '../support/countStatements.js';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES, ENTITIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { timesOf } from '../support/repeated.js';
import { omit, PER_ANSWER, startServer, type Answer, type GraphqlBody, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

/** Changes that imports make, and the users who see them. */
const MOVING = ['accounts', 'assets', 'asset-groups', 'readings', 'non-cumulative'] as const;
const RUNS = timesOf('random portfolios');
const ACCOUNT = PORTFOLIO.accounts[0]?._id as string;
const DATES = 'startDate=2023-01-01&endDate=2023-01-31';
const PATHS = [
  '/accounts',
  '/accounts?limit=2&page=2',
  `/accounts/${ACCOUNT}`,
  '/accounts?name=nobody',
  '/non-cumulative?limit=3',
  '/invoices?limit=2',
  `/consumption?accountId=${ACCOUNT}&${DATES}`,
  `/emissions?accountId=${ACCOUNT}&${DATES}`,
];
const LINKED = '{ accounts(limit: 3) { total data { _id name asset { _id siteName } } } }';
const QUERIES = [
  LINKED,
  'query named { invoices(limit: 2) { data { _id account { _id name } } } }',
  '{ viewer { userId role companyIds } assetGroups { total } }',
  `{ account(id: "${ACCOUNT}") { name consumption(startDate: "2023-01-01", endDate: "2023-01-31") { consumption } } }`,
];

describe.each(ENGINES)('cached responses, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let anew: TestServer;
  let key: string;
  let takeStatements: () => number;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    const counted = countStatements(database);
    takeStatements = counted.take;
    server = await startServer(counted.counting);
    anew = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await anew.close();
    await database.close();
  });

  const query = (text: string, own = key, from = server): Promise<Answer<GraphqlBody>> => from.graphql(text, {}, own);
  const seen = ({ status, headers, text }: Answer<unknown>) => ({
    status,
    headers: omit(headers, ...PER_ANSWER),
    text: text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""'),
  });
  /**
   * Repeats a request until its response would be cached. GraphQL sends a response before it caches it.
   * @returns the last response, and its statements
   */
  const again = async <Body>(ask: () => Promise<Answer<Body>>): Promise<readonly [Answer<Body>, number]> => {
    await ask();
    await ask();
    for (let time = 0; ; time += 1) {
      takeStatements();
      const answer = await ask();
      const statements = takeStatements();
      if (statements === 0 || time === 5) return [answer, statements];
    }
  };

  it.each(PATHS)('%s returns the same body and headers the third time, without its query', async (path) => {
    const first = await server.get(path, key);
    const [third, asked] = await again(() => server.get(path, key));
    expect(first.status).toBe(200);
    expect(seen(third)).toEqual(seen(first));
    expect(seen(third)).toEqual(seen(await anew.get(path, key)));
    expect(asked).toBe(0);
  });

  it.each(QUERIES)('%s returns the same body and headers the third time, without its queries', async (text) => {
    const first = await query(text);
    const [third, asked] = await again(() => query(text));
    expect([first.status, first.body.errors]).toEqual([200, undefined]);
    expect(seen(third)).toEqual(seen(first));
    expect(seen(third)).toEqual(seen(await query(text, key, anew)));
    expect(asked).toBe(0);
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'a change of data by SQL invalidates cached responses immediately',
    async () => {
      const name = async (): Promise<unknown> => (await server.get(`/accounts/${ACCOUNT}`, key)).body.name;
      const linked = async (): Promise<unknown> =>
        (await query(`{ account(id: "${ACCOUNT}") { name } }`)).body.data?.account;
      for (const text of ['one', 'two', 'three', 'three']) {
        await database
          .knex('accounts')
          .where({ _id: `\\x${ACCOUNT}` })
          .update({ name: text });
        for (let time = 0; time < 4; time += 1) expect([await name(), await linked()]).toEqual([text, { name: text }]);
      }
    },
  );

  /** Imports a record with another value. Records of an entity move to a random entity of the company, or to none. */
  const importOne = async (kind: (typeof MOVING)[number], number: number, other: number): Promise<void> => {
    const { entityId: _, ...record } = at(PORTFOLIO[kind], number % PORTFOLIO[kind].length);
    if (kind === 'readings' || kind === 'non-cumulative') {
      const value =
        kind === 'readings' ? { name: `name ${other}` } : { value: other, isEstimated: false, estimatedValue: null };
      await importPlain(database, kind, [{ ...record, ...value }]);
      return;
    }
    const entities = [null, ...(record.companyId === COMPANIES[0] ? ENTITIES.slice(0, 3) : ENTITIES.slice(3))];
    const name = kind === 'assets' ? { siteName: `site ${other}` } : { name: `name ${other}` };
    await importPlain(database, kind, [{ ...record, ...name, entityId: at(entities, other % entities.length) }]);
  };

  it('match fresh responses after random requests and changes, in any order and concurrently', async () => {
    const own = await server.key({ companies: [COMPANIES[0]] });
    const grants = [{ companies: [COMPANIES[1]] }, ...ENTITIES.slice(0, 4).map((entity) => ({ entities: [entity] }))];
    const others = await Promise.all(
      [...grants, { companies: [COMPANIES[1]], entities: [ENTITIES[0]] }].map((grant) => server.key(grant)),
    );
    const byHand = (table: string) => () => database.knex(table).update({ updated_at: new Date().toISOString() });
    const changes = fc.oneof(
      fc.constantFrom('accounts', 'assets', 'invoices').map(byHand),
      fc.tuple(fc.constantFrom(...MOVING), fc.nat(), fc.nat()).map((drawn) => () => importOne(...drawn)),
    );
    const paths = fc.constantFrom(...PATHS).map((path) => (from: TestServer, by: string) => from.get(path, by));
    const queries = fc.constantFrom(...QUERIES).map((text) => (from: TestServer, by: string) => query(text, by, from));
    const step = fc.record({
      change: fc.option(changes, { freq: 3 }),
      asked: fc.array(fc.tuple(fc.oneof(paths, queries), fc.constantFrom(key, own, ...others)), {
        ...{ minLength: 1, maxLength: 6 },
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { change, asked } of steps) {
          await change?.();
          const answers = await Promise.all(asked.map(([ask, by]) => ask(server, by)));
          for (const [index, [ask, by]] of asked.entries()) {
            expect(seen(answers[index] as Answer)).toEqual(seen(await ask(anew, by)));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("depend on the grants of the key: a user never gets another user's response", async () => {
    const own = await server.key({ companies: [COMPANIES[0]] });
    const twin = await server.key({ companies: [COMPANIES[0]] });
    for (const by of [key, own]) {
      const [answer] = await again(() => server.get('/accounts?limit=1', by));
      expect(answer.body.total).toBe((await anew.get('/accounts?limit=1', by)).body.total);
    }
    takeStatements();
    expect((await server.get('/accounts?limit=1', twin)).status).toBe(200);
    expect(takeStatements(), 'who may see the same shares the answer').toBe(0);
    const text = '{ viewer { userId } }';
    await again(() => query(text, own));
    expect((await query(text, twin)).body.data).toEqual({ viewer: { userId: twin.slice(0, 24) } });
    const narrow = await server.key({ scopes: ['read:assets'] });
    expect((await server.get('/accounts?limit=1', narrow)).status).toBe(403);
  });

  it('require a valid key: a revoked key is rejected at its next lookup', async () => {
    const own = await server.key();
    await again(() => server.get('/accounts', own));
    await again(() => query('{ accounts { total } }', own));
    await revokeKeys(database, { userId: own.slice(0, 24) });
    const statuses = async (): Promise<readonly number[]> => [
      (await server.get('/accounts', own)).status,
      (await query('{ accounts { total } }', own)).status,
    ];
    await until('it is refused', statuses, (both) => both.every((status) => status === 401));
  });

  it('cost the same points as uncached responses, and return the same 429 when no points are left', async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '4', RATE_LIMIT_WINDOW: '600' });
    try {
      const own = await server.key();
      const left = [
        await limited.get('/accounts', own),
        await limited.get('/accounts', own),
        await query(LINKED, own, limited),
        await query(LINKED, own, limited),
      ];
      expect(left.map(({ headers }) => /r=\d/.exec(String(headers.ratelimit))?.[0])).toEqual([
        'r=3',
        'r=2',
        'r=1',
        'r=0',
      ]);
      const refused = await query(LINKED, own, limited);
      const other = await query('{ entities { total } }', own, limited);
      expect([refused.status, other.status]).toEqual([429, 429]);
      expect(refused.body.errors?.[0]?.message).toBe(other.body.errors?.[0]?.message);
      expect(Object.keys(refused.body)).toEqual(Object.keys(other.body));
      expect(refused.headers['content-type']).toBe(other.headers['content-type']);
      expect((await limited.get('/accounts', own)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('exclude errors: a failed request runs again', async () => {
    const own = await server.key({ scopes: ['read:accounts'] });
    for (let time = 0; time < 4; time += 1) {
      const { body } = await query('{ accounts { total } invoices { total } }', own);
      expect(body.data).toEqual({ accounts: { total: 60 }, invoices: null });
      expect(body.errors?.[0]?.extensions).toEqual({ code: 'missing-scope', requestId: expect.any(String) as string });
    }
    const [missing, asked] = await again(() => server.get('/accounts/ffffffffffffffffffffffff', key));
    expect([missing.status, asked]).toEqual([404, 1]);
  });

  it('depend on the variables, the operation and the accepted format', async () => {
    const post = (body: object, accept?: string): Promise<Answer<GraphqlBody>> =>
      server.ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...(accept === undefined ? {} : { accept }) },
        body: JSON.stringify(body),
      });
    const text = 'query a($n: Int) { accounts(limit: $n) { limit } } query b { assets { limit } }';
    for (let time = 0; time < 4; time += 1) {
      for (const limit of [1, 2]) {
        const { body } = await post({ query: text, operationName: 'a', variables: { n: limit } });
        expect(body.data).toEqual({ accounts: { limit } });
      }
      expect((await post({ query: text, operationName: 'b' })).body.data).toEqual({ assets: { limit: 100 } });
      const type = 'application/graphql-response+json';
      const own = await post({ query: '{ accounts { total } }' }, type);
      expect(own.headers['content-type']).toContain(type);
      expect((await post({ query: '{ accounts { total } }' })).headers['content-type']).toContain('application/json');
      const got = await server.ask<GraphqlBody>(`/graphql?query=${encodeURIComponent('{accounts(limit:4){limit}}')}`, {
        headers: { 'x-api-key': key },
      });
      expect(got.body.data).toEqual({ accounts: { limit: 4 } });
    }
  });

  it('depend on the exact bytes of the body, because JSON has numbers that JavaScript lacks', async () => {
    const query = 'query large($n: Int) { accounts(limit: $n) { limit } }';
    const post = async (n: string, own: string): Promise<number> => {
      const body = `{"query":${JSON.stringify(query)},"variables":{"n":${n}}}`;
      const headers = { 'content-type': 'application/json', 'x-api-key': own };
      return (await server.ask('/graphql', { method: 'POST', headers, body })).status;
    };
    const unknown = `${'0'.repeat(24)}:${'a'.repeat(43)}`;
    expect(await post('1e400', unknown)).toBe(401);
    for (let time = 0; time < 3; time += 1) {
      expect([await post('null', key), await post('1e400', key)]).toEqual([200, 400]);
    }
  });

  it('a GET request whose variables or extensions are not objects is a 400 and costs one point', async () => {
    const limited = await startServer(database, { RATE_LIMIT_POINTS: '1000', RATE_LIMIT_WINDOW: '600' });
    const search = `query=${encodeURIComponent('{accounts{limit}}')}`;
    const rest: number[] = [];
    await limited.get('/accounts?limit=1', key);
    for (const more of ['variables=null', 'extensions=null', 'variables=[]', 'variables=null']) {
      const { status, headers } = await limited.ask(`/graphql?${search}&${more}`, { headers: { 'x-api-key': key } });
      expect(status).toBe(400);
      rest.push(Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    }
    await limited.close();
    // The page before takes another point for each tenth of a second that a busy database took for it.
    const first = rest[0] ?? 0;
    expect(first).toBeLessThanOrEqual(998);
    expect(rest).toEqual([first, first - 1, first - 2, first - 3]);
  });

  it('are compressed for clients that accept it, and HEAD gets the same headers', async () => {
    const [plain] = await again(() => server.get('/accounts', key));
    const packed = await new Promise<Buffer>((resolve, reject) => {
      const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };
      httpRequest(`${server.url}/2.0/accounts`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve(Buffer.concat(chunks));
        });
      })
        .on('error', reject)
        .end();
    });
    expect(gunzipSync(packed).toString()).toBe(plain.text);
    const head = await server.ask('/2.0/accounts', { method: 'HEAD', headers: { 'x-api-key': key } });
    expect({ ...seen(head), text: plain.text }).toEqual(seen(plain));
  });

  it('return 304 for If-None-Match: *', async () => {
    await again(() => server.get('/accounts', key));
    const answer = await server.ask('/2.0/accounts', { headers: { 'x-api-key': key, 'if-none-match': '*' } });
    expect([answer.status, answer.text]).toEqual([304, '']);
  });

  it('include only pages and records: an export of all pages runs again each time', async () => {
    const [answer, asked] = await again(() => server.get('/accounts?format=csv', key));
    expect(answer.status).toBe(200);
    expect(asked).toBeGreaterThan(0);
  });

  it('change at the end of an import', async () => {
    const total = async (): Promise<unknown> => (await server.get('/assets?limit=1', key)).body.total;
    const before = Number((await again(() => server.get('/assets?limit=1', key)))[0].body.total);
    await importPlain(database, 'assets', [
      { _id: 'ac0000000000000000000009', companyId: COMPANIES[0], siteName: 'Nine' },
    ]);
    expect(await total()).toBe(before + 1);
  });
});
