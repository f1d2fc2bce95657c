import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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
const WIDTHS = { desktop: 1360, phone: 380 } as const;
/** Part of Debian's poppler-utils. Without it, the prints stay PDF files. */
const PDFTOPPM = findProgram('pdftoppm');
/** Time for ECharts to finish charts with many points, which it draws in steps. */
const PAINT_MS = 3_000;

describe('pictures of the dashboard over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser({ name: 'whole', load: seedSample });
  beforeAll(() => mkdir(FOLDER, { recursive: true }));

  it.each(Object.entries(VIEWS))('%s', async (name, search) => {
    const { page } = await visit(browser(), `${server().url}/dashboard${search}`);
    await page.getByLabel('API key').fill(key());
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.waiting').count(), { timeout: 90_000 }).toBe(0);
    for (const [device, width] of Object.entries(WIDTHS)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(PAINT_MS);
        const path = join(FOLDER, `${name}-${device}-${colorScheme}`);
        await page.screenshot({ path: `${path}.png` });
        await page.screenshot({ path: `${path}-whole.png`, fullPage: true });
      }
    }
    // Prints from the dark scheme, to show that the print is light.
    const printed = join(FOLDER, `${name}-printed`);
    await page.pdf({ path: `${printed}.pdf`, format: 'A4', preferCSSPageSize: true, printBackground: true });
    if (PDFTOPPM !== null) execFileSync(PDFTOPPM, ['-r', '80', '-png', `${printed}.pdf`, printed]);
    await page.context().close();
  });
});
