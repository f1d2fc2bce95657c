import { describe, expect, it } from 'vitest';
import { HAS_BROWSER, type Visit } from '../support/browser.js';
import { changeAddress, openDashboard, rowsOf, settled, shown, tile } from '../support/dashboard.js';
import { SHOWN, SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

describe.runIf(HAS_BROWSER)('the periods and comparisons of the dashboard', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string): Promise<Visit> => openDashboard(browser(), server().url, key(), search);
  const consumed = async (from: string, to: string): Promise<number> =>
    Number(
      (await server().get(`/consumption?startDate=${from}&endDate=${to}&accountId=${SHOWN[0]}`, key())).body
        .consumption,
    );

  it('accepts any days by keyboard, explains invalid ones, and keeps the days in the URL', async () => {
    const { page, problems } = await open(`?account=${SHOWN[0]}&period=2022-05`);
    await page.getByLabel('Period', { exact: true }).selectOption('From – to');
    await page.getByLabel('Period from').fill('2022-04-10');
    await page.getByLabel('Period to').fill('2022-03-05');
    await page.getByLabel('Period to').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'begin after they end' }).waitFor();
    await page.getByLabel('Period from').fill('2022-03-05');
    await page.getByLabel('Period to').fill('2022-04-10');
    await page.getByLabel('Period to').press('Enter');
    await page.getByRole('heading', { level: 1, name: '5 Mar – 10 Apr 2022' }).waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('Week');
    await settled(page);
    expect(new URL(page.url()).search).toBe(`?account=${SHOWN[0]}&period=2022-03-05..2022-04-10&by=week`);
    expect(await tile(page, 'Consumption')).toBe(`${shown(await consumed('2022-03-05', '2022-04-10'), 2)} kWh`);
    const weeks = await rowsOf(page, 'Consumption by week');
    expect(weeks.map(([week]) => week)).toEqual([9, 10, 11, 12, 13, 14].map((week) => `week ${week} 2022`));
    expect(problems).toEqual([]);
  });

  it('shows the last days with data and compares them with the days before', async () => {
    const { page, problems } = await open(`?account=${SHOWN[0]}&period=last-30-days&compare=previous`);
    await page.getByRole('heading', { level: 1, name: '2 – 31 Dec 2022' }).waitFor();
    await page.getByText('the last days with data, not the days up to today').waitFor();
    const [now, before] = [await consumed('2022-12-02', '2022-12-31'), await consumed('2022-11-02', '2022-12-01')];
    const change = `${shown(100 * (now / before - 1), 1)}% against 2 Nov – 1 Dec 2022`;
    expect(await page.locator('.change').first().innerText()).toContain(change);
    expect(problems).toEqual([]);
  });

  it('compares any two periods with complete data, per day if their lengths differ', async () => {
    const { page, problems } = await open(`?account=${SHOWN[0]}&period=2022-03&compare=2022-02`);
    const [now, before] = [
      (await consumed('2022-03-01', '2022-03-31')) / 31,
      (await consumed('2022-02-01', '2022-02-28')) / 28,
    ];
    const tile = await page.locator('.tile').first().innerText();
    expect(tile).toContain(`${shown(100 * (now / before - 1), 1)}% against February 2022`);
    expect(tile).toContain('per day, over 31 days and 28 days');
    await page.getByLabel('Compare with').selectOption('Nothing');
    await settled(page);
    expect(await page.locator('.change').count()).toBe(0);
    expect(new URL(page.url()).search).toContain('compare=none');
    expect(problems).toEqual([]);
  });

  it('explains an invalid period or comparison in the URL', async () => {
    const { page } = await open('');
    for (const [search, sentence] of [
      ['?period=2022-02-30..2022-04-01', '“2022-02-30” is not a valid day'],
      ['?period=2022-04-10..2022-03-05', 'The days 2022-04-10..2022-03-05 begin after they end'],
      ['?period=2000-01-01..2022-03-05', 'cover more than ten years. Choose a shorter period.'],
      ['?period=2300', 'The period “2300” is out of range. Allowed are the years 1901 to 2199.'],
      ['?period=last-8-days', 'or last-7-days, last-30-days or last-90-days.'],
      ['?compare=then', 'The address has the unknown comparison “then”. Allowed are previous, none or a period'],
      ['?by=hour', 'The address has the unknown bar interval “hour”. Allowed are day, week and month.'],
    ] as const) {
      await changeAddress(page, search);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });
});
