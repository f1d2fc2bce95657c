import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_BROWSER, openBrowser, visit } from '../support/browser.js';
import { servePortfolio } from '../support/served.js';

describe('the API reference', () => {
  const { server, key } = servePortfolio('pglite');

  it('is served with everything that it loads, without a key, under a strict policy', async () => {
    for (const [path, type] of [
      ['/docs', 'text/html'],
      ['/docs/start.js', 'text/javascript'],
      ['/docs/swagger-ui.css', 'text/css'],
      ['/docs/swagger-ui-bundle.js', 'text/javascript'],
      ['/docs/favicon-32x32.png', 'image/png'],
    ] as const) {
      const { status, headers } = await server().ask(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(headers['content-type']).toContain(type);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('is nothing else of the packages or folders beside it', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/index.html/x',
      '/docs/swagger-ui.js',
      '/docs/..%2fdocs',
      '/docs/',
    ]) {
      const { status, body } = await server().ask(path);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'unknown-path' });
    }
  });

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    it('opens, takes the key once, runs requests and shows their answers', { timeout: 180_000 }, async () => {
      const { page, problems } = await visit(browser, `${server().url}/docs`);
      await page.locator('.opblock-summary-path', { hasText: '/accounts/{id}' }).waitFor();
      expect(await page.locator('.opblock').count()).toBe(10);

      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const scheme = page.locator('.auth-container', { hasText: 'x-api-key' }).first();
      await scheme.locator('input').fill(key());
      await scheme.getByRole('button', { name: 'Apply credentials' }).click();
      await page.locator('.modal-ux .close-modal').click();

      // The example's parameters are filled in, of the sample portfolio; here is another.
      for (const [operation, filled] of [
        ['Account-accounts', ['type', 'assetId']],
        ['Invoice-invoices', ['isPaid', 'values.invoiceDate.gte']],
      ] as const) {
        const block = page.locator(`[id="operations-${operation}"]`);
        await block.locator('.opblock-summary-control').click();
        for (const name of filled) {
          const row = block.locator(`tr[data-param-name="${name}"]`);
          if ((await row.locator('select').count()) > 0) await row.locator('select').selectOption('');
          else await row.locator('input').fill('');
        }
        await block.locator('tr[data-param-name="limit"] input').fill('2');
        await block.getByRole('button', { name: 'Execute' }).click();
        const live = block.locator('.live-responses-table');
        const shown = live.locator('.response-col_description .highlight-code code').first();
        await shown.waitFor();
        expect(await live.locator('.response-col_status').last().innerText()).toContain('200');
        const { pathname, search } = new URL(await block.locator('.request-url pre').innerText());
        const { body } = await server().ask<{ readonly data: readonly unknown[] }>(`${pathname}${search}`, {
          headers: { 'x-api-key': key() },
        });
        expect(JSON.parse(await shown.innerText())).toEqual(body);
        expect(body.data).toHaveLength(2);
      }
      expect(problems).toEqual([]);
    });
  });
});
