import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { PAGES } from '../../src/server/site.js';
import { buildPages } from '../support/build.js';
import { servePortfolio } from '../support/served.js';

await buildPages();

/** Returns the paths that a page or style sheet loads from this server. */
const loads = (text: string): readonly string[] =>
  [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"|url\((\/assets\/[^)]+)\)/g)].map(
    ([, attribute, url]) => attribute ?? url ?? '',
  );

describe('the pages', () => {
  const { server } = servePortfolio('pglite');

  it.each(PAGES)(
    'serves $path without a key, with a strict content security policy, and has browsers revalidate it',
    async (page) => {
      const { status, headers, text } = await server().ask(page.path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; ");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-eval|\*|https?:/);
      // Only GraphiQL needs inline styles.
      expect(policy.replace(page.path === '/playground' ? "style-src 'self' 'unsafe-inline'" : '', '')).not.toContain(
        'unsafe',
      );
      expect(text).not.toMatch(/<script>|<style|style="|https?:\/\/(?!127\.0\.0\.1)/);
    },
  );

  it.each(PAGES)(
    '$path loads files named by their content hash, which browsers may cache forever',
    async ({ path }) => {
      const files = loads((await server().ask(path)).text);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        expect(file).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|svg|png)$/);
        const { status, headers, text } = await server().ask(file);
        expect({ file, status }).toEqual({ file, status: 200 });
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['content-security-policy']).toContain("script-src 'self'");
        for (const inner of file.endsWith('.css') ? loads(text) : []) {
          expect({ inner, status: (await server().ask(inner)).status }).toEqual({ inner, status: 200 });
        }
      }
    },
  );

  /** Returns the raw response for an encoding, which `fetch` would decode. */
  const fetched = async (
    path: string,
    encoding: string,
  ): Promise<{ readonly headers: Headers; readonly text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${server().port}${path}`, {
      headers: { 'accept-encoding': encoding },
    });
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept-Encoding']);
    return { headers: answer.headers, text: await answer.text() };
  };

  it('are sent in the compressed form of the build, each encoding with a distinct ETag', async () => {
    const built = (file: string): string => join(PACKAGE_ROOT, 'dist/web', file);
    const files = new Map(PAGES.map(({ path, folder }) => [path, join(folder, 'index.html')]));
    for (const file of loads((await server().ask('/dashboard')).text)) files.set(file, file);
    for (const [path, file] of files) {
      const whole = await fetched(path, 'identity');
      expect(whole.headers.get('content-encoding')).toBeNull();
      const tags = new Set([whole.headers.get('etag')]);
      // Small files and images are not compressed.
      const isCompressed = existsSync(built(`${file}.br`));
      if (!isCompressed) expect(statSync(built(file)).size < 1_024 || file.endsWith('.png')).toBe(true);
      for (const [asked, coding, end] of [
        ['br, gzip, deflate', 'br', '.br'],
        ['gzip', 'gzip', '.gz'],
        ['br;q=0.1, gzip', 'gzip', '.gz'],
      ] as const) {
        if (!isCompressed) continue;
        const { headers, text } = await fetched(path, asked);
        expect({ path, coding: headers.get('content-encoding') }).toEqual({ path, coding });
        expect(Number(headers.get('content-length'))).toBe(statSync(built(file + end)).size);
        expect(text).toBe(whole.text);
        tags.add(headers.get('etag'));
      }
      expect(tags.size).toBe(isCompressed ? 3 : 1);
      expect(tags).not.toContain(null);
      // The server never compresses a response on request.
      expect((await fetched(path, 'deflate')).headers.get('content-encoding')).toBeNull();
    }
  });

  it.each([...PAGES.map(({ path }) => path), '/2.0/openapi.json'])(
    'sends %s in full for any Range, and 304 for a matching ETag',
    async (path) => {
      const { text, headers } = await server().ask(path);
      expect(headers['accept-ranges']).toBe('none');
      for (const range of ['bytes=0-9', 'bytes=0-0,2-3,5-6', 'bytes=999999999-']) {
        const answer = await server().ask(path, { headers: { range } });
        expect([answer.status, answer.text === text]).toEqual([200, true]);
      }
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { headers: coded } = await fetched(path, encoding);
        const asked = { 'accept-encoding': encoding, 'if-none-match': coded.get('etag') ?? '' };
        const answer = await server().ask(path, { headers: asked });
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', coded.get('etag')]);
      }
      const head = await server().ask(path, { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(text)),
      ]);
    },
  );

  it('expose no other file in their folders', async () => {
    for (const path of [
      '/guide/rest/',
      '/guide/../docs/index.html',
      '/docs/index.html',
      '/docs/main.ts',
      '/home',
      '/playground/index.html',
      '/index.html',
      '/assets',
      '/assets/',
      '/assets/none-12345678.js',
      '/assets/..%2fdocs%2findex.html',
      '/assets/../docs/index.html',
    ]) {
      const { status, headers, body } = await server().ask(path);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'unknown-path' });
      expect(headers['cache-control'] ?? '').not.toContain('immutable');
    }
  });

  it.each(PAGES.filter(({ path }) => path !== '/'))(
    'redirects to $path from the path with a trailing slash',
    async ({ path }) => {
      const { status, headers } = await server().ask(`${path}/?a=%20b&a=c`);
      expect({ status, location: headers.location }).toEqual({ status: 308, location: `${path}?a=%20b&a=c` });
    },
  );

  /** The headers of a browser that opens an address. */
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  it('include a 404 page with links for browsers', async () => {
    for (const path of ['/nowhere', '/dashboard/nowhere', '/errors/nothing', '/2.1/accounts']) {
      const { status, headers, text } = await server().ask(path, { headers: BROWSER });
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(headers.vary).toContain('Accept');
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; ");
      expect(text).toContain('There is no page at this address');
      for (const page of PAGES) expect(text).toContain(`href="${page.path}"`);
      for (const file of loads(text)) expect((await server().ask(file)).status).toBe(200);
    }
  });

  it('send the 404 page in full for any range or condition', async () => {
    for (const path of ['/nowhere', '/guide/nowhere']) {
      for (const asked of [{ range: 'bytes=0-9' }, { range: 'bytes=99999-' }, { 'if-match': '"x"' }]) {
        const { status, text } = await server().ask(path, { headers: { ...BROWSER, ...asked } });
        expect({ path, asked, status }).toEqual({ path, asked, status: 404 });
        expect(text).toMatch(/<\/html>\s*$/);
      }
    }
  });

  it('return a problem document to other clients, for paths below the APIs, and for other methods', async () => {
    const others: readonly [string, Parameters<ReturnType<typeof server>['ask']>[1]][] = [
      ['/nowhere', {}],
      ['/nowhere', { headers: { accept: '*/*' } }],
      ['/nowhere', { headers: { accept: 'application/json, text/html;q=0.5' } }],
      ['/nowhere', { method: 'POST', headers: BROWSER }],
      ['/graphql/nowhere', { headers: BROWSER }],
    ];
    for (const [path, request] of others) {
      const { status, headers, body } = await server().ask(path, request);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'unknown-path' });
      expect(headers['content-type']).toContain('application/problem+json');
    }
  });
});
