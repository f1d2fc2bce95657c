import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID, northgateAssetId } from '../../seeds/northgate/ids.js';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER } from '../support/browser.js';
import { openDashboard, openWithKey, rowsOf } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

interface Finding {
  readonly kind: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly asset: { readonly siteName: string };
  readonly account: { readonly type: string };
}

const TITLE = 'Top movers of May 2025';
const SEARCH = '?period=2025-05';
/** May 2025 and May 2024 in UTC. */
const COMPARED = [
  ['2025-05-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z'],
  ['2024-05-01T00:00:00.000Z', '2024-06-01T00:00:00.000Z'],
] as const;
const CARDIFF = 'Cardiff Store';
/** Its consumption of May 2025 has the wrong unit. */
const FAULTY_CHANGE = '-91.1%';

/** Returns the rows of the table when it has the numbers of findings. */
async function movers(page: Page): Promise<readonly (readonly string[])[]> {
  await page.getByRole('table', { name: TITLE }).locator('tbody td:last-child', { hasText: /\d/ }).first().waitFor();
  return rowsOf(page, TITLE);
}

describe.runIf(HAS_BROWSER)('the open findings of top movers', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);
  const key = (scopes?: readonly string[]): Promise<string> =>
    server().key({ companies: [NORTHGATE_COMPANY_ID], ...(scopes ? { scopes } : {}) });
  const findings = async (used: string): Promise<readonly Finding[]> => {
    const { body } = await server().graphql<{ readonly findings: { readonly data: readonly Finding[] } }>(
      `{ findings(filter: { status: { eq: open } }, limit: 1000) {
        data { kind startDate endDate asset { siteName } account { type } } } }`,
      {},
      used,
    );
    return body.data?.findings.data ?? [];
  };
  const touching = (all: readonly Finding[], site: string, types: readonly string[]): readonly Finding[] =>
    all.filter(
      ({ asset, account, startDate, endDate }) =>
        asset.siteName === site &&
        types.includes(account.type) &&
        COMPARED.some(([from, to]) => startDate < to && endDate > from),
    );

  it('are the findings of the API in the month or the same month of the year before', async () => {
    const used = await key();
    const { page, problems } = await openDashboard(browser(), server().url, used, SEARCH);
    const all = await findings(used);
    const rows = await movers(page);
    expect(rows).toHaveLength(5);
    for (const [site = '', ...cells] of rows) {
      expect([site, cells.at(-1)]).toEqual([site, String(touching(all, site, ['electricity', 'gas']).length)]);
    }
    const cardiff = rows.find(([site]) => site === CARDIFF);
    expect(cardiff?.[2]).toBe(FAULTY_CHANGE);
    expect(touching(all, CARDIFF, ['electricity']).map(({ kind }) => kind)).toContain('unit-suspect');
    expect(rows.map((row) => row.at(-1))).toContain('0');
    await page.getByText(/see the open findings of the two months\./).waitFor();
    await expectAccessible(page, 'table.as-cards');
    expect(problems).toEqual([]);
  });

  it('are counted for the chosen type only', async () => {
    const used = await key();
    const { page } = await openDashboard(browser(), server().url, used, `${SEARCH}&type=gas`);
    const all = await findings(used);
    const rows = await movers(page);
    for (const [site = '', ...cells] of rows) {
      expect([site, cells.at(-1)]).toEqual([site, String(touching(all, site, ['gas']).length)]);
    }
  });

  it.each([
    ['', false],
    ['&type=electricity', true],
  ])('are shown next to the largest change at the top of the page%s: %s', async (type, hasSome) => {
    const { page } = await openDashboard(browser(), server().url, await key(), SEARCH + type);
    const [[site = '', ...cells] = []] = await movers(page);
    const count = Number(cells.at(-1));
    expect(count > 0).toBe(hasSome);
    const links = page.getByRole('region', { name: 'What changed' }).getByRole('link');
    const finding = count === 1 ? 'finding' : 'findings';
    expect(await links.allTextContents()).toEqual([site, ...(hasSome ? [`${count} open ${finding}`] : [])]);
  });

  it('link to the list of the site, unless there are none', async () => {
    const { page } = await openDashboard(browser(), server().url, await key(), SEARCH);
    await movers(page);
    const rows = page.getByRole('table', { name: TITLE }).locator('tbody tr');
    const none = rows.filter({ has: page.locator('td:last-child', { hasText: /^0$/ }) });
    expect(await none.first().locator('td a').count()).toBe(0);
    await rows.filter({ hasText: CARDIFF }).locator('td:last-child a').click();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('findings'), searchParams.get('building')]).toEqual(['open', northgateAssetId('cardiff')]);
  });

  it('are a column of the CSV and of the cards on a phone', async () => {
    const { page } = await openDashboard(browser(), server().url, await key(), SEARCH);
    const rows = await movers(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${TITLE} as CSV` }).click(),
    ]);
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(head.split(',').at(-1)).toBe('Open findings');
    const counts = lines.filter((line) => line !== '').map((line) => line.split(',').at(-1));
    expect(counts).toEqual(rows.map((row) => row.at(-1)));
    await page.setViewportSize({ width: 390, height: 664 });
    const cell = page.getByRole('table', { name: TITLE }).locator('td:last-child').first();
    expect(await cell.getAttribute('data-name')).toBe('Open findings');
    await expectFits(page, 390);
  });

  it('are absent for a key that may not read findings', async () => {
    const { page, problems } = await openDashboard(
      ...([browser(), server().url, await key(['read:assets', 'read:accounts', 'read:consumptions']), SEARCH] as const),
    );
    const table = page.getByRole('table', { name: TITLE });
    await table.waitFor();
    expect(await table.getByRole('columnheader', { name: 'Open findings' }).count()).toBe(0);
    expect(await page.getByText(/see the open findings/).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('have a German name', async () => {
    const { page } = await openWithKey(browser(), `${server().url}/dashboard${SEARCH}`, await key(), 'de-DE');
    const table = page.getByRole('table', { name: 'Größte Änderungen, Mai 2025' });
    await table.getByRole('columnheader', { name: 'Offene Befunde' }).waitFor();
    await page.getByText(/Prüfen Sie die offenen Befunde beider Monate\./).waitFor();
  });
});
