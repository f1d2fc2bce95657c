import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES_OF_COLOURS, seriousProblems } from '../support/axe.js';
import { expectFits, HAS_BROWSER, openBrowser, quiet, setScheme, visit } from '../support/browser.js';
import { servePortfolio } from '../support/served.js';

describe('the API reference', () => {
  const { server, key } = servePortfolio('pglite');

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });

    /**
     * Opens an operation, sends its request, and expects the response of the service.
     * @param filled the parameters with an example value, which is an identifier of the sample portfolio
     */
    const expectToAnswer = async (page: Page, operation: string, filled: readonly string[]): Promise<void> => {
      const block = page.locator(`[id="operations-${operation}"]`);
      await block.locator('.opblock-summary-control').click();
      for (const name of filled) {
        const row = block.locator(`tr[data-param-name="${name}"]`);
        const field = row.locator('select, input').first();
        // Swagger UI renders it when the block opens.
        await field.waitFor();
        if ((await row.locator('select').count()) > 0) await field.selectOption('');
        else await field.fill('');
      }
      await block.locator('tr[data-param-name="limit"] input').fill('2');
      await block.getByRole('button', { name: 'Execute' }).click();
      const live = block.locator('.live-responses-table');
      const shown = live.locator('.response-col_description .highlight-code code').first();
      await shown.waitFor();
      await live.locator('.response-col_status', { hasText: '200' }).last().waitFor();
      await quiet(page);
      const { pathname, search } = new URL(await block.locator('.request-url pre').innerText());
      const { body } = await server().ask<{ readonly data: readonly unknown[] }>(`${pathname}${search}`, {
        headers: { 'x-api-key': key() },
      });
      expect(JSON.parse(await shown.innerText())).toEqual(body);
      expect(body.data).toHaveLength(2);
    };

    it(
      'opens, asks for the key once, sends requests and shows the responses, and passes axe at each step',
      { timeout: 240_000 },
      async () => {
        const { page, problems } = await visit(browser, `${server().url}/docs`);
        await page.locator('.opblock-summary-path', { hasText: '/accounts/{id}' }).waitFor();
        expect(await page.locator('.opblock').count()).toBe(15);
        await quiet(page);
        expect(await seriousProblems(page)).toEqual([]);

        await page.getByRole('button', { name: 'Authorize' }).first().click();
        // The dialog has one field, and it has the focus.
        await page.locator('.auth-container input:focus').waitFor();
        expect(await page.locator('.auth-container').allInnerTexts()).toEqual([expect.stringContaining('x-api-key')]);
        await quiet(page);
        expect(await seriousProblems(page)).toEqual([]);
        await page.keyboard.type(key());
        await page.keyboard.press('Enter');
        await page.locator('.modal-ux .close-modal').click();

        await expectToAnswer(page, 'Account-getAccounts', ['type', 'assetId']);
        await expectAccessibleInBoth(page);
        await expectToAnswer(page, 'Invoice-getInvoices', ['isPaid', 'values.invoiceDate.gte']);
        expect(problems).toEqual([]);
      },
    );

    it('folds all filters except the common ones, and unfolds a group by keyboard', { timeout: 180_000 }, async () => {
      const { body } = await server().ask<{ readonly paths: Readonly<Record<string, { readonly get: Operation }>> }>(
        '/2.0/openapi.json',
      );
      const names = body.paths['/invoices']?.get.parameters.map(({ name }) => name) ?? [];
      const ranges = names.filter((name) => /\.(gte|lte|gt|lt)$/.test(name));
      const common = ['limit', 'page', 'after', 'format', 'envelope', 'sort', 'isPaid', 'values.invoiceDate.gte'];
      expect(names.slice(0, common.length)).toEqual(common);
      expect(names.length).toBeGreaterThan(80);

      const { page, problems } = await visit(browser, `${server().url}/docs`);
      const block = page.locator('[id="operations-Invoice-getInvoices"]');
      await block.locator('.opblock-summary-control').click();
      const rows = '[id="operations-Invoice-getInvoices"] tr[data-param-name]';
      const shown = (): Promise<readonly string[]> =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll('${rows}')].map((row) => row.getAttribute('data-param-name'))`,
        );
      const group = block.getByRole('button', {
        name: `Filters by ranges of dates and numbers (${ranges.length - 1})`,
      });
      await group.waitFor();
      await expect.poll(shown).toEqual(common);
      await group.focus();
      await page.keyboard.press('Enter');
      await block.locator(`tr[data-param-name="${ranges.at(-1)}"]`).waitFor();
      await group.and(page.locator('[aria-expanded="true"]')).waitFor();
      await quiet(page);
      expect((await shown()).filter((name) => !common.includes(name))).toEqual(
        ranges.filter((name) => !common.includes(name)),
      );

      // A filled-in parameter stays visible, because the request contains it.
      await block.getByLabel('updatedAt.gte', { exact: true }).fill('2020-01-01');
      await group.press('Enter');
      await block.locator(`tr[data-param-name="${ranges.at(-1)}"]`).waitFor({ state: 'detached' });
      await expect.poll(shown).toEqual([...common, 'updatedAt.gte']);
      expect(problems).toEqual([]);
    });

    it('works by keyboard: the focus is visible, and Escape returns it to the button; fits a phone with an open operation', async () => {
      const { page } = await visit(browser, `${server().url}/docs`);
      const opener = page.getByRole('button', { name: 'Authorize' }).first();
      await opener.press('Enter');
      await page.locator('.auth-container input:focus').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.modal-ux').waitFor({ state: 'detached' });
      await page.locator('.btn.authorize:focus').waitFor();
      for (const name of ['Problem', 'Account']) {
        const button = page.locator('.models').getByRole('button', { name, exact: true });
        await button.focus();
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Tab');
        expect(await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      }
      const block = page.locator('[id="operations-Consumption-getConsumption"]');
      await block.locator('.opblock-summary-control').click();
      await block.locator('.responses-table').first().waitFor();
      await expectFits(page, 390);
    });
  });
});

/** Expects that a page passes axe in light and dark, which have different backgrounds. */
async function expectAccessibleInBoth(page: Page): Promise<void> {
  const grounds: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await setScheme(page, colorScheme);
    await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
    const rules = colorScheme === 'dark' ? RULES_OF_COLOURS : [];
    expect(await seriousProblems(page, { rules }), colorScheme).toEqual([]);
    grounds.push(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor'));
  }
  expect(new Set(grounds).size).toBe(2);
}

interface Operation {
  readonly parameters: readonly { readonly name: string }[];
}
