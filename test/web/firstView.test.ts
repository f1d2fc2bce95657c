import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID } from '../../seeds/northgate/ids.js';
import { HAS_BROWSER } from '../support/browser.js';
import { openDashboard, openWithKey, tile } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

describe.runIf(HAS_BROWSER)('the dashboard with a key of Northgate Foods', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);
  const key = (): Promise<string> => server().key({ companies: [NORTHGATE_COMPANY_ID] });

  it('opens with the last year, compares it with the year before, and shows cost', async () => {
    const { page, problems } = await openDashboard(browser(), server().url, await key());
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Portfolio 2025');
    expect(await tile(page, 'Cost')).toMatch(/^£2,\d{3},\d{3}\.\d\d$/);
    expect(await tile(page, 'Time with data')).toBe('100%');
    for (const name of ['Consumption', 'Emissions', 'Cost']) {
      await page
        .locator('.tile', { hasText: name })
        .first()
        .getByText(/against 2024/)
        .waitFor();
    }
    expect(problems).toEqual([]);
  });

  it('lists findings with money, the most expensive first', async () => {
    const { page, problems } = await openWithKey(
      browser(),
      `${server().url}/dashboard?findings=open&sort=cost:desc`,
      await key(),
    );
    await page.getByText('£53,455.58').first().waitFor();
    await page.getByText('£33,900.83').first().waitFor();
    // Of use, which no bill of its own prices.
    await page.getByRole('cell', { name: '£61.55', exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
