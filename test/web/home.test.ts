import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/config/root.js';
import { expectFits, HAS_BROWSER, openBrowser, setScheme, visit } from '../support/browser.js';
import { servePortfolio } from '../support/served.js';

describe('the page at /', () => {
  const { server } = servePortfolio('pglite');

  it('links all pages without a script, and every link responds', async () => {
    const { text } = await server().ask('/');
    const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const expected of [
      '/docs',
      '/playground',
      '/guide',
      '/2.0/openapi.json',
      '/2.0/accounts',
      '/2.0/assets',
      '/2.0/invoices',
      '/2.0/readings',
      '/2.0/non-cumulative',
      '/2.0/consumption',
      '/graphql',
      '/errors',
      '/livez',
      '/readyz',
    ]) {
      expect(links).toContain(expected);
    }
    for (const link of links) {
      const { status, text: answer } = await server().ask(link);
      // Endpoints with data require a key and respond 401.
      const needsKey = link === '/graphql' || (link.startsWith('/2.0/') && !link.endsWith('.json'));
      expect({ link, status }).toEqual({ link, status: needsKey ? 401 : 200 });
      if (needsKey) expect(answer).toContain('The request has no API key');
    }
    expect(text).toContain(`Version ${packageVersion()}`);
  });

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });

    it.each([
      [1280, 'light'],
      [380, 'dark'],
    ] as const)('fits a width of %i, %s, and shows that the service is ready', async (width, colorScheme) => {
      const { page, problems } = await visit(browser, `${server().url}/`);
      await setScheme(page, colorScheme);
      await page.locator('#health[data-state=ready]', { hasText: 'Ready' }).waitFor();
      await expectFits(page, width);
      await page.locator('pre', { hasText: `'${server().url}/2.0/accounts?limit=2'` }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Playground' }).click();
      await page.getByLabel('API key').waitFor();
      expect(problems).toEqual([]);
    });

    it.each([
      [200, { status: 'ready', database: 'ok', migrations: 'ok', replicas: ['ok', 'lags'] }, 'Ready (replica 2: lags)'],
      [503, { status: 'unavailable', database: 'is away', migrations: 'ok' }, 'Not ready (database: is away)'],
      [503, { status: 'stopping' }, 'Stopping'],
      [502, '<h1>Bad gateway</h1>', 'Unreachable'],
      [0, null, 'Unreachable'],
    ])('for a response %i %j of /readyz, shows %s', async (status, body, says) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route('**/readyz', (route) =>
        status === 0
          ? route.abort()
          : route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }),
      );
      await page.goto(`${server().url}/`);
      await page.getByText(says, { exact: true }).waitFor();
      await context.close();
    });
  });
});
