import type { Page } from 'playwright-core';
import { expect, describe, it } from 'vitest';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER, quiet, type Visit } from '../support/browser.js';
import { cellsOf, changeAddress, openWithKey } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

/** Two buildings have electricity data, one of them gas as well; the other sites have none. */
describe.runIf(HAS_BROWSER)('the sites of the dashboard, over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search = '?sites=list'): Promise<Visit> =>
    openWithKey(browser(), `${server().url}/dashboard${search}`, key());
  const assets = async (query = ''): Promise<readonly Json[]> =>
    (await server().get(`/assets?limit=1000${query}`, key())).body.data as Json[];

  it('lists all sites and searches by name, code, town and meter as the user types', async () => {
    const { page, problems } = await open();
    const all = await assets();
    await page
      .getByRole('status')
      .filter({ hasText: `${all.length} sites` })
      .waitFor();
    const meters = (await server().get('/accounts?limit=1000', key())).body.data as Json[];
    const meter = meters.find(({ assetId, meterPointNumber }) => assetId && String(meterPointNumber).length > 8);
    const site = all.find(({ _id }) => _id === meter?.assetId);
    for (const [words, name] of [
      ['ARRINGTON', 'Arrington Institute'],
      ['animal fairbanks', 'FNSB-Animal Control'],
      [String(meter?.meterPointNumber), String(site?.siteName)],
    ] as const) {
      await page.getByLabel('Search').fill(words);
      await page.waitForURL((url) => url.searchParams.get('search') === words);
      await expect.poll(async () => (await namesOf(page)).length, { timeout: 60_000 }).toBeLessThan(10);
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    await page.getByLabel('Search').fill('nowhere at all');
    await page.getByText('No site matches.').waitFor();
    await page.getByLabel('Search').fill('a b c d e f g h i');
    await page.getByRole('alert').filter({ hasText: 'search must have at most 8 words, got 9.' }).first().waitFor();
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('offers the existing values as filters, and the service sorts over all pages', async () => {
    const { page, problems } = await open();
    const inactive = await assets('&status=inactive');
    await page.getByLabel('Status').selectOption('inactive');
    await page
      .getByRole('status')
      .filter({ hasText: `${inactive.length} site` })
      .waitFor();
    await quiet(page);
    expect(await namesOf(page)).toEqual(inactive.map(({ siteName }) => siteName));
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Tag').selectOption('fairbanks');
    await page.getByRole('status').filter({ hasText: '1 site' }).waitFor();
    await page.getByLabel('Tag').selectOption('');
    await page.getByRole('button', { name: 'With data' }).click();
    await page.getByRole('columnheader', { name: 'With data' }).and(page.locator('[aria-sort=descending]')).waitFor();
    await quiet(page);
    const shares = (await rowsOf(page)).map((row) => row[5] ?? '');
    const known = shares.filter((share) => share.endsWith('%')).map(Number.parseFloat);
    expect(known[0]).toBeGreaterThan(0);
    expect(known).toEqual(known.toSorted((one, other) => other - one));
    expect(shares.slice(known.length).every((share) => share === '–')).toBe(true);
    await page.getByRole('link', { name: 'Last', exact: true }).click();
    await page.getByText(/^Page 2 of 2/).waitFor();
    await quiet(page);
    expect(new URL(page.url()).search).toBe('?sites=list&sort=coverage%3Adesc&page=2');
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('link', { name: 'Arrington Institute', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
    expect(new URL(page.url()).search).toBe('?building=c85be2627041bb78294f37e6');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sites 2022' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('opens from each figure of the portfolio', async () => {
    const { page, problems } = await open('');
    const missing = page.getByRole('region', { name: 'Missing data' });
    await missing.getByRole('link').first().waitFor();
    await quiet(page);
    const numbers = await missing.locator('.segment strong').allInnerTexts();
    const total = numbers.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
    expect(total).toBe((await assets()).length);
    const none = missing.getByRole('link', { name: 'without data' });
    const number = Number.parseInt(await none.innerText(), 10);
    await none.click();
    await page.getByRole('heading', { level: 1, name: 'Sites 2022' }).waitFor();
    await page.getByText(new RegExp(`^Page 1 of \\d+, ${number} sites?$`)).waitFor();
    await quiet(page);
    expect(await page.getByRole('link', { name: /sites? without data/ }).getAttribute('aria-current')).toBe('true');
    expect(problems).toEqual([]);
  });

  it('still shows the page and explains the next step if the map cannot be loaded', async () => {
    const { page, problems } = await open();
    await page.route(/SitesMap/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The map cannot be loaded' }).waitFor();
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.getByRole('table', { name: 'Sites' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  it('shows sites on a map that loads on demand, without requests to third parties', async () => {
    const { page, problems } = await open();
    const loaded = (): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');
    expect((await loaded()).filter((name) => name.includes('SitesMap'))).toEqual([]);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page
      .getByRole('img', { name: /on a map of the land/ })
      .locator('canvas')
      .waitFor();
    expect((await loaded()).filter((name) => name.includes('SitesMap')).length).toBeGreaterThan(0);
    const all = await assets();
    await page.getByText(`${all.length} sites on the map.`).waitFor();
    // Markers stand at the centres of towns; the largest is Cambridge, on the right.
    await page.getByLabel('Search').fill('cambridge');
    const own = all.filter(({ address }) => (address as Json).locality === 'Cambridge').length;
    await page.getByText(`${own} sites on the map.`).waitFor();
    await quiet(page);
    const map = page.getByRole('img', { name: /on a map of the land/ });
    const box = await map.boundingBox();
    await map.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
    await page.getByText(`${own} sites here`).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('listitem').getByRole('link', { name: 'Arrington Institute', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('explains an error in the URL', async () => {
    const { page } = await open();
    for (const [search, sentence] of [
      ['?sites=grid', 'The address has the unknown view of the sites “grid”. Allowed are list and map.'],
      [
        '?sites=list&data=much',
        'The address has the unknown share of data “much”. Allowed are all, some, none and notExpected.',
      ],
      ['?sites=list&sort=joy:asc', 'The address has the unknown order “joy”'],
      ['?sites=list&sort=coverage:up', 'The address has the unknown direction “up”. Allowed are asc and desc.'],
      ['?sites=list&page=0', 'The address has the invalid page “0”. Pages are numbered from 1.'],
    ] as const) {
      await changeAddress(page, search);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });

  it.each(['?sites=list', '?sites=map'])(
    'passes axe in %j, light and dark, and fits a narrow screen',
    { timeout: 240_000 },
    async (search) => {
      const { page, problems } = await open(search);
      await expectAccessible(page);
      for (const width of [1360, 820, 380]) await expectFits(page, width);
      expect(problems).toEqual([]);
    },
  );

  it('works by keyboard alone', async () => {
    const { page } = await open();
    await page.getByLabel('Search').focus();
    await page.keyboard.type('arrington');
    await page.getByRole('status').filter({ hasText: '2 sites' }).waitFor();
    await quiet(page);
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    for (let step = 0; (await focused()) !== 'Arrington Institute'; step += 1) {
      expect(step).toBeLessThan(40);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
  });
});

function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  return cellsOf(page.getByRole('table', { name: 'Sites' }).locator('tbody tr'));
}

async function namesOf(page: Page): Promise<readonly string[]> {
  return (await rowsOf(page)).map(([name]) => name ?? '');
}
