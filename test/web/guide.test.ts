import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { PAGES } from '../../src/server/site.js';
import { DOCUMENTS, documentAt } from '../docs/documents.js';
import { expectFits, HAS_BROWSER, openBrowser, setScheme, visit } from '../support/browser.js';
import { openTestDatabase } from '../support/engines.js';
import { startServer, type TestServer } from '../support/server.js';

/** Returns the address of a document: `/guide/rest`. */
const addressOf = (path: string): string =>
  path === 'README.md' ? '/guide' : path.replace(/^docs\//, '/guide/').replace(/\.md$/, '');

describe('the guide', () => {
  let database: Database;
  let server: TestServer;
  // The guide shows no data, so an empty database is enough.
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it.each(DOCUMENTS)('serves $path as a page that needs no script', async ({ path, title, sections }) => {
    const { status, headers, text } = await server.ask(addressOf(path));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'; script-src 'self'; ");
    expect(text).toMatch(new RegExp(`<h1 id="[^"]+">${title}</h1>`));
    for (const { anchor } of sections) expect(text).toContain(` id="${anchor}"`);
    expect(text).not.toMatch(/<script>|<style|style="|\{\{|src="https?:/);
    expect(text).toContain('aria-current="page"');
  });

  it('has no broken links and lists every document on every page', async () => {
    const found = new Map<string, string>();
    for (const { path } of DOCUMENTS) found.set(addressOf(path), (await server.ask(addressOf(path))).text);
    for (const [address, text] of found) {
      const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);
      for (const other of found.keys()) expect(links, address).toContain(other);
      const isElsewhere = (link: string): boolean =>
        link.startsWith('https://') || (link !== '/guide' && PAGES.some(({ path }) => path === link));
      for (const link of links.filter((one) => !isElsewhere(one))) {
        const [to = '', anchor] = link.split('#');
        const target = found.get(to === '' ? address : to);
        expect(target, `${address} links ${link}`).toBeDefined();
        if (anchor !== undefined) expect(target, `${address} links ${link}`).toContain(` id="${anchor}"`);
      }
      const loaded = [...text.matchAll(/(?:src|href|data-sections)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(loaded.length).toBeGreaterThan(2);
      for (const file of loaded) expect((await server.ask(file)).status, file).toBe(200);
    }
  });

  it('groups its documents under the headings of the README', async () => {
    const groups = [...documentAt('README.md').text.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, group]) => group);
    expect(groups).toEqual(['Start', 'Use', 'Analyse', 'Operate', 'Understand']);
    const { text } = await server.ask('/guide/operations');
    const [, contents = ''] = /<nav aria-label="Documents">(.*?)<\/nav>/s.exec(text) ?? [];
    expect([...contents.matchAll(/<p>(\w+)<\/p>/g)].map(([, group]) => group)).toEqual(groups);
    const [, operate = ''] = /<p>Operate<\/p>(.*?)<p>/s.exec(contents) ?? [];
    expect(operate).toContain('href="/guide/operations" aria-current="page"');
    expect(operate).not.toContain('href="/guide/figures"');
  });

  it.each(['/guide/nothing', '/guide/index', '/guide/not-found', '/guide/rest.html', '/guide/..%2fhome%2findex'])(
    'responds 404 at %s with links to the existing pages',
    async (address) => {
      const { status, headers, text } = await server.ask(address);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
      expect(text).toContain('Page not found</h1>');
      expect(text).toContain('<a href="/guide/operations">Operations</a>');
    },
  );

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });

    it('finds sections by search, and each result links to its section', async () => {
      const { page, problems } = await visit(browser, `${server.url}/guide`);
      await page.locator('#search input').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('watermark');
      const results = page.locator('#results li');
      await results.first().waitFor();
      await results
        .first()
        .locator('mark', { hasText: /watermark/i })
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'REST: Incremental sync' }).click();
      await page.waitForURL('**/guide/rest#incremental-sync');
      await page.getByRole('heading', { level: 2, name: 'Incremental sync' }).waitFor();

      await page.locator('#search input').fill('zzzzqq');
      await page.getByText('No results for “zzzzqq”.').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#results').waitFor({ state: 'hidden' });

      await page.getByRole('main').getByRole('link', { name: 'The contract' }).click();
      await page.waitForURL('**/guide/contract');
      await page.getByRole('heading', { level: 1, name: documentAt('docs/contract.md').title }).waitFor();
      expect(problems).toEqual([]);
    });

    it.each([
      [1280, 'light'],
      [380, 'dark'],
    ] as const)('fits a width of %i, %s; its examples name the host that served the page', async (width, scheme) => {
      const { page, problems } = await visit(browser, `${server.url}/guide/operations`);
      await setScheme(page, scheme);
      await page.getByText(`curl ${server.url}/livez`).waitFor();
      await expectFits(page, width);
      expect(problems).toEqual([]);
    });

    it('is readable without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${server.url}/guide/figures`);
      expect(await page.locator('#search').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'Glossary' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
      await context.close();
    });
  });
});
