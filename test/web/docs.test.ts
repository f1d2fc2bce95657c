import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_BROWSER, openBrowser, visit } from '../support/browser.js';
import { servePortfolio } from '../support/served.js';

describe('the API reference', () => {
  const { server, key } = servePortfolio('pglite');

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    it('opens, takes the key once, runs requests and shows their answers', { timeout: 180_000 }, async () => {
      const { page, problems } = await visit(browser, `${server().url}/docs`);
      await page.locator('.opblock-summary-path', { hasText: '/accounts/{id}' }).waitFor();
      expect(await page.locator('.opblock').count()).toBe(11);

      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const scheme = page.locator('.auth-container', { hasText: 'x-api-key' }).first();
      await scheme.locator('input').fill(key());
      await scheme.getByRole('button', { name: 'Apply credentials' }).click();
      await page.locator('.modal-ux .close-modal').click();

      // The example's parameters are filled in, of the sample portfolio; here is another.
      for (const [operation, filled] of [
        ['Account-getAccounts', ['type', 'assetId']],
        ['Invoice-getInvoices', ['isPaid', 'values.invoiceDate.gte']],
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
