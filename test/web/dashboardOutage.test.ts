import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { revokeKeys } from '../../src/auth/keys.js';
import { seriousProblems } from '../support/axe.js';
import { HAS_BROWSER, quiet } from '../support/browser.js';
import { openDashboard, settled } from '../support/dashboard.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

describe.runIf(HAS_BROWSER)('the dashboard during an outage', () => {
  const { server, browser, key, database } = sampleInBrowser(SHOWN_SAMPLE);

  it('reports an unreachable service once, dims the view, and recovers when the service is back', async () => {
    const proxy = await startFaultProxy(server().url);
    try {
      const { page } = await openDashboard(browser(), `http://127.0.0.1:${proxy.port}`, key());
      const [charts, tiles] = [await page.locator('canvas').count(), await page.locator('.tiles').innerText()];
      expect(charts).toBeGreaterThan(0);
      proxy.mode = 'down';
      proxy.cut();
      await page.getByLabel('Type', { exact: true }).selectOption('electricity');
      const note = page.getByRole('alert');
      await note.filter({ hasText: 'The service cannot be reached' }).waitFor();
      await page.locator('main.outage').waitFor();
      await quiet(page);
      expect(await note.count()).toBe(1);
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
      expect(await page.locator('canvas').count()).toBe(charts);
      expect(await page.locator('.tiles').innerText()).toBe(tiles);
      // The retry fails, so the note stays.
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      proxy.mode = 'pass';
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page.locator('.tile', { hasText: 'Consumption of electricity' }).filter({ hasNotText: 'gas' }).waitFor();
      await settled(page);
      expect(await note.count()).toBe(0);
      expect(await page.locator('main.outage').count()).toBe(0);
    } finally {
      await proxy.close();
    }
  });

  it('reports a revoked key once and offers to enter another', async () => {
    const own = await server().key({ companies: SAMPLE_COMPANY_IDS });
    const { page } = await openDashboard(browser(), server().url, own, '?building=c85be2627041bb78294f37e6');
    const charts = await page.locator('canvas').count();
    await revokeKeys(database(), { userId: own.split(':')[0] ?? '' });
    await expect.poll(async () => (await server().get('/accounts?limit=1', own)).status, { timeout: 30_000 }).toBe(401);
    await page.getByLabel('Part', { exact: true }).selectOption('June');
    await page.getByRole('alert').filter({ hasText: 'no longer accepts this key' }).waitFor();
    await page.locator('main.outage').waitFor();
    await quiet(page);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.locator('canvas').count()).toBe(charts);
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use another key' }).press('Enter');
    await page.getByLabel('API key').waitFor();
    expect(await page.locator('.tile').count()).toBe(0);
  });
});
