import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { SCOPES } from '../../src/auth/roles.js';
import { ERRORS } from '../../src/errors/table.js';
import { openPostgres } from '../../src/db/postgres.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { omit, PER_ANSWER, startServer, type Answer, type Json, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/sql.js';

type Problems = readonly {
  readonly parameter: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}[];

const LISTS = ['accounts', 'assets', 'invoices', 'non-cumulative'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Every field of problem details, for any error. */
function expectProblem(answer: Answer, code: keyof typeof ERRORS, instance?: string): void {
  const kind = ERRORS[code];
  expect(answer.body, answer.text).toMatchObject({
    type: `/errors/${code}`,
    title: kind.title,
    status: kind.status,
    code,
    requestId: answer.headers['x-request-id'],
    ...(instance === undefined ? {} : { instance }),
  });
  expect(answer.status).toBe(kind.status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(typeof answer.body.detail).toBe('string');
  const allowed = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors', 'errorCount'];
  expect(Object.keys(answer.body).filter((name) => !allowed.includes(name))).toEqual([]);
  expect(answer.text).not.toMatch(/<html|node_modules|\.ts:|\.js:| at \w+ \(|select .* from/i);
}

/** The parts of a response by which a client can tell two errors apart, without those of the request. */
function anonymous({ status, headers, body }: Answer): Json {
  const rest = omit(body, 'instance', 'requestId');
  return { status, headers: omit(headers, ...PER_ANSWER, 'content-length'), rest };
}

describe.each(ENGINES)('errors on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const wrong = async (target: string): Promise<Problems> => {
    const answer = await server.get(target, key);
    expectProblem(answer, 'invalid-parameter');
    return answer.body.errors as Problems;
  };

  describe('400: parameters', () => {
    it('returns one problem in full', async () => {
      const answer = await server.ask('/2.0/accounts?staus=active', {
        headers: { 'x-api-key': key, 'x-request-id': 'r-1' },
      });
      const { errors, ...rest } = answer.body as Json & { errors: Problems };
      expect(rest).toEqual({
        type: '/errors/invalid-parameter',
        title: 'Invalid parameter',
        status: 400,
        detail: '"staus" is not a parameter (did you mean status?).',
        instance: '/2.0/accounts',
        code: 'invalid-parameter',
        requestId: 'r-1',
      });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ parameter: 'staus', suggestion: 'status' });
      expect(errors[0]?.allowed).toContain('status');
      expect(errors[0]?.allowed).toContain('limit');
    });

    it('names the first twelve fields that a list can be sorted by', async () => {
      const [problem] = await wrong('/accounts?sort=foo:asc');
      const allowed = problem?.allowed ?? [];
      const named = allowed.slice(0, 12).join(', ');
      const more = allowed.length - 12;
      expect(more).toBeGreaterThan(0);
      expect(problem?.message).toBe(`sort cannot be by "foo"; allowed fields are ${named} and ${more} more.`);
    });

    it.each(LISTS)('/%s: an unknown parameter is a 400 that lists the allowed names', async (name) => {
      for (const parameter of [
        'unknown',
        '__proto__',
        'constructor',
        'toString',
        'filter',
        '_id[gte]',
        'limit.gte',
        'account_key',
        'company_id',
        'address',
        'dataType',
        '',
      ]) {
        const problems = await wrong(`/${name}?${encodeURIComponent(parameter)}=1`);
        expect(problems, parameter).toMatchObject([{ parameter }]);
        expect(problems[0]?.allowed, parameter).toContain('sort');
      }
    });

    it.each([
      ['accounts', 'sattus', 'status'],
      ['accounts', 'Limit', 'limit'],
      ['accounts', 'accountid', undefined],
      ['assets', 'address.postcode', 'address.postCode'],
      ['non-cumulative', 'startTimestamp.gtee', 'startTimestamp.gte'],
      ['non-cumulative', 'accountid', 'accountId'],
      ['accounts', 'x'.repeat(200), undefined],
      ['invoices', 'values.invoicedate.gte', 'values.invoiceDate.gte'],
      ['invoices', 'finacialStatus', 'financialStatus'],
    ])('/%s?%s= suggests %s', async (name, parameter, suggestion) => {
      const [problem] = await wrong(`/${name}?${parameter}=1`);
      if (suggestion === undefined) expect(problem?.suggestion).not.toBe(parameter);
      else expect(problem?.suggestion).toBe(suggestion);
    });

    it('a repeated parameter is a 400, except for parameters that accept lists', async () => {
      expect(await wrong('/accounts?status=active&status=active')).toMatchObject([{ parameter: 'status' }]);
      expect(await wrong('/accounts?limit=1&limit=2')).toMatchObject([{ parameter: 'limit' }]);
      expect(await wrong('/accounts?sort=name:asc&sort=name:asc')).toMatchObject([{ parameter: 'sort' }]);
      expect((await server.get('/accounts?tags=a&tags=b', key)).status).toBe(200);
    });

    it('more than 100 parameters are a 400; up to 100 are all read', async () => {
      const many = (count: number): string =>
        Array.from({ length: count }, (_, index) => `p${index.toString(36)}`).join('&');
      expect(await wrong(`/accounts?${many(101)}`)).toHaveLength(1);
      expect(await wrong(`/accounts?${many(1_500)}`)).toHaveLength(1);
      expect((await server.get(`/accounts?${many(100)}`, key)).body.errorCount).toBe(100);
      expect((await server.get(`/accounts?${Array.from({ length: 100 }, () => 'tags=a').join('&')}`, key)).status).toBe(
        200,
      );
    });

    it('reports all wrong parameters at once', async () => {
      const problems = await wrong('/accounts?limit=0&isVirtual=yes&type=electrcity&nme=x&sort=foo');
      expect(problems.map(({ parameter }) => parameter).toSorted()).toEqual([
        'isVirtual',
        'limit',
        'nme',
        'sort',
        'type',
      ]);
      expect(problems.find(({ parameter }) => parameter === 'type')).toMatchObject({ suggestion: 'electricity' });
      expect(problems.find(({ parameter }) => parameter === 'type')?.allowed).toContain('cooling');
    });

    it.each(['True', '1', 'yes', 'TRUE', ' true', 'null', 'false '])(
      'booleans are true or false, not %j',
      async (text) => {
        expect(await wrong(`/accounts?isVirtual=${encodeURIComponent(text)}`)).toMatchObject([
          { parameter: 'isVirtual' },
        ]);
      },
    );

    it.each([
      'abc',
      '1,5',
      '0x1F',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e999',
      ' 1',
      '1 ',
      '+1',
      '.5',
      '1.',
      '--1',
      '01',
      '١',
      'null',
      '1_000',
    ])('numbers are finite and written as in JSON, not %j', async (text) => {
      expect(await wrong(`/assets?floorArea=${encodeURIComponent(text)}`)).toMatchObject([{ parameter: 'floorArea' }]);
      expect(await wrong(`/non-cumulative?value.gte=${encodeURIComponent(text)}`)).toMatchObject([
        { parameter: 'value.gte' },
      ]);
    });

    it.each([
      '2024-02-30',
      '2023-02-29',
      '2024-13-01',
      '2024-01-01T24:00:00Z',
      '2024-01-01T23:60Z',
      '1',
      '2024',
      '2024-1-1',
      'now',
      'infinity',
      '-infinity',
      'today',
      'epoch',
      '0099-12-31',
      '+012024-01-01',
      '2024-01-01T00:00:00+15:00',
      '2024-01-01 00:00:00',
      '1704067200000',
      '2024-01-01T00:00:00.0001Z',
      '01/02/2024',
      'null',
    ])('dates are ISO 8601 and exist, not %j', async (text) => {
      for (const operator of ['', '.gte', '.lt']) {
        const parameter = `startTimestamp${operator}`;
        expect(await wrong(`/non-cumulative?${parameter}=${encodeURIComponent(text)}`)).toMatchObject([{ parameter }]);
      }
    });

    it.each(['1', 'x'.repeat(24), `${'a'.repeat(24)}\n`, 'a'.repeat(25), 'a'.repeat(23), 'null', "' or 1=1 --"])(
      'filter ids are 24 hexadecimal digits, not %j',
      async (text) => {
        for (const field of ['_id', 'assetId', 'entityId', 'companyId']) {
          expect(await wrong(`/accounts?${field}=${encodeURIComponent(text)}`)).toMatchObject([{ parameter: field }]);
        }
      },
    );

    it('NUL in a text or list is a 400', async () => {
      expect(await wrong('/accounts?name=a%00b')).toMatchObject([{ parameter: 'name' }]);
      expect(await wrong('/accounts?tags=%00')).toMatchObject([{ parameter: 'tags' }]);
      expect(await wrong('/accounts?sort=%00:asc')).toMatchObject([{ parameter: 'sort' }]);
      expect(await wrong('/accounts?%00=1')).toMatchObject([{ parameter: '\0' }]);
    });

    it.each(['name=%', 'name=%zz', 'name=%ff', 'name=%ED%A0%80', '%c3=1', 'name=%c0%80'])(
      'bad %-escapes are a 400: %s',
      async (query) => {
        expectProblem(await server.get(`/accounts?${query}`, key), 'invalid-request', '/2.0/accounts');
      },
    );

    it('a path that is not UTF-8 is a 400 or 404 as problem details', async () => {
      for (const target of ['/2.0/accounts/%', '/2.0/accounts/%ff', '/2.0/%zz', '/%']) {
        const answer = await server.ask(target, { headers: { 'x-api-key': key } });
        expect([400, 404], target).toContain(answer.status);
        expectProblem(answer, answer.body.code as keyof typeof ERRORS);
      }
    });

    it('the server looks up a key before it reads parameters, and does not look up a known key again', async () => {
      const unknown = `${'a'.repeat(24)}:${'b'.repeat(43)}`;
      expectProblem(await server.get('/accounts?x=1', unknown), 'invalid-key');
      const fresh = await server.key();
      await server.get('/accounts?limit=1', fresh);
      const statements = await statementsOf(database, async () => {
        expectProblem(await server.get('/accounts?x=1', fresh), 'invalid-parameter');
      });
      expect(statements).toEqual([]);
    });

    it('lists the first 20 problems, and states the total', async () => {
      const names = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
      const all = await server.get(`/accounts?${names(20)}`, key);
      expect(all.body.errors).toHaveLength(20);
      expect(all.body).not.toHaveProperty('errorCount');
      const types = Array.from({ length: 1_500 }, (_, index) => `a${index}`).join();
      for (const [asked, count] of [
        [`/accounts?${names(21)}`, 21],
        [`/accounts?${names(98)}`, 98],
        [`/accounts?tags=%00,%00,%00&${names(30)}`, 33],
        [`/consumption?startDate=2024-01-01&endDate=2024-01-31&accountType=${types}`, 1_500],
      ] as const) {
        const answer = await server.get(asked, key);
        expectProblem(answer, 'invalid-parameter');
        expect(answer.body.errors).toHaveLength(20);
        expect(answer.body.errorCount).toBe(count);
        const unlisted = count === 21 ? '1 more problem is' : `${count - 20} more problems are`;
        expect(answer.body.detail).toMatch(new RegExp(`\\. ${unlisted} not listed\\.$`));
        expect(answer.text.length).toBeLessThan(60_000);
      }
    });
  });

  describe('401: "every request carries an API key"', () => {
    it('a request without a key and a key in Authorization get different messages', async () => {
      const without = await server.get('/accounts');
      expectProblem(without, 'invalid-key', '/2.0/accounts');
      expect(without.body.detail).toBe(
        'The request has no API key: send it (<USER_ID>:<secret>) in the header x-api-key.',
      );
      for (const authorization of [`Bearer ${key}`, 'Basic x', 'x']) {
        const answer = await server.ask('/2.0/accounts', { headers: { authorization } });
        expectProblem(answer, 'invalid-key', '/2.0/accounts');
        expect(answer.body.detail).toContain('The service does not read the header Authorization');
      }
      const both = await server.ask('/2.0/accounts?limit=1', { headers: { authorization: 'x', 'x-api-key': key } });
      expect(both.status).toBe(200);
    });

    it('returns the same body for every invalid key', async () => {
      const [userId = '', secret = ''] = key.split(':');
      const revoked = await server.key();
      await database
        .knex('api_keys')
        .where({ user_id: `\\x${revoked.split(':')[0] ?? ''}` })
        .update({ revoked_at: '2020-01-01T00:00:00Z' });
      const expired = await server.key();
      await database
        .knex('api_keys')
        .where({ user_id: `\\x${expired.split(':')[0] ?? ''}` })
        .update({ expires_at: '2020-01-01T00:00:00Z' });
      const keys = [
        '',
        'x',
        ':',
        userId,
        `${userId}:`,
        `${userId}:${'A'.repeat(43)}`,
        `${userId}:${secret}x`,
        `${'f'.repeat(24)}:${secret}`,
        `${key},${key}`,
        revoked,
        expired,
        "' or 1=1 --",
      ];
      const answers = [];
      for (const candidate of keys) {
        const answer = await server.get('/accounts', candidate);
        expectProblem(answer, 'invalid-key', '/2.0/accounts');
        expect(answer.headers['www-authenticate']).toContain('ApiKey');
        answers.push(anonymous(answer));
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });

    it('an invalid key is a 401 even if parameters are wrong, so strangers learn nothing about parameters', async () => {
      expectProblem(await server.get('/accounts?x=1'), 'invalid-key');
    });

    it('the user id in a key is not case-sensitive', async () => {
      const [userId = '', secret = ''] = key.split(':');
      expect((await server.get('/accounts', `${userId.toUpperCase()}:${secret}`)).status).toBe(200);
    });

    it('"the header x-public-api-key is deprecated": accepted, with Deprecation and a Link to the reason', async () => {
      const answer = await server.ask('/2.0/accounts?limit=1', { headers: { 'x-public-api-key': key } });
      expect(answer.status).toBe(200);
      expect(answer.headers.deprecation).toMatch(/^@\d+$/);
      const target = /<([^>]+)>; rel="deprecation"/.exec(String(answer.headers.link))?.[1] ?? '';
      expect((await server.ask(target)).body).toMatchObject({ reason: expect.stringContaining('x-api-key') as string });
      const both = await server.ask('/2.0/accounts?limit=1', {
        headers: { 'x-api-key': key, 'x-public-api-key': 'x' },
      });
      expect(both.status).toBe(200);
      expect(both.headers.deprecation).toBeUndefined();
      const bad = await server.ask('/2.0/accounts?limit=1', { headers: { 'x-api-key': 'x', 'x-public-api-key': key } });
      expectProblem(bad, 'invalid-key');
    });
  });

  it.each([
    ['accounts', 'read:accounts', true],
    ['assets', 'read:assets', true],
    ['invoices', 'read:invoices', true],
    ['readings', 'read:readings', false],
    ['non-cumulative', 'read:consumptions', false],
    ['findings', 'read:findings', true],
  ])('403 on /%s names the missing scope %s', async (name, scope, items) => {
    const limited = await server.key({ scopes: SCOPES.filter((other) => other !== scope) });
    const query = name === 'readings' ? `?accountId=${'0'.repeat(24)}` : '';
    const answer = await server.get(`/${name}${query}`, limited);
    expectProblem(answer, 'missing-scope', `/2.0/${name}`);
    expect(answer.body.detail).toContain(scope);
    if (items) {
      const item = await server.get(`/${name}/${'0'.repeat(24)}`, limited);
      expectProblem(item, 'missing-scope');
      expect(item.body.detail).toContain(scope);
    }
  });

  describe('404', () => {
    it.each(['accounts', 'assets', 'invoices'] as const)(
      '/%s/:id returns the same 404 for hidden records as for records that do not exist',
      async (name) => {
        const own = await server.key({ companies: [COMPANIES[0]] });
        const foreign = PORTFOLIO[name].find((record) => record.companyId === COMPANIES[1]);
        expect((await server.get(`/${name}/${String(foreign?._id)}`, key)).status).toBe(200);
        const answers = [];
        for (const id of [
          String(foreign?._id),
          '0'.repeat(24),
          '1',
          'x'.repeat(24),
          '%20',
          "'",
          '%00',
          '..%2f..',
          '__proto__',
        ]) {
          const answer = await server.get(`/${name}/${id}`, own);
          expectProblem(answer, 'not-found', `/2.0/${name}/${id}`);
          answers.push(anonymous(answer));
        }
        for (const answer of answers) expect(answer).toEqual(answers[0]);
      },
    );

    it.each([
      '/2.0/',
      '/2.0/account',
      '/2.0/Accounts',
      '/2.0/accounts/',
      '/2.0/accounts/a/b',
      '/accounts',
      '/2.0//accounts',
      '/1.0/accounts',
      '/2.0/ACCOUNTS',
      '/2.0/non-cumulative/',
      `/2.0/readings/${'a'.repeat(24)}`,
      '/2.0/asset-groups',
      '/2.0/contracts',
      '/2.0/accounts/aaaaaaaaaaaaaaaaaaaaaaaa/',
      '/favicon.ico',
      '/2.0/__proto__',
      '/graphql/x',
      '/GRAPHQL',
      '/errors/nope',
      '/deprecations/__proto__',
    ])('nothing is served at %s: case and trailing slashes count', async (target) => {
      expectProblem(await server.ask(target, { headers: { 'x-api-key': key } }), 'unknown-path', target);
      expectProblem(await server.ask(target), 'unknown-path', target);
    });
  });

  it.each([
    ['/2.0/', '/2.0'],
    ['/2.0/accounts/', '/2.0/accounts'],
    ['/2.0//accounts', '/2.0/accounts'],
    ['/2.0/Accounts', '/2.0/accounts'],
    ['/2.0/acounts', '/2.0/accounts'],
    ['/accounts', '/2.0/accounts'],
    ['/v1/invoices', '/2.0/invoices'],
    ['/2.0/account/x', '/2.0/accounts/x'],
    ['/2.0/invoices/x/chek', '/2.0/invoices/x/check'],
    ['/graphql/', '/graphql'],
    ['/2.0/graphql', '/graphql'],
    ['/2.0/sites', '/2.0/assets'],
    ['/2.0/Meters/x', '/2.0/accounts/x'],
    ['/v1/bills', '/2.0/invoices'],
    ['/2.0/usage', '/2.0/consumption'],
    ['/2.0/readings/x', null],
    ['/2.0/nothing', null],
  ])('the 404 of %s suggests %s', async (target, meant) => {
    const answer = await server.ask(target);
    expectProblem(answer, 'unknown-path', target);
    const hint = meant === null ? '' : ` (did you mean ${meant}?)`;
    expect(answer.body.detail).toBe(`No page or endpoint is at ${JSON.stringify(target)}${hint}.`);
  });

  it('/2.0 lists, without a key, exactly the endpoints of the OpenAPI document', async () => {
    const { status, body } = await server.ask('/2.0');
    expect(status).toBe(200);
    const { endpoints, openapi } = body as { endpoints: { path: string; scopes: string[] }[]; openapi: string };
    const document = (await server.ask(openapi)).body as { paths: Json };
    expect(endpoints.map(({ path }) => path.replace('/2.0', '').replace(':id', '{id}'))).toEqual(
      Object.keys(document.paths),
    );
    expect(endpoints.find(({ path }) => path === '/2.0/invoices')?.scopes).toEqual(['read:invoices']);
  });

  it.each([
    ['/accounts', 'offset', 'page', 'after is a cursor'],
    ['/accounts', 'per_page', 'limit', ''],
    ['/accounts', 'pageSize', 'limit', ''],
    ['/invoices', 'order', 'sort', '<field>:asc or <field>:desc'],
    ['/non-cumulative', 'from', 'startTimestamp.gte', ''],
    ['/invoices', 'until', 'values.invoiceDate.lt', ''],
    ['/accounts', 'since', 'updatedAt.gte', ''],
    ['/accounts', 'fields', undefined, 'GraphQL at /graphql returns only the fields that you select'],
    [`/accounts/${'0'.repeat(24)}`, 'fields', undefined, 'GraphQL at /graphql'],
    ['/assets', 'q', undefined, 'search'],
    ['/consumption', 'interval', 'granularity', ''],
    ['/consumption', 'start', 'startDate', ''],
    ['/consumption', 'end', 'endDate', ''],
    ['/consumption', 'tz', 'timeZone', ''],
    ['/consumption', 'siteId', 'assetId', ''],
    ['/consumption', 'offset', undefined, 'has all periods from startDate to endDate'],
    ['/consumption', 'limit', undefined, 'has all periods from startDate to endDate'],
    ['/consumption', 'groupBy', 'granularity', ''],
    ['/figures?by=account&', 'groupBy', 'by', ''],
    ['/figures?by=account&', 'coverage', undefined, 'coverage.lt=0.95 selects rows'],
    ['/figures?by=account&', 'assetBreakdown', undefined, 'by=asset has a row for each asset'],
    ['/assets', 'siteCode.gt', 'siteCode', 'siteCode cannot be filtered by a range'],
    ['/assets', 'nothing.gt', undefined, 'is not a parameter.'],
  ])('%s?%s= points to %s', async (path, parameter, suggestion, words) => {
    const answer = await server.get(`${path}${path.includes('?') ? '' : '?'}${parameter}=1`, key);
    const problem = (answer.body.errors as Problems).find((one) => one.parameter === parameter);
    expect(problem?.suggestion).toBe(suggestion);
    expect(problem?.message).toContain(words);
  });

  it('returns 405 with Allow for every other method, with or without a key', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      for (const target of [
        '/2.0/accounts',
        '/2.0/assets',
        '/2.0/non-cumulative',
        '/2.0/invoices',
        '/2.0/readings',
        `/2.0/invoices/${'a'.repeat(24)}`,
        `/2.0/accounts/${'a'.repeat(24)}`,
        `/2.0/assets/${'a'.repeat(24)}`,
      ]) {
        const answer = await server.ask(target, { method, headers: { 'x-api-key': key } });
        expectProblem(answer, 'method-not-allowed', target);
        expect(answer.headers.allow).toBe('GET, HEAD');
      }
    }
    expectProblem(await server.ask('/2.0/accounts', { method: 'DELETE' }), 'method-not-allowed');
  });

  it('406 when Accept excludes application/json', async () => {
    for (const accept of [
      ...['text/html', 'application/xml', 'application/json;q=0', 'image/*'],
      ...['application/json; charset=utf-16', 'application/json; odata=verbose'],
    ]) {
      expectProblem(await server.ask('/2.0/accounts', { headers: { 'x-api-key': key, accept } }), 'not-acceptable');
    }
    for (const accept of [
      ...['*/*', 'application/*', 'text/html, application/json;q=0.1', 'application/json'],
      ...[
        'application/json; charset=utf-8',
        'application/json;charset=UTF-8',
        'application/json; charset="utf-8"; q=0.5',
      ],
    ]) {
      expect((await server.ask('/2.0/accounts?limit=1', { headers: { 'x-api-key': key, accept } })).status).toBe(200);
    }
  });

  it('answers 406 at /graphql when Accept excludes JSON, for any document', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', accept: 'text/html' };
    for (const query of [
      '{ viewer { userId } }',
      '{ nothing }',
      '{',
      'mutation { change }',
      '{ accounts(limit: "x") { total } }',
    ]) {
      const { status, text } = await server.ask('/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      expect(status, query).toBe(406);
      expect(text).toContain('which does not accept application/json');
    }
  });

  it('414 for a target that is too long', async () => {
    expectProblem(await server.get(`/accounts?name=${'x'.repeat(9_000)}`, key), 'uri-too-long');
  });

  it('431 for too many headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, 'y']));
    expectProblem(
      await server.ask('/2.0/accounts', { headers: { ...headers, 'x-api-key': key } }),
      'headers-too-large',
    );
  });

  it('413 and 415 for bodies of /graphql', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const large = await server.ask('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{a}', x: 'y'.repeat(300_000) }),
    });
    expect(large.status).toBe(413);
    const message = 'The request body is larger than the allowed 204800 bytes.';
    expect(large.body).toMatchObject({ errors: [{ message, extensions: { code: 'request-too-large' } }] });
    const charset = await server.ask('/graphql', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json; charset=latin9' },
      body: '{}',
    });
    expect(charset.status).toBe(415);
    expect(charset.body).toMatchObject({ errors: [{ extensions: { code: 'unsupported-media-type' } }] });
  });

  it('a request with two Host headers is a 400', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(
          `GET /2.0/accounts HTTP/1.1\r\nHost: a\r\nHost: b\r\nx-api-key: ${key}\r\nConnection: close\r\n\r\n`,
        );
      });
      let got = '';
      socket.on('data', (chunk) => (got += chunk.toString()));
      socket.on('end', () => {
        resolve(got);
      });
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"invalid-request"');
  });

  describe('every response has an x-request-id', () => {
    it('the server accepts a valid id of the client, and generates one otherwise', async () => {
      for (const sane of ['a', 'abc-123_X.y:z', 'z'.repeat(64)]) {
        const answer = await server.ask('/2.0/accounts?limit=1', {
          headers: { 'x-api-key': key, 'x-request-id': sane },
        });
        expect(answer.headers['x-request-id']).toBe(sane);
      }
      for (const other of ['', 'z'.repeat(65), 'a b', '<script>', 'é', '{}']) {
        const answer = await server.ask('/2.0/accounts?limit=1', {
          headers: { 'x-api-key': key, 'x-request-id': Buffer.from(other).toString('latin1') },
        });
        expect(answer.headers['x-request-id']).toMatch(UUID);
      }
    });

    it('the header is set for every status', async () => {
      for (const target of ['/2.0/accounts', '/nope', '/graphql', '/2.0/accounts?x=1', '/errors/internal']) {
        expect((await server.ask(target)).headers['x-request-id']).toMatch(UUID);
      }
    });
  });

  it('the `type` of every error code points to its explanation', async () => {
    for (const [code, kind] of Object.entries(ERRORS)) {
      expect((await server.ask(`/errors/${code}`)).body).toEqual({ code, ...kind });
    }
    const all = Object.entries(ERRORS).map(([code, kind]) => ({ code, ...kind }));
    expect((await server.ask('/errors')).body).toEqual(all);
  });

  it('responses do not reveal the server software', async () => {
    const answer = await server.get('/accounts?limit=1', key);
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers.server).toBeUndefined();
  });
});

