import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { formatUnit } from '../../src/web/dashboard/format/units.js';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER, quiet, type Visit } from '../support/browser.js';
import { changeAddress, openWithKey, shown } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

const DATED = 'values.invoiceDate.gte=2016-01-01T00:00:00.000Z&values.invoiceDate.lt=2017-01-01T00:00:00.000Z';

describe.runIf(HAS_BROWSER)('the tabs and the list of bills in the dashboard', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string, own = key()): Promise<Visit> =>
    openWithKey(browser(), `${server().url}/dashboard${search}`, own);
  const listed = async (sort: string): Promise<readonly Bill[]> => {
    const { body } = await server().graphql<{ readonly invoices: { readonly data: readonly Bill[] } }>(
      `{ invoices(limit: 50, sort: "${sort}", filter: { values: { invoiceDate: {
        gte: "2016-01-01T00:00:00.000Z", lt: "2017-01-01T00:00:00.000Z" } } }) { data { isPaid currency supplier { name }
        account { name asset { siteName } }
        values { invoiceNumber supplierName invoiceDate startDate endDate totalUnits units totalCost } } } }`,
      {},
      key(),
    );
    return body.data?.invoices.data ?? [];
  };
  const bills = async (query: string): Promise<Json> =>
    (await server().get(`/invoices?limit=50&${DATED}&${query}`, key())).body;

  it('there are four tabs, which keep the period and mark the current tab', async () => {
    const { page, problems } = await open('?period=2016&type=electricity');
    const tabs = page.getByRole('navigation', { name: 'Parts of the dashboard' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual(['Portfolio', 'Sites', 'Findings', 'Bills']);
    for (const [name, search] of [
      ['Sites', '?period=2016&type=electricity&sites=list'],
      ['Findings', '?period=2016&type=electricity&findings=open'],
      ['Bills', '?period=2016&type=electricity&bills=all'],
      ['Portfolio', '?period=2016&type=electricity'],
    ] as const) {
      await tabs.getByText(name, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor();
      expect(new URL(page.url()).search).toBe(search);
      expect(await page.locator('.tabs [aria-current]').innerText()).toBe(name);
    }
    expect(problems).toEqual([]);
  });

  it('lists the bills dated in the period with all values of the API, in the order of a heading', async () => {
    const { page, problems } = await open('?bills=all&period=2016');
    for (const [heading, sort] of [
      [null, 'values.invoiceDate:desc'],
      ['Cost', 'values.totalCost:desc'],
    ] as const) {
      if (heading !== null) await page.getByRole('button', { name: heading, exact: true }).click();
      const same = await bills(`sort=${sort}`);
      await page
        .getByRole('status')
        .filter({ hasText: `${new Intl.NumberFormat('en-GB').format(Number(same.total))} bills dated 2016.` })
        .waitFor();
      await quiet(page);
      const cells = await page.evaluate<string[][]>(
        "[...document.querySelectorAll('.as-cards tbody tr')].map((row) => [...row.cells].map(({ innerText }) => innerText))",
      );
      expect(cells).toEqual((await listed(sort)).map(cellsOf));
      expect(cells).toHaveLength((same.data as Json[]).length);
    }
    expect(problems).toEqual([]);
  });

  it('filters by status and supplier through the URL, and explains an invalid filter', async () => {
    const { page, problems } = await open('?bills=all&period=2016');
    await page.getByLabel('Status', { exact: true }).selectOption('Paid');
    const paid = await bills('isPaid=true');
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${new Intl.NumberFormat('en-GB').format(Number(paid.total))} bills? dated`) })
      .waitFor();
    expect(new URL(page.url()).search).toBe('?period=2016&bills=paid');
    await changeAddress(page, '?bills=lost');
    await page
      .getByRole('alert')
      .filter({ hasText: 'The address has the unknown status of bills “lost”. Allowed are all, paid and unpaid.' })
      .waitFor();
    expect(problems).toEqual([]);
  });

  it('explains that a key may not read bills', async () => {
    const energy = await server().key({ role: 'energy', companies: SAMPLE_COMPANY_IDS });
    const { page } = await open('?bills=all', energy);
    await page.getByText('This key may not read bills: it lacks the scope read:invoices.').waitFor();
  });

  it('passes axe, and on a phone folds the filters and shows each bill as a card', { timeout: 240_000 }, async () => {
    const { page, problems } = await open('?bills=all&period=2016');
    await expectAccessible(page);
    for (const width of [1440, 820, 390]) {
      await expectFits(page, width);
      expect(await page.locator('.scrolls').count(), String(width)).toBe(0);
    }
    expect(await page.getByLabel('Status', { exact: true }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More filters' }).press('Enter');
    expect(await page.getByLabel('Status', { exact: true }).isVisible()).toBe(true);
    const card = "getComputedStyle(document.querySelector('.as-cards tbody tr')).display";
    expect(await page.evaluate(card)).toBe('block');
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
});

interface Bill {
  readonly isPaid: boolean | null;
  readonly currency: string;
  readonly supplier: { readonly name: string } | null;
  readonly account: { readonly name: string; readonly asset: { readonly siteName: string } } | null;
  readonly values: {
    readonly invoiceNumber: string;
    readonly supplierName: string | null;
    readonly invoiceDate: string;
    readonly startDate: string;
    readonly endDate: string;
    readonly totalUnits: number | null;
    readonly units: string | null;
    readonly totalCost: number;
  };
}

/** The row of a bill, as the page shows the values of the API. */
function cellsOf({ isPaid, currency, supplier, account, values }: Bill): readonly string[] {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const { invoiceNumber, supplierName, invoiceDate, startDate, endDate, totalUnits, units, totalCost } = values;
  return [
    invoiceNumber,
    supplier?.name ?? supplierName ?? '–',
    account?.asset.siteName ?? '–',
    account?.name ?? '–',
    ...[invoiceDate, startDate, endDate].map((date) => day.format(new Date(date))),
    totalUnits === null ? '–' : `${shown(totalUnits, 1)} ${formatUnit(units ?? '')}`.trim(),
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(totalCost),
    isPaid === null ? '–' : isPaid ? 'Paid' : 'Not paid',
  ];
}
