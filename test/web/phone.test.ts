import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID, northgateAccountId, northgateAssetId } from '../../seeds/northgate/ids.js';
import { seriousProblems } from '../support/axe.js';
import { expectFits, HAS_BROWSER, quiet, setScheme } from '../support/browser.js';
import { changeAddress, openDashboard } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

/** A small phone: the height is that between the bars of its browser. */
const PHONE = { width: 390, height: 664 } as const;
/** The width of a tablet held upright. */
const TABLET = 768;
/** A row of a table with many columns. */
const LISTED = '.scroll.many .as-cards tbody tr';
const OFFICE = northgateAssetId('office');

/** The bottom of the first element that matches, in pixels from the top of the page. */
const bottomOf = async (page: Page, selector: string): Promise<number> => {
  await page.locator(selector).first().waitFor();
  await quiet(page);
  return page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().bottom + scrollY`);
};

interface AccessibleNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly childIds?: readonly string[];
}

/** The numbers of cells in the rows that screen readers find, for each table of the page. */
async function cellsOf(page: Page): Promise<readonly ReadonlySet<number>[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly AccessibleNode[];
  };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const below = (node: AccessibleNode): readonly AccessibleNode[] =>
    (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []).flatMap((child) => [child, ...below(child)]);
  const withRole = (node: AccessibleNode, roles: readonly string[]): readonly AccessibleNode[] =>
    below(node).filter(({ role }) => roles.includes(role?.value ?? ''));
  return nodes
    .filter(({ role, ignored }) => role?.value === 'table' && !ignored)
    .map(
      (table) =>
        new Set(withRole(table, ['row']).map((row) => withRole(row, ['cell', 'rowheader', 'columnheader']).length)),
    );
}

describe.runIf(HAS_BROWSER)('the dashboard on a phone', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);
  const first = async (path: string, key: string): Promise<string> => {
    const { data } = (await server().get(path, key)).body;
    return String((data as readonly Json[])[0]?._id);
  };

  it('shows the first figure of each view without scrolling, and rows as cards', { timeout: 240_000 }, async () => {
    const key = await server().key({ companies: [NORTHGATE_COMPANY_ID] });
    const { page, problems } = await openDashboard(browser(), server().url, key);
    await page.setViewportSize(PHONE);
    const finding = await first('/findings?status=open&kind=bill-line-differs&limit=1', key);
    const bill = await first('/invoices?limit=1', key);
    for (const [search, figure] of [
      ['', '.answers p'],
      ['?sites=list', 'p[role="status"]'],
      ['?findings=open', 'p[role="status"]'],
      ['?bills=all', 'p[role="status"]'],
      [`?building=${OFFICE}`, '.tile strong'],
      [`?account=${northgateAccountId('office', 'electricity')}`, '.tile strong'],
      [`?finding=${finding}`, '.lead'],
      [`?invoice=${bill}`, '.tile strong'],
    ] as const) {
      if (search !== '') await changeAddress(page, search);
      expect(await bottomOf(page, figure), search).toBeLessThanOrEqual(PHONE.height);
      const rows = page.locator('.as-cards tbody tr');
      expect(await rows.count(), search).toBeGreaterThan(0);
      const display = "getComputedStyle(document.querySelector('.as-cards tbody tr')).display";
      expect(await page.evaluate<string>(display), search).toBe('block');
      expect(await page.locator('.as-cards tbody td:not([data-name])').count(), search).toBe(0);
      // Each row has a cell for each column, so that screen readers say the right name of a column.
      for (const cells of await cellsOf(page)) expect(cells.size, search).toBe(1);
      await expectFits(page, PHONE.width);
      await page.setViewportSize(PHONE);
    }
    expect(problems).toEqual([]);
  });

  it('shows the rows of the lists as cards on a tablet, and no list scrolls sideways', async () => {
    const key = await server().key({ companies: [NORTHGATE_COMPANY_ID] });
    const { page, problems } = await openDashboard(browser(), server().url, key);
    const display = `getComputedStyle(document.querySelector('${LISTED}')).display`;
    for (const search of ['?sites=list', '?findings=open', '?bills=all', `?building=${OFFICE}`]) {
      await changeAddress(page, search);
      await page.locator(LISTED).first().waitFor();
      await expectFits(page, TABLET);
      await quiet(page);
      expect(await page.evaluate<string>(display), search).toBe('grid');
      const cut = "[...document.querySelectorAll('.scroll')].filter((region) => region.querySelector('table')";
      expect(await page.evaluate<number>(`${cut} && region.scrollWidth > region.clientWidth).length`), search).toBe(0);
      for (const cells of await cellsOf(page)) expect(cells.size, search).toBe(1);
      await page.setViewportSize({ width: 1_330, height: 900 });
      await expect.poll(() => page.evaluate<string>(display)).toBe('table-row');
    }
    expect(problems).toEqual([]);
  });

  it('explains that a wide chart scrolls with the arrow keys too, and shrinks an empty card to a line', async () => {
    const key = await server().key({ companies: [NORTHGATE_COMPANY_ID] });
    const { page, problems } = await openDashboard(browser(), server().url, key, `?building=${OFFICE}`);
    const note = page.getByText('Scroll sideways to see everything.');
    await page.setViewportSize({ width: 1_440, height: 900 });
    await expect.poll(() => note.count()).toBe(0);
    await page.setViewportSize(PHONE);
    await note.first().waitFor();
    const chart = page.getByRole('region', { name: 'Half-hours, chart' });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate<number>('document.activeElement.scrollLeft')).toBeGreaterThan(0);
    const gaps = page.locator('section.card', { has: page.getByRole('heading', { name: 'Gaps', exact: true }) });
    await gaps.getByText('None in 2025, bills included.').waitFor();
    expect((await gaps.boundingBox())?.height).toBeLessThan(60);
    expect(await seriousProblems(page)).toEqual([]);
    await setScheme(page, 'dark');
    expect(await seriousProblems(page, { rules: ['color-contrast'] })).toEqual([]);
    expect(problems).toEqual([]);
  });
});
