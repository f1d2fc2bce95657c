import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID, northgateAssetId } from '../../seeds/northgate/ids.js';
import { seedSample } from '../../seeds/sample.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { visit } from '../support/browser.js';
import { findProgram } from '../support/programs.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

/** Ignored by Git. */
const FOLDER = join(PACKAGE_ROOT, 'screenshots');
const VIEWS = {
  portfolio: '',
  building: '?building=c85be2627041bb78294f37e6&type=electricity',
  account: '?account=0b9f8a54673b5ba8f8133348&period=2016',
  sites: '?sites=list&sort=coverage:desc',
  'sites-map': '?sites=map',
  findings: '?findings=open',
} as const;
/** The pictures of the documents, `docs/dashboard-….png`, with a key of the invented company. */
const DOCUMENTED = {
  portfolio: '',
  findings: '?findings=open&sort=cost:desc',
  building: `?building=${northgateAssetId('office')}&type=electricity`,
  sites: '?sites=map',
} as const;
/** The report of the documents; its first two pages are `docs/dashboard-printed.png`. */
const REPORTED = `?building=${northgateAssetId('office')}&type=electricity`;
const WIDTHS = { desktop: 1360, phone: 380 } as const;
/** Part of Debian's poppler-utils. Without it, the prints stay PDF files. */
const PDFTOPPM = findProgram('pdftoppm');
/** Time for ECharts to finish charts with many points, which it draws in steps. */
const PAINT_MS = 3_000;

describe('pictures of the dashboard over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser({ name: 'whole', load: seedSample });
  beforeAll(() => mkdir(FOLDER, { recursive: true }));

  const open = async (search: string, apiKey: string): Promise<Page> => {
    const { page } = await visit(browser(), `${server().url}/dashboard${search}`);
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.waiting').count(), { timeout: 90_000 }).toBe(0);
    return page;
  };
  const painted = (page: Page): Promise<void> => page.waitForTimeout(PAINT_MS);
  // Prints from the dark scheme, to show that the print is light.
  const print = async (page: Page, name: string): Promise<void> => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const printed = join(FOLDER, `${name}-printed`);
    await page.pdf({ path: `${printed}.pdf`, format: 'A4', preferCSSPageSize: true, printBackground: true });
    if (PDFTOPPM !== null) execFileSync(PDFTOPPM, ['-r', '80', '-png', `${printed}.pdf`, printed]);
  };

  it.each(Object.entries(VIEWS))('%s', async (name, search) => {
    const page = await open(search, key());
    for (const [device, width] of Object.entries(WIDTHS)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await painted(page);
        const path = join(FOLDER, `${name}-${device}-${colorScheme}`);
        await page.screenshot({ path: `${path}.png` });
        await page.screenshot({ path: `${path}-whole.png`, fullPage: true });
      }
    }
    await print(page, name);
    await page.context().close();
  });

  it.each(Object.entries(DOCUMENTED))('the %s of the documents', async (name, search) => {
    const page = await open(search, await server().key({ companies: [NORTHGATE_COMPANY_ID] }));
    await page.setViewportSize({ width: 1360, height: 930 });
    await page.emulateMedia({ colorScheme: 'light' });
    await painted(page);
    // Of a building the part from the half-hours on.
    const half = "[...document.querySelectorAll('h2')].find((title) => title.innerText === 'Half-hours')";
    if (name === 'building') await page.evaluate(`${half}.closest('.card').scrollIntoView()`);
    await page.screenshot({ path: join(FOLDER, `dashboard-${name}.png`), fullPage: name === 'sites' });
    await page.context().close();
  });

  it('the report of the documents', async () => {
    const page = await open(REPORTED, await server().key({ companies: [NORTHGATE_COMPANY_ID] }));
    await painted(page);
    await print(page, 'dashboard');
    await page.context().close();
  });
});
