import { describe, expect, it } from 'vitest';
import { HAS_BROWSER, type Visit } from '../support/browser.js';
import { openDashboard, rowsOf, settled, shown, tile } from '../support/dashboard.js';
import { SHOWN, SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

/** Has bills of 2010 to 2017 and no other data. */
const BILLED = '9435362de60301a7bf05432f';
const SHAPES = ['Half-hours', 'Load curve', 'Day and night'];

describe.runIf(HAS_BROWSER)('the dashboard with incomplete data', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string): Promise<Visit> => openDashboard(browser(), server().url, key(), search);

  it('opens a building in its last year with data, lists years and kinds of records, and draws no half-hours from bills', async () => {
    const { page, problems } = await open(`?building=${BILLED}`);
    await page.getByRole('heading', { level: 1, name: 'FNSB-Animal Control 2017' }).waitFor();
    expect(await page.locator('.years').innerText()).toBe('Data: 2010 2011 2012 2013 2014 2015 2016 2017 (bills)');
    for (const name of SHAPES) expect(await page.getByRole('heading', { level: 2, name }).count(), name).toBe(0);
    expect(await page.locator('.tile', { hasText: /Baseload|Peak demand|By night/ }).count()).toBe(0);
    const sentence = await page.locator('.card.nothing').innerText();
    expect(sentence).toContain('2017 has no interval records, only bills');
    expect(problems).toEqual([]);
  });

  it('explains that a year has no data, and links to the years with data', async () => {
    const { page, problems } = await open(`?building=${BILLED}&period=2019`);
    const nothing = page.locator('.nothing');
    expect(await nothing.locator('p').first().innerText()).toBe('There is no data of electricity and gas for 2019.');
    expect(await page.locator('.tile').count()).toBe(0);
    for (const name of [...SHAPES, 'Sources', 'Gaps', 'Consumption by month']) {
      expect(await page.getByRole('heading', { level: 2, name }).count(), name).toBe(0);
    }
    await nothing.getByRole('link', { name: '2016' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'FNSB-Animal Control 2016' }).waitFor();
    await settled(page);
    expect(await page.locator('.tile').count()).toBeGreaterThan(4);
    expect(problems).toEqual([]);
  });

  it('opens a type in its last year with data and lists only the years of that type', async () => {
    const { body } = await server().graphql<{
      readonly viewer: {
        readonly consumption: {
          readonly data: readonly { readonly date: string; readonly sources: readonly string[] }[];
        };
      };
    }>(
      `{ viewer { consumption(startDate: "2000-01-01", endDate: "2025-12-31", granularity: yearly, accountType: water) {
        data { date sources } } } }`,
      {},
      key(),
    );
    const found = body.data?.viewer.consumption.data ?? [];
    const years = found.flatMap(({ date, sources }) => (sources.length > 0 ? [date] : []));
    expect(years.length).toBeGreaterThan(0);
    expect(years).not.toContain('2022');
    const { page, problems } = await open('?type=water');
    await page.getByRole('heading', { level: 1, name: `Portfolio ${years.at(-1)}` }).waitFor();
    const yearsText = await page.locator('.years').innerText();
    expect(yearsText.match(/\d{4}/g)).toEqual(years);
    // Water has no emission factor, so its emissions are unknown and not 0 kg.
    const [emitted] = await rowsOf(page, 'Sites by emissions');
    expect(emitted?.slice(0, 3)).toEqual(['FNSB-Animal Control', '–', '–']);
    expect(problems).toEqual([]);
  });

  it('computes the share of the night from interval records only', async () => {
    const { page, problems } = await open(`?account=${SHOWN[0]}`);
    const { body } = await server().get(
      `/consumption?startDate=2022-01-01&endDate=2022-12-31&accountId=${SHOWN[0]}&source=hh&dayNight=true&timeZone=Europe/London`,
      key(),
    );
    const share = (100 * Number(body.nightConsumption)) / Number(body.consumption);
    expect(await tile(page, 'By night')).toBe(`${shown(share, 1)}%`);
    for (const name of SHAPES) expect(await page.getByRole('heading', { level: 2, name }).count(), name).toBe(1);
    expect(problems).toEqual([]);
  });
});
