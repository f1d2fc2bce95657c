import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { KIND_NAMES } from '../../src/findings/kinds.js';
import { en } from '../../src/web/dashboard/texts/en.js';
import { expectAccessible } from '../support/axe.js';
import { expectFits, HAS_BROWSER, quiet, type Visit } from '../support/browser.js';
import { addressesOf, changeAddress, openWithKey, rowsOf } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

interface Finding {
  readonly _id: string;
  readonly kind: string;
  readonly assetId: string;
  readonly accountId: string;
  readonly startDate: string;
  readonly endDate: string;
}

interface Findings {
  readonly total: number;
  readonly data: readonly Finding[];
}

describe.runIf(HAS_BROWSER)('the findings in the dashboard, over the sample portfolio', () => {
  const { database, server, browser, key } = sampleInBrowser(SHOWN_SAMPLE, true);
  const open = (search = '?findings=open', own = key()): Promise<Visit> =>
    openWithKey(browser(), `${server().url}/dashboard${search}`, own);
  const findings = async (query = 'status=open'): Promise<Findings> =>
    (await server().get<Findings>(`/findings?limit=1000&sort=startDate:desc&${query}`, key())).body;

  it('are listed and counted by severity as in REST', async () => {
    const { page, problems } = await open();
    const all = await findings();
    expect(all.total).toBeGreaterThan(0);
    await page
      .getByRole('status')
      .filter({ hasText: `${all.total} findings` })
      .waitFor();
    await quiet(page);
    expect(await idsOf(page)).toEqual(all.data.map(({ _id }) => _id));
    // Each sentence is the page's own.
    expect(await page.getByRole('table', { name: 'Findings', exact: true }).locator('tbody th [lang]').count()).toBe(0);
    await page.getByText(`Page 1 of 1, ${all.total} findings`).waitFor();
    for (const severity of ['high', 'medium', 'low']) {
      const { total } = await findings(`status=open&severity=${severity}`);
      const link = page.getByRole('navigation', { name: 'Findings by severity' }).getByText(new RegExp(`${severity}:`));
      if (total === 0) expect(await link.count()).toBe(0);
      else expect(await link.innerText()).toMatch(new RegExp(`^${total} findings? ${severity}: `));
    }
    expect(problems).toEqual([]);
  });

  it('are grouped by cause, and a cause links to its findings', async () => {
    const { page, problems } = await open();
    const { data } = await findings();
    await quiet(page);
    expect(await causesOf(page)).toEqual(groupsOf(data));
    const causes = page.getByRole('table', { name: 'Findings by cause' });
    await causes.locator('tbody th a').first().click();
    await page.waitForURL((url) => url.searchParams.has('kind'));
    const kind = new URL(page.url()).searchParams.get('kind') ?? '';
    expect(new URL(page.url()).search).toBe(`?findings=open&kind=${kind}`);
    const ids = data.filter((finding) => finding.kind === kind).map(({ _id }) => _id);
    await expect.poll(() => idsOf(page)).toEqual(ids);
    expect(await causes.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('follow the order in the URL, and the default order without one', async () => {
    const { page, problems } = await open();
    const wanted = async (sort: string): Promise<readonly string[]> => {
      const { body } = await server().get<Findings>(`/findings?limit=1000&status=open&sort=${sort}`, key());
      return body.data.map(({ _id }) => _id);
    };
    for (const [words, sort] of [
      ['The most severe first', 'severity:desc'],
      ['The most expensive first', 'cost:desc'],
    ] as const) {
      await page.getByLabel('Order').selectOption(words);
      await expect.poll(() => idsOf(page)).toEqual(await wanted(sort));
      expect(new URL(page.url()).searchParams.get('sort')).toBe(sort);
    }
    await page.getByLabel('Order').selectOption('The latest first');
    await expect.poll(() => idsOf(page)).toEqual(await wanted('startDate:desc'));
    expect(new URL(page.url()).search).toBe('?findings=open');
    expect(problems).toEqual([]);
  });

  it('can be filtered by severity, kind, status and building, which the URL stores', async () => {
    const { page, problems } = await open();
    const kind = (await findings()).data[0]?.kind ?? '';
    await page.getByLabel('Kind').selectOption(kind);
    const own = await findings(`status=open&kind=${kind}`);
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${own.total} findings?$`) })
      .waitFor();
    expect(new URL(page.url()).search).toBe(`?findings=open&kind=${kind}`);
    const building = own.data[0]?.assetId ?? '';
    await page.getByRole('table').locator('tbody tr').first().locator('td').nth(2).getByRole('link').click();
    await page.waitForURL((url) => url.searchParams.get('building') === building);
    const here = await findings(`status=open&kind=${kind}&assetId=${building}`);
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${here.total} findings?$`) })
      .waitFor();
    await page.getByRole('link', { name: 'Show the findings of all sites' }).click();
    await page.getByLabel('Status').selectOption('dismissed');
    await page.getByText('There is no dismissed finding that matches. Each import checks').waitFor();
    await page.getByText(`for ${KIND_NAMES.length} kinds of problems: gap in the data, late data`).waitFor();
    expect(problems).toEqual([]);
  });

  it('link over their page to the charts of their account and period, which outline and list them, and back', async () => {
    const { page, problems } = await open();
    const first = (await findings()).data[0];
    await linkTo(page, first?._id).click();
    await page.waitForURL((url) => url.search === `?finding=${first?._id}`);
    await page.getByRole('link', { name: 'Show the charts of the meter for this time' }).click();
    await page.waitForURL((url) => url.searchParams.get('account') === first?.accountId);
    expect(new URL(page.url()).searchParams.get('period')).toBe(first?.startDate.slice(0, 7));
    await linkTo(page, first?._id).waitFor();
    await page.getByText(/^Problems in .+\. Times are local to the site, or marked UTC\./).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('are counted in the list of sites, in the heading of a building and in the table of its bills', async () => {
    const building = (await findings('status=open&kind=bill-after-contract')).data[0]?.assetId ?? '';
    const { siteName } = (await server().get<{ readonly siteName: string }>(`/assets/${building}`, key())).body;
    const { page, problems } = await open(`?sites=list&search=${encodeURIComponent(siteName)}`);
    const { total } = await findings(`status=open&assetId=${building}`);
    const badge = page.locator(`a[href*="building=${building}"]`, { hasText: 'open finding' });
    await badge.waitFor();
    await quiet(page);
    expect(await badge.innerText()).toBe(`${total} open finding${total === 1 ? '' : 's'}`);
    await badge.click();
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${total} findings?$`) })
      .waitFor();
    const { page: own } = await open(`?building=${building}`);
    await quiet(own);
    expect(await causesOf(own)).toEqual(groupsOf((await findings(`status=open&assetId=${building}`)).data));
    await own.getByRole('navigation', { name: 'Where this is' }).getByText(`${total} open finding`).waitFor();
    await own.getByRole('columnheader', { name: 'Open findings' }).getByRole('button').click();
    const counted = own.getByRole('table', { name: 'Bills' }).locator('tbody tr').first().locator('td').last();
    await expect.poll(() => counted.innerText(), { timeout: 60_000 }).toMatch(/^[1-9]/);
    expect(problems).toEqual([]);
  });

  it('are not requested with a key without their scope, and the page explains this', async () => {
    const scopes = ['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions'];
    const limited = await server().key({ scopes, companies: SAMPLE_COMPANY_IDS });
    const { page, problems } = await open('?findings=open', limited);
    await page.getByText('This key may not read findings: it lacks the scope read:findings.').waitFor();
    const { problems: others } = await open('?sites=list', limited);
    expect([...problems, ...others]).toEqual([]);
  });

  it('explains an error in the URL', async () => {
    const { page } = await open();
    for (const [search, sentence] of [
      [
        '?findings=new',
        'The address has the unknown status of findings “new”. Allowed are open, resolved, dismissed and all.',
      ],
      ['?findings=open&severity=bad', 'The address has the unknown severity “bad”. Allowed are high, medium and low.'],
      ['?findings=open&kind=joy', 'The address has the unknown kind of findings “joy”. Allowed are gap, late,'],
      [
        '?findings=open&sort=message:asc',
        'The address has the unknown order “message:asc”. Allowed are startDate:desc, severity:desc and cost:desc.',
      ],
      ['?findings=open&page=0', 'The address has the invalid page “0”. Pages are numbered from 1.'],
    ] as const) {
      await changeAddress(page, search);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });

  it('pass axe, light and dark, fit a narrow screen, and work by keyboard', { timeout: 240_000 }, async () => {
    const { page, problems } = await open();
    await expectAccessible(page);
    for (const width of [820, 380, 1360]) await expectFits(page, width);
    await quiet(page);
    await page.getByLabel('Kind').focus();
    const [first] = await idsOf(page);
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.search ?? ""');
    for (let step = 0; (await focused()) !== `?finding=${first}`; step += 1) {
      expect(step).toBeLessThan(40);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'What to do next' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('are listed next to the charts up to a limit, with the number of the others', async () => {
    const first = (await findings()).data[0];
    const period = first?.startDate.slice(0, 7) ?? '';
    await database().knex.raw(
      `insert into findings (_id, account_key, account_id, asset_id, entity_id, company_id, kind, severity, status,
         start_date, end_date, message, first_seen_at, updated_at)
       select decode('ab' || lpad(to_hex(n), 22, '0'), 'hex'), account_key, account_id, asset_id, entity_id, company_id, kind,
         severity, status, start_date, end_date, message || ' ' || n, first_seen_at, updated_at
       from findings, generate_series(1, 1300) n where _id = decode(?, 'hex')`,
      [first?._id ?? ''],
    );
    const { total } = await findings(
      `status=open&accountId=${first?.accountId}&startDate.lt=${first?.endDate}&endDate.gt=${first?.startDate}`,
    );
    const { page, problems } = await open(`?account=${first?.accountId}&period=${period}`);
    const more = (total - 200).toLocaleString('en-GB');
    await page.getByText(`The list of findings has ${more} more.`).waitFor();
    expect(problems).toEqual([]);
  });
});

/** The link to the page of a finding. */
function linkTo(page: Page, id: string | undefined): Locator {
  return page.locator(`th a[href$="finding=${id}"]`).first();
}

/** The number of findings by kind, from the table of causes; empty if no two findings share a cause. */
async function causesOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const rows =
    (await page.getByRole('table', { name: 'Findings by cause' }).count()) === 0
      ? []
      : await rowsOf(page, 'Findings by cause');
  return Object.fromEntries(rows.map(([cause = '', , number = '']) => [cause, number]));
}

/** What {@link causesOf} returns for these findings. */
function groupsOf(findings: readonly Finding[]): Readonly<Record<string, string>> {
  const words: Readonly<Record<string, string>> = en.finding.kinds;
  const numbers = new Map<string, number>();
  for (const { kind } of findings) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  if ([...numbers.values()].every((number) => number < 2)) return {};
  return Object.fromEntries([...numbers].map(([kind, number]) => [words[kind] ?? kind, String(number)]));
}

/** The identifiers of the listed findings, from their links. */
async function idsOf(page: Page): Promise<readonly string[]> {
  const table = page.getByRole('table', { name: 'Findings', exact: true });
  const addresses = await addressesOf(table.locator('tbody th a'));
  return addresses.map((address) => new URL(address, 'http://localhost').searchParams.get('finding') ?? '');
}
