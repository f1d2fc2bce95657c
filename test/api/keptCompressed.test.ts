import { createHook } from 'node:async_hooks';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES } from '../support/portfolio.js';
import { type Json, omit, PER_ANSWER, startServer, type TestServer } from '../support/server.js';

const ACCOUNTS = '/2.0/accounts';
const QUERY = `/graphql?query=${encodeURIComponent('{ accounts(limit: 50) { data { _id name type } } }')}`;
const TARGETS = [ACCOUNTS, QUERY];
const CODINGS = ['br', 'gzip'] as const;

/** An answer as it came over the connection. */
interface Received {
  readonly status: number | undefined;
  readonly headers: Json;
  readonly bytes: Buffer;
}

describe.each(ENGINES)('cached responses for clients that accept a coding, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let uncached: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    uncached = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await uncached.close();
    await database.close();
  });

  const ask = (target: string, accepted: string, from = server, method = 'GET', more = {}): Promise<Received> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, 'accept-encoding': accepted, ...more };
      httpRequest(from.url + target, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status } = response;
          resolve({ status, headers: omit(response.headers, ...PER_ANSWER), bytes: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    });
  /** Repeats a request until its response is cached, which is at the second one. */
  const cache = async (target: string): Promise<void> => {
    for (let time = 0; time < 3; time += 1) await ask(target, 'identity');
  };
  /** Counts the compressors that the process makes meanwhile. */
  const countCompressors = async (run: () => Promise<unknown>): Promise<number> => {
    let count = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'ZLIB') count += 1;
      },
    }).enable();
    try {
      await run();
    } finally {
      hook.disable();
    }
    return count;
  };

  it.each(TARGETS)('%s returns the same headers and bytes as an uncached response, in each coding', async (target) => {
    await cache(target);
    for (const coding of CODINGS) {
      const expected = await ask(target, coding, uncached);
      expect(expected.headers['content-encoding']).toBe(coding);
      for (let time = 0; time < 3; time += 1) expect(await ask(target, coding)).toEqual(expected);
    }
  });

  it.each(TARGETS)('%s is compressed once for each coding', async (target) => {
    await importPlain(database, 'assets', [{ _id: 'ac0000000000000000000008', companyId: COMPANIES[0] }]);
    await cache(target);
    for (const coding of CODINGS) {
      expect(await countCompressors(() => ask(target, coding))).toBe(1);
      expect(await countCompressors(() => ask(target, coding))).toBe(0);
    }
    expect(await countCompressors(() => ask(target, CODINGS[0]))).toBe(0);
  });

  it('use the same coding as uncached responses, for any Accept-Encoding', async () => {
    const target = '/2.0/accounts?limit=5';
    await cache(target);
    const coding = fc.constantFrom('gzip', 'br', 'deflate', 'identity', '*', 'x', 'GZIP', 'x-gzip');
    const quality = fc.constantFrom('', ';q=0', ';q=0.5', '; q=1', ';q=0.001');
    const accepted = fc.array(
      fc.tuple(coding, quality).map((both) => both.join('')),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(accepted, fc.constantFrom(',', ', '), async (codings, comma) => {
        const text = codings.join(comma);
        expect(await ask(target, text)).toEqual(await ask(target, text, uncached));
      }),
      { examples: [[['gzip', 'deflate', 'br'], ', ']] },
    );
  });

  it('match uncached responses for HEAD, conditional requests and small bodies', async () => {
    await cache(ACCOUNTS);
    const small = '/2.0/accounts?name=nobody';
    await cache(small);
    const etag = String((await ask(ACCOUNTS, 'gzip')).headers.etag);
    for (const coding of CODINGS) {
      for (const [target, method, more] of [
        [ACCOUNTS, 'HEAD', {}],
        [ACCOUNTS, 'GET', { 'if-none-match': etag }],
        [ACCOUNTS, 'GET', { 'if-none-match': '*' }],
        [ACCOUNTS, 'GET', { range: 'bytes=0-9' }],
        [small, 'GET', {}],
      ] as const) {
        const expected = await ask(target, coding, uncached, method, more);
        expect(await ask(target, coding, server, method, more)).toEqual(expected);
      }
    }
  });

  it('are compressed again after data has changed', async () => {
    await cache('/2.0/assets');
    const decoded = async (): Promise<string[]> => [
      gunzipSync((await ask('/2.0/assets', 'gzip')).bytes).toString(),
      brotliDecompressSync((await ask('/2.0/assets', 'br')).bytes).toString(),
    ];
    await decoded();
    for (const siteName of ['One', 'Two']) {
      await importPlain(database, 'assets', [{ _id: 'ac0000000000000000000009', companyId: COMPANIES[0], siteName }]);
      for (let time = 0; time < 4; time += 1) {
        const plain = (await uncached.get('/assets', key)).text;
        expect(plain).toContain(`"siteName":"${siteName}"`);
        expect(await decoded()).toEqual([plain, plain]);
      }
    }
  });
});
