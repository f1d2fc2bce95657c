import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HAS_BROWSER, setScheme, visit } from '../support/browser.js';
import { enter, openDashboard } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The part of an image below its title: the number of its colours, and the shares of pixels in the background colour
 * and in the colour of missing data.
 */
interface ImageColours {
  readonly ground: string;
  readonly colours: number;
  readonly bare: number;
  readonly gaps: number;
}

const NO_DATA = { light: '231,196,207', dark: '156,90,112' } as const;

/** Measures an image; its first pixel has the background colour. */
const coloursOf = (page: Page, png: Buffer, noData: string): Promise<ImageColours> =>
  page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const at = (pixel) => data.slice(4 * pixel, 4 * pixel + 3).join();
    const below = Array.from({ length: image.width * (image.height - 150) }, (_, pixel) => at(pixel + 150 * image.width));
    const share = (colour) => below.filter((one) => one === colour).length / below.length;
    return { ground: at(0), colours: new Set(below).size, bare: share(at(0)), gaps: share('${noData}') };
  })()`);

describe.runIf(HAS_BROWSER)('the pictures of charts', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const save = async (page: Page, name: string): Promise<{ readonly file: string; readonly png: Buffer }> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${name} as PNG`, exact: true }).press('Enter'),
    ]);
    return { file: download.suggestedFilename(), png: await readFile(await download.path()) };
  };

  it('are PNGs named by building, figure and period, in high resolution and the colours of the scheme', async () => {
    const building = '?building=c85be2627041bb78294f37e6&type=electricity&period=2022-06';
    const { page, problems } = await openDashboard(browser(), server().url, key(), building);
    for (const [colorScheme, ground] of [
      ['light', '255,255,255'],
      ['dark', '26,34,32'],
    ] as const) {
      await setScheme(page, colorScheme);
      for (const [name, file, height] of [
        ['Consumption by day', 'consumption-by-day', 280],
        ['Half-hours', 'half-hours', 340],
        ['Load curve', 'load-curve', 280],
        ['Day and night', 'day-and-night', 280],
        ['Sources', 'sources', 280],
      ] as const) {
        const saved = await save(page, name);
        expect(saved.file).toBe(`arrington-institute-${file}-2022-06.png`);
        expect(saved.png.subarray(0, 8)).toEqual(SIGNATURE);
        // Two device pixels per CSS pixel, for the chart, its title and the margins.
        expect([saved.png.readUInt32BE(16), saved.png.readUInt32BE(20)]).toEqual([2_080, 2 * (height + 96)]);
        const shown = await coloursOf(page, saved.png, NO_DATA[colorScheme]);
        expect(shown.ground).toBe(ground);
        expect(shown.colours).toBeGreaterThan(10);
      }
    }
    expect(problems).toEqual([]);
  });

  it('are complete on a high-resolution screen, also for a chart of many points, and show missing data', async () => {
    const { page, problems } = await visit(
      browser(),
      `${server().url}/dashboard?building=c85be2627041bb78294f37e6&type=electricity`,
    );
    const session = await page.context().newCDPSession(page);
    const pictures: ImageColours[] = [];
    for (const deviceScaleFactor of [1, 2]) {
      const metrics = { width: 1280, height: 720, deviceScaleFactor, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', metrics);
      await page.reload();
      await enter(page, key());
      pictures.push(await coloursOf(page, (await save(page, 'Half-hours')).png, NO_DATA.light));
    }
    const [coarse, fine] = pictures;
    // The anti-aliasing of letters differs slightly.
    expect(fine?.bare).toBeCloseTo(coarse?.bare ?? 0, 3);
    expect(coarse?.bare).toBeLessThan(0.3);
    // Exactly the half-hours that clocks skip in March have no data.
    for (const { gaps } of pictures) expect(gaps > 0 && gaps < 0.001).toBe(true);
    expect(problems).toEqual([]);
    // The other tests run on a screen with one device pixel per CSS pixel.
    await page.context().close();
  });

  it('are available for the portfolio, and for a chart whose table is open', async () => {
    const { page, problems } = await openDashboard(browser(), server().url, key());
    expect((await save(page, 'Missing data of sites')).file).toBe('portfolio-missing-data-of-sites-2022.png');
    await page.getByRole('button', { name: 'Consumption by month as a table' }).click();
    expect((await save(page, 'Consumption by month')).file).toBe('portfolio-consumption-by-month-2022.png');
    // A table without a chart offers no PNG.
    expect(await page.getByRole('button', { name: 'Download Figures by type as PNG' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
