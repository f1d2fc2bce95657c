import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectFits, HAS_BROWSER, quiet, setScheme, type Visit } from '../support/browser.js';
import { openWithKey } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { findProgram } from '../support/programs.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

/** Part of Debian's poppler-utils. Without it, the test that reads the print is skipped and listed. */
const PDFTOTEXT = findProgram('pdftotext');
/** Width between the margins of A4 in pixels of 1/96 inch. */
const PAPER = 695;

/** Prints a page to a PDF, like the print dialog with A4. */
const print = (page: Page): Promise<Buffer> =>
  page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true });

/** Returns the sizes of the pages of a PDF in points. */
const pagesOf = (pdf: Buffer): readonly string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  );

const textOf = (pdf: Buffer): string => execFileSync(PDFTOTEXT ?? '', ['-layout', '-', '-'], { input: pdf }).toString();

/** Views, with the maximum number of pages and the texts to find on them. */
const VIEWS = [
  ['', 3, ['Portfolio 2022', 'Consumption by month', 'By type', 'Sites by emissions']],
  [
    '?building=c85be2627041bb78294f37e6&type=electricity',
    4,
    ['Arrington Institute 2022', '84 Charles Babbage Road', 'kWh/m²', 'Baseload', 'Half-hours', 'Sources', 'MWh'],
  ],
  ['?account=0b9f8a54673b5ba8f8133348&period=2016', 3, ['2016', 'US$', 'Gaps', 'Bills', 'The first 10 of 1']],
  ['?sites=list', 3, ['Sites 2022', 'Arrington Institute', 'kWh/m²']],
] as const;

describe.runIf(HAS_BROWSER)('a view on paper', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string): Promise<Visit> => openWithKey(browser(), `${server().url}/dashboard${search}`, key());

  it.each(VIEWS)('%s prints as a report on A4 in the light scheme and fits the paper', async (search, most) => {
    const { page, problems } = await open(search);
    await setScheme(page, 'dark');
    const pdf = await print(page);
    const pages = pagesOf(pdf);
    expect(new Set(pages)).toEqual(new Set(['596 × 843']));
    expect(pages.length).toBeLessThanOrEqual(most);
    // The page has removed the images for print.
    await expect.poll(() => page.locator('canvas.on-paper').count()).toBe(0);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await expectFits(page, PAPER);
    await quiet(page);
    const charts = await page.locator('.chart').count();
    expect(await page.locator('canvas:visible').count()).toBe(charts);
    for (const canvas of await page.locator('canvas:visible').all()) {
      const box = await canvas.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PAPER);
    }
    const grounds = `[...document.querySelectorAll('canvas.on-paper')].map((canvas) =>
      canvas.getContext('2d').getImageData(0, 0, 1, 1).data.join())`;
    expect(new Set(await page.evaluate<string[]>(grounds))).toEqual(new Set(charts === 0 ? [] : ['255,255,255,255']));
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(23, 33, 30)');
    for (const control of ['header.bar', '.tools', 'select', 'input', 'main button:not(thead button)', '.pages a']) {
      expect(await page.locator(`${control}:visible`).count(), control).toBe(0);
    }
    expect(problems).toEqual([]);
  });

  it.runIf(PDFTOTEXT !== null).each(VIEWS)(
    '%s prints title, address, date and page number on each page, and no controls',
    async (search, _, words) => {
      const { page, problems } = await open(search);
      const pdf = await print(page);
      const text = textOf(pdf);
      for (const word of words) expect(text).toContain(word);
      const pages = pagesOf(pdf).length;
      expect(text.match(/\/dashboard\?\S*period=\d{4}\S*, printed on/g)).toHaveLength(pages);
      for (let number = 1; number <= pages; number += 1) {
        expect(text).toMatch(new RegExp(` ${number} ?/ ?${pages}$`, 'm'));
      }
      for (const control of ['CSV', 'PNG', 'Forget key', 'Playground', 'Show all', 'Load more']) {
        expect(text).not.toContain(control);
      }
      expect(problems).toEqual([]);
    },
  );

  it('prints the map section shown on the screen', async () => {
    const { page, problems } = await open('?sites=map');
    await page.locator('.land canvas').first().waitFor();
    const coloursOf = (canvas: string): string => `(() => {
      const canvas = document.querySelector('${canvas}');
      if (canvas === null) return [];
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const pixels = Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(4 * pixel, 4 * pixel + 3).join());
      return [...new Set(pixels)];
    })()`;
    const land = '217,224,221';
    /** Returns whether the canvas shows land in a scheme: an empty canvas has fewer colours. */
    const isDrawn = async (scheme: 'light' | 'dark'): Promise<boolean> => {
      const colours = await page.evaluate<string[]>(coloursOf('.land canvas'));
      return colours.length > 1 && colours.includes(land) === (scheme === 'light');
    };
    await expect.poll(() => isDrawn('light'), { timeout: 20_000 }).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isDrawn('dark'), { timeout: 20_000 }).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await quiet(page);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    // Land and background of the light scheme.
    expect(await page.evaluate<string[]>(coloursOf('.land canvas.on-paper'))).toEqual(
      expect.arrayContaining([land, '255,255,255']),
    );
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('canvas.on-paper').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
