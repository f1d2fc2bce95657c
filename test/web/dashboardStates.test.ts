import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { issueKey } from '../../src/auth/keys.js';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER, visit } from '../support/browser.js';
import { enter, openDashboard, openWithKey, settled, submitKey } from '../support/dashboard.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import { startServer } from '../support/server.js';

const BUILDING = '?building=c85be2627041bb78294f37e6';
const VIEWS = ['', BUILDING, '?account=0b9f8a54673b5ba8f8133348&period=2016'];

/**
 * Covers wrong keys, slow and failing services, exhausted points, missing scopes, screen readers, keyboards and narrow
 * screens.
 */
describe.runIf(HAS_BROWSER)('the dashboard with errors and limits', () => {
  const { server, browser, key, database } = sampleInBrowser(SHOWN_SAMPLE);

  it('explains a missing, an incomplete and a rejected key, and keeps a valid one only in memory', async () => {
    const { page, problems } = await visit(browser(), `${server().url}/dashboard`);
    await page.getByRole('heading', { name: 'Your portfolio at a glance' }).waitFor();
    for (const [wrong, words] of [
      ['', 'Enter a key first.'],
      [`${key()}x`, 'This is not a complete key.'],
      ['ключ', 'This is not a complete key.'],
      [`${key().slice(0, -3)}AAA`, 'The service does not accept this key.'],
    ] as const) {
      await submitKey(page, wrong);
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
    }
    // Chromium logs every 401 to the console.
    expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
    await enter(page, key());
    const storage = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate<string>(storage)).not.toContain(key().split(':')[1] ?? '');
    await page
      .locator('#bar-end')
      .getByText(`Key of user ${key().split(':')[0]}`)
      .waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.locator('.tile').count()).toBe(0);
  });

  it('shows the label of the key, which names the reader', async () => {
    const { key: own } = await issueKey(database(), {
      ...{ role: 'reader', companies: SAMPLE_COMPANY_IDS, entities: [], label: 'Estates team' },
    });
    for (const path of ['/dashboard', '/playground']) {
      const { page, problems } = await openWithKey(browser(), `${server().url}${path}`, own);
      expect(await page.locator('#bar-end .key span').innerText()).toBe('Estates team');
      expect(problems).toEqual([]);
    }
  });

  it('shows that a slow service is loading and an unreachable one failed; "Try again" repeats the query', async () => {
    const proxy = await startFaultProxy(server().url);
    try {
      const { page } = await openDashboard(browser(), `http://127.0.0.1:${proxy.port}`, key());
      proxy.delayMs = 3_000;
      await page.getByLabel('Part', { exact: true }).selectOption('June');
      await page.getByRole('status').filter({ hasText: 'takes longer than usual' }).first().waitFor();
      proxy.delayMs = 0;
      await settled(page);
      proxy.mode = 'down';
      proxy.cut();
      await page.getByLabel('Type', { exact: true }).selectOption('electricity');
      const lost = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
      await lost.waitFor();
      proxy.mode = 'pass';
      await page.getByRole('button', { name: 'Try again' }).click();
      await lost.waitFor({ state: 'detached' });
      await settled(page);
      expect(await page.locator('.tile', { hasText: 'Consumption of electricity' }).count()).toBe(1);
    } finally {
      await proxy.close();
    }
  });

  it('shows the data that the key may read, and the error of the service for the rest', async () => {
    const energy = await server().key({ role: 'energy', companies: SAMPLE_COMPANY_IDS });
    const { page, problems } = await openDashboard(browser(), server().url, energy, BUILDING);
    const invoices = page.getByRole('region', { name: 'Bills', exact: true });
    await invoices.getByRole('alert').filter({ hasText: 'read:invoices' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(problems).toEqual([]);
    const lists = await server().key({ scopes: ['read:assets'], companies: SAMPLE_COMPANY_IDS });
    const other = await visit(browser(), `${server().url}/dashboard`);
    await submitKey(other.page, lists);
    await other.page.getByRole('alert').filter({ hasText: 'read:accounts' }).waitFor();
  });

  it('explains that it waits for the rate limit', async () => {
    const limited = await startServer(database(), { RATE_LIMIT_POINTS: '4', RATE_LIMIT_WINDOW: '5' });
    try {
      const { page } = await visit(browser(), `${limited.url}/dashboard`);
      await submitKey(page, key());
      const note = page.locator('.waiting', { hasText: 'Loading again…' });
      await note
        .filter({ hasText: /point|request/i })
        .first()
        .waitFor();
    } finally {
      await limited.close();
    }
  });

  it.each(VIEWS)('passes axe in %j, light and dark, and fits a narrow screen', { timeout: 240_000 }, async (search) => {
    const { page, problems } = await openDashboard(browser(), server().url, key(), search);
    await expectAccessible(page);
    await expectFits(page, 380);
    expect(problems).toEqual([]);
  });

  it('works with the keyboard alone', async () => {
    const { page } = await visit(browser(), `${server().url}/dashboard`);
    // The load event fires before React renders the field; earlier keystrokes would be lost.
    await page.locator('input[name="key"]:focus').waitFor();
    await page.keyboard.type(key());
    await page.keyboard.press('Enter');
    await settled(page);
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    for (let step = 0; (await focused()) !== 'Arrington Institute'; step += 1) {
      expect(step).toBeLessThan(120);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
  });
});
