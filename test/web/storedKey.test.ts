import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { revokeKeys } from '../../src/auth/keys.js';
import { HAS_BROWSER, quiet, visit } from '../support/browser.js';
import { enterKey, openDashboard, settled } from '../support/dashboard.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

const KEEP = 'Store the key in this tab';

/** Returns the storage of the browser for this origin: of this tab, and of all tabs. */
const storage = (page: Page): Promise<{ readonly tab: string; readonly all: string }> =>
  page.evaluate(
    '({ tab: JSON.stringify({ ...sessionStorage }), all: JSON.stringify([{ ...localStorage }, document.cookie, location.href]) })',
  );

describe.runIf(HAS_BROWSER)('a key in a browser', () => {
  const { server, browser, key, database } = sampleInBrowser(SHOWN_SAMPLE);
  const secret = (): string => key().split(':')[1] ?? '';

  it('is not stored unless the user chooses it: a reload asks for it again', async () => {
    const { page } = await openDashboard(browser(), server().url, key());
    expect(JSON.stringify(await storage(page))).not.toContain(secret());
    await page.reload();
    await page.getByLabel('API key').waitFor();
    const keep = page.getByRole('checkbox', { name: KEEP });
    expect(await keep.isChecked()).toBe(false);
    const explanation = await page.locator(`[id="${await keep.getAttribute('aria-describedby')}"]`).innerText();
    expect(explanation).toMatch(/until you close the tab.*any script of this address.*can use it/s);
  });

  it('stored in a tab works on every page of that tab; another tab asks for it', async () => {
    const { page, problems } = await visit(browser(), `${server().url}/dashboard?period=2022-06`);
    await enterKey(page, key(), true);
    await settled(page);
    const { tab, all } = await storage(page);
    expect(tab).toContain(secret());
    expect(all).not.toContain(secret());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Portfolio June 2022' }).waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Playground' }).click();
    await page.locator('.graphiql-container').waitFor();
    await page.reload();
    await page.locator('.graphiql-container').waitFor();
    expect(problems).toEqual([]);
    const other = await page.context().newPage();
    for (const path of ['/dashboard', '/playground']) {
      await other.goto(`${server().url}${path}`);
      await other.getByLabel('API key').waitFor();
    }
  });

  it('is deleted from the tab when the user removes it', async () => {
    for (const path of ['/dashboard', '/playground']) {
      const { page } = await visit(browser(), `${server().url}${path}`);
      await enterKey(page, key(), true);
      await page.getByRole('button', { name: 'Forget key' }).click();
      await page.getByLabel('API key').waitFor();
      expect((await storage(page)).tab).not.toContain(secret());
      await page.reload();
      await page.getByLabel('API key').waitFor();
      await page.context().close();
    }
  });

  it('is dropped by a page from the back/forward cache if another page of the tab deleted it', async () => {
    const back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";
    for (const path of ['/dashboard', '/playground']) {
      const { page } = await visit(browser(), `${server().url}${path}`);
      await enterKey(page, key(), true);
      await page.getByRole('button', { name: 'Forget key' }).waitFor();
      await page.evaluate(back);
      await quiet(page);
      expect(await page.getByRole('button', { name: 'Forget key' }).count()).toBe(1);
      await page.evaluate('sessionStorage.clear()');
      await page.evaluate(back);
      await page.getByLabel('API key').waitFor();
      // A key that was never stored belongs to the page alone.
      await enterKey(page, key());
      await page.getByRole('button', { name: 'Forget key' }).waitFor();
      await page.evaluate(back);
      await quiet(page);
      expect(await page.getByLabel('API key').count()).toBe(0);
      await page.context().close();
    }
  });

  it('is deleted from the tab when the user enters another without storing it', async () => {
    const { page } = await visit(browser(), `${server().url}/dashboard`);
    await enterKey(page, key(), true);
    await settled(page);
    const proxied = 'sessionStorage.setItem(Object.keys(sessionStorage)[0], "nobody:wrong")';
    await page.evaluate(proxied);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'This is not a complete key' }).waitFor();
    await quiet(page);
    expect((await storage(page)).tab).toBe('{}');
    await enterKey(page, key());
    await settled(page);
    expect((await storage(page)).tab).toBe('{}');
  });

  it('is deleted from the tab once it is revoked, while in use and when a page opens', async () => {
    const own = await server().key({ companies: SAMPLE_COMPANY_IDS });
    const opened: { readonly page: Page; readonly url: string }[] = [];
    for (const path of ['/dashboard', '/dashboard', '/playground']) {
      const url = `${server().url}${path}`;
      const { page } = await visit(browser(), url);
      await enterKey(page, own, true);
      await page.getByRole('button', { name: 'Forget key' }).waitFor();
      opened.push({ page, url });
    }
    const [used, ...others] = opened;
    await used?.page.getByLabel('Part', { exact: true }).waitFor();
    // Leaves the page in the other tabs: a pending request would delete the key before they open the page again.
    for (const { page } of others) await page.goto('about:blank');
    await revokeKeys(database(), { userId: own.split(':')[0] ?? '' });
    await expect.poll(async () => (await server().get('/accounts?limit=1', own)).status, { timeout: 30_000 }).toBe(401);
    await used?.page.getByLabel('Part', { exact: true }).selectOption('June');
    await used?.page.getByRole('alert').filter({ hasText: 'no longer accepts this key' }).waitFor();
    for (const { page, url } of others) {
      await page.goto(url);
      await page.getByRole('alert').filter({ hasText: 'The service does not accept this key' }).waitFor();
    }
    for (const { page } of opened) expect((await storage(page)).tab).toBe('{}');
  });

  it('remains stored during an outage, so that a later reload uses it', async () => {
    const proxy = await startFaultProxy(server().url);
    try {
      const { page } = await visit(browser(), `http://127.0.0.1:${proxy.port}/dashboard`);
      await enterKey(page, key(), true);
      await settled(page);
      await page.route('**/graphql', (route) => route.abort());
      await page.reload();
      await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor({ timeout: 60_000 });
      expect((await storage(page)).tab).toContain(secret());
      await page.unroute('**/graphql');
      await page.reload();
      await settled(page);
      expect(await page.getByLabel('API key').count()).toBe(0);
    } finally {
      await proxy.close();
    }
  });
});