async function unreachable(engine: string): Promise<Database> {
  if (engine === 'postgres')
    return openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', poolMax: 2, statementTimeoutMs: 1_000 });
  const database = await openTestDatabase('pglite');
  await database.close();
  return database;
}

describe.each(ENGINES)(
  'with the database unreachable, on %s, "a bad request takes no database connection"',
  (engine) => {
    let server: TestServer;
    const unknown = `${'a'.repeat(24)}:${'b'.repeat(43)}`;
    const post = (body: Json, key: string): Promise<Answer> =>
      server.ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });

    beforeAll(async () => {
      server = await startServer(await unreachable(engine));
    });
    afterAll(() => server.close());

    it('400, 401 for a malformed key, 404 for an unknown route and 405 are as usual', async () => {
      expectProblem(await server.get('/accounts?x=1', unknown), 'invalid-parameter');
      expectProblem(await server.get('/accounts', 'malformed'), 'invalid-key');
      expectProblem(await server.get('/accounts'), 'invalid-key');
      expectProblem(await server.get('/nothing', unknown), 'unknown-path');
      expectProblem(await server.ask('/2.0/accounts', { method: 'DELETE' }), 'method-not-allowed');
    });

    it('GraphQL checks the form of the key first, and reads the document only after it has looked up the key', async () => {
      for (const query of ['{', '{ nothing }']) {
        const answer = await post({ query }, unknown);
        expect(answer.status, query).toBe(503);
        expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'database-unavailable' } }] });
      }
      expect((await post({ query: '{ viewer { userId } }' }, 'malformed')).status).toBe(401);
    });

    it('every other request is a 503 with Retry-After', async () => {
      const answer = await server.get('/accounts', unknown);
      expectProblem(answer, 'database-unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const graphql = await post({ query: '{ viewer { userId } }' }, unknown);
      expect(graphql.status).toBe(503);
      expect(Number(graphql.headers['retry-after'])).toBeGreaterThan(0);
      expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'database-unavailable' } }] });
    });
  },
);
