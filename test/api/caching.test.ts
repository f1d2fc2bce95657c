import { numberedText, raw, sql } from '../../src/db/sql.js';
import { gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { changeAndRecompute } from '../../src/findings/changeSetting.js';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';

const ACCOUNT = PORTFOLIO.accounts[0]?._id as string;
const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2023-01-01&endDate=2023-01-31`;
const PATHS = ['/accounts', `/accounts/${ACCOUNT}`, FIGURES, FIGURES.replace('consumption', 'emissions')];
const VERSION = 'select version from data_version';

describe.each(ENGINES)('HTTP caching, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  const statements: string[] = [];

  beforeAll(async () => {
    database = await openPortfolio(engine);
    const noting: Database = {
      ...database,
      rows: (statement, caller) => {
        statements.push(numberedText(statement).text);
        return database.rows(statement, caller);
      },
      tuples: (statement, caller) => {
        statements.push(numberedText(statement).text);
        return database.tuples(statement, caller);
      },
      snapshot: (run, caller) => {
        statements.push('snapshot');
        return database.snapshot(run, caller);
      },
    };
    server = await startServer(noting, { CORS_ORIGINS: 'https://app.example.com, http://127.0.0.1:5173' });
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const get = (path: string, tag?: string, own = key): Promise<Answer> =>
    server.ask(`/2.0${path}`, {
      headers: { 'x-api-key': own, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
  const tagOf = async (path: string, own = key): Promise<string> =>
    String((await get(path, undefined, own)).headers.etag);
  const version = async (): Promise<number> => {
    const [row] = await database.rows<{ readonly version: number }>(raw(VERSION));
    return row?.version ?? 0;
  };

  it.each(PATHS)('%s has a weak ETag, and returns 304 without its query until data changes', async (path) => {
    const first = await get(path);
    expect(first.status).toBe(200);
    expect(first.headers.etag).toMatch(/^W\/"([\w-]{16}\.){3}\d+\.[\da-f]{16}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.vary).toContain('x-api-key');
    const tag = String(first.headers.etag);
    expect(await tagOf(path)).toBe(tag);
    statements.length = 0;
    for (const given of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const again = await get(path, given);
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
    expect(statements.filter((text) => text === 'snapshot' || text.includes('from "'))).toEqual([]);
    expect((await get(path, 'W/"other"')).status).toBe(200);
  });

  it('sends the same Vary header with 304 as with 200, whatever codings the client accepts', async () => {
    for (const path of PATHS) {
      for (const accepted of [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'identity' }]) {
        const headers = { 'x-api-key': key, ...accepted };
        const { vary, etag } = (await server.ask(`/2.0${path}`, { headers })).headers;
        for (const tag of [String(etag), '*']) {
          const again = await server.ask(`/2.0${path}`, { headers: { ...headers, 'if-none-match': tag } });
          expect([again.status, again.headers.vary]).toEqual([304, vary]);
          expect(vary).toContain('Accept-Encoding');
        }
      }
    }
  });

  it('the ETag differs after each kind of change, and stays the same after imports of unchanged records', async () => {
    const asset = { _id: 'ac0000000000000000000001', companyId: COMPANIES[0], siteName: 'One' };
    const changes: readonly (() => Promise<unknown>)[] = [
      () => importPlain(database, 'assets', [asset]),
      () => importPlain(database, 'assets', [{ ...asset, siteName: 'Two' }]),
      () => importPlain(database, 'assets', [{ _id: asset._id, deleted: true }]),
      () => changeAndRecompute(database, 'gas-calorific-value', '40'),
      () => database.knex('emission_factors').where({ year: 2023 }).delete(),
    ];
    for (const change of changes) {
      const before = await Promise.all(PATHS.map((path) => tagOf(path)));
      await change();
      const after = await Promise.all(PATHS.map((path) => tagOf(path)));
      for (const [index, path] of PATHS.entries()) {
        expect(after[index]).not.toBe(before[index]);
        expect((await get(path, before[index])).status).toBe(200);
      }
    }
    const tag = await tagOf('/assets');
    await importPlain(database, 'assets', PORTFOLIO.assets.slice(0, 3));
    await importPlain(database, 'assets', PORTFOLIO.assets.slice(0, 3));
    expect((await get('/assets', tag)).status).toBe(304);
  });

  it('the ETag depends on the grants of the key, the request and the format', async () => {
    const own = await server.key({ companies: [COMPANIES[0]] });
    const tags = [
      await tagOf('/accounts'),
      await tagOf('/accounts', own),
      await tagOf('/accounts?limit=5'),
      await tagOf('/accounts?format=csv&limit=100'),
      await tagOf('/accounts', await server.key({ role: 'sites' })),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect((await get('/accounts', tags[0], own)).status).toBe(200);
    const narrow = await server.key({ scopes: ['read:assets'] });
    expect((await get('/accounts', tags[0], narrow)).status).toBe(403);
  });

  it.each(['/accounts', FIGURES, '/accounts?format=csv'])(
    '%s with If-None-Match: * returns 304, whether the response is cached or not',
    async (target) => {
      for (let time = 0; time < 3; time += 1) {
        const got = await get(target, time === 1 ? ' * ' : '*');
        expect([got.status, got.text, got.headers['content-type']], got.text).toEqual([304, '', undefined]);
        const whole = await get(target);
        expect([got.headers.etag, got.headers['sync-watermark']]).toEqual([
          whole.headers.etag,
          whole.headers['sync-watermark'],
        ]);
        expect(whole.status).toBe(200);
      }
    },
  );

  it('errors have no ETag, and If-None-Match: * does not match a missing record', async () => {
    for (const path of ['/accounts/ffffffffffffffffffffffff', '/accounts?status=x', '/accounts?format=csv']) {
      expect((await get(path)).headers.etag).toBeUndefined();
    }
    expect((await get('/accounts/ffffffffffffffffffffffff', '*')).status).toBe(404);
    expect((await get('/accounts?status=x', '*')).status).toBe(400);
    expect((await get('/accounts', '*', await server.key({ scopes: ['read:assets'] }))).status).toBe(403);
  });

  it.runIf(onOneServer(engine, 'SQL by hand'))(
    'the data version rises when a transaction commits, and not when one rolls back',
    async () => {
      const before = await version();
      const rename = (name: string) => ({ name });
      const trx = await database.knex.transaction();
      await trx('accounts')
        .where({ _id: `\\x${ACCOUNT}` })
        .update(rename('a'));
      await trx('accounts')
        .where({ _id: `\\x${ACCOUNT}` })
        .update(rename('b'));
      await trx.rollback();
      expect(await version()).toBe(before);
      await database.knex.transaction(async (own) => {
        await own('accounts')
          .where({ _id: `\\x${ACCOUNT}` })
          .update(rename('c'));
        await own('assets').update({ no_of_floors: 3 });
        if (engine === 'postgres') expect(await version()).toBe(before);
      });
      expect(await version()).toBe(before + 1);
      expect(await database.rows(sql`select * from data_changes`)).toEqual([]);
    },
  );

  it.runIf(engine === 'postgres')('transactions block each other only while they commit', async () => {
    const before = await version();
    const one = await database.knex.transaction();
    const two = await database.knex.transaction();
    await one('accounts')
      .where({ _id: `\\x${ACCOUNT}` })
      .update({ name: 'one' });
    await two('assets').update({ no_of_floors: 4 });
    await two.commit();
    expect(await version()).toBe(before + 1);
    await one.commit();
    expect(await version()).toBe(before + 2);
  });

  describe('compression', () => {
    const raw = (path: string): Promise<{ readonly encoding: string | undefined; readonly body: Buffer }> =>
      new Promise((resolve, reject) => {
        const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };
        const request = httpRequest(`${server.url}/2.0${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) });
          });
        });
        request.on('error', reject);
        request.end();
      });

    it('compresses large responses in every format for clients that accept gzip', async () => {
      for (const path of ['/accounts', '/accounts?format=csv', '/accounts?format=ndjson']) {
        const plain = await get(path);
        expect(plain.headers['content-encoding']).toBeUndefined();
        const packed = await raw(path);
        expect(packed.encoding).toBe('gzip');
        expect(packed.body.length).toBeLessThan(plain.text.length / 2);
        expect(gunzipSync(packed.body).toString()).toBe(plain.text);
      }
      expect((await raw('/accounts?name=nobody')).encoding).toBeUndefined();
    });
  });

  describe('cross-origin requests', () => {
    const from = (origin: string, method = 'GET'): Promise<Answer> =>
      server.ask('/2.0/accounts', {
        method,
        headers: { origin, 'access-control-request-method': 'GET', 'x-api-key': key },
      });

    it('CORS_ORIGINS lists the origins whose pages may read responses and their headers', async () => {
      for (const origin of ['https://app.example.com', 'http://127.0.0.1:5173']) {
        const answer = await from(origin);
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['access-control-expose-headers']).toContain('Sync-Watermark');
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
        const preflight = await from(origin, 'OPTIONS');
        expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
        expect(preflight.headers['access-control-allow-headers']).toContain('x-api-key');
      }
      expect((await from('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined();
    });

    it('no other origin is allowed without CORS_ORIGINS, and a malformed origin is rejected', async () => {
      const closed = await startServer(database);
      try {
        const headers = { origin: 'https://app.example.com', 'x-api-key': key };
        const answer = await closed.ask('/2.0/accounts', { headers });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect((await closed.ask('/2.0/accounts', { method: 'OPTIONS', headers })).status).toBe(405);
      } finally {
        await closed.close();
      }
      for (const wrong of ['example.com', 'https://a.example/path', '*,https://a.example', 'null']) {
        expect(() => readConfig({ CORS_ORIGINS: wrong })).toThrow('CORS_ORIGINS must be origins such as');
      }
      expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
    });
  });
});
