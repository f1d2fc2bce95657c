import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/server/site.js';
import { expectAccessible } from '../support/axe.js';
import { HAS_BROWSER, quiet, visit } from '../support/browser.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

/** Returns the links of the top bar in HTML: address, label, and the value of `aria-current`. */
const linksOf = (text: string): readonly (readonly [string, string, string | undefined])[] => {
  const bar = /<nav aria-label="Pages">.*?<\/nav>/s.exec(text)?.[0] ?? '';
  return [...bar.matchAll(/<a href="([^"]+)"(?: aria-current="(\w+)")?>([^<]+)<\/a>/g)].map(
    ([, path = '', current, label = '']) => [path, label, current],
  );
};

describe.runIf(HAS_BROWSER)('the bar on top of every page', () => {
  const { server, browser } = sampleInBrowser(SHOWN_SAMPLE);

  it('links all pages without a script, and marks the current one', async () => {
    const asked = [...PAGES.map(({ path }) => path), '/guide/rest', '/guide/nothing', '/nothing'];
    for (const path of asked) {
      const { text } = await server().ask(path, { headers: { accept: 'text/html' } });
      const within = PAGES.find(({ hasMore }) => hasMore === true && path.startsWith('/guide'));
      const wanted = PAGES.map((page) => {
        const current = page === within ? 'true' : page.path === path ? 'page' : undefined;
        return [page.path, page.label, current];
      });
      expect(linksOf(text), path).toEqual(wanted);
    }
  });

  it('works by keyboard alone from each page to the next', async () => {
    const { page, problems } = await visit(browser(), `${server().url}/`);
    for (const next of [...PAGES.slice(1), ...PAGES.slice(0, 1)]) {
      const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
      // The page may have moved the focus into a field.
      await page.locator('.bar a').first().focus();
      for (let step = 1; (await focused()) !== next.label; step += 1) {
        expect(step).toBeLessThan(PAGES.length);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(`${server().url}${next.path}`);
      await quiet(page);
      expect(await page.locator('.bar [aria-current]').innerText()).toBe(next.label);
    }
    expect(problems).toEqual([]);
  });

  it.each(PAGES)('fits three widths on $path and passes axe, light and dark', async ({ path }) => {
    const { page, problems } = await visit(browser(), `${server().url}${path}`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    for (const width of [1280, 768, 380]) {
      await page.setViewportSize({ width, height: 800 });
      for (const link of await bar.getByRole('link').all()) {
        const box = await link.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      }
    }
    await expectAccessible(page, '.bar');
    expect(problems).toEqual([]);
  });
});
