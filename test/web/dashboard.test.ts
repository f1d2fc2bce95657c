import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HAS_BROWSER, quiet, type Visit } from '../support/browser.js';
import { enter, openDashboard, rowsOf, settled, shown, submitKey, tile } from '../support/dashboard.js';
import { SHOWN, SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

/** Has electricity and gas accounts; the data of one has gaps. */
const BUILDING = 'c85be2627041bb78294f37e6';
/** Formats an amount for British readers. */
const inDollars = (value: number, digits = 2): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD', maximumFractionDigits: digits }).format(value);
/** Has real bills; two of 2016 are missing. */
const BILLED = '0b9f8a54673b5ba8f8133348';
const YEAR = 'startDate=2022-01-01&endDate=2022-12-31&accountType=electricity,gas';

describe.runIf(HAS_BROWSER)('the dashboard, over the sample portfolio', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search = ''): Promise<Visit> => openDashboard(browser(), server().url, key(), search);
  const rest = async (path: string): Promise<Json> => (await server().get(path, key())).body;

  it('opens with the last full year with data and shows the totals and months of REST', async () => {
    const { page, problems } = await open();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Portfolio 2022');
    let consumption = 0;
    for (const entity of new Set(((await rest('/assets')).data as Json[]).map(({ entityId }) => String(entityId)))) {
      consumption += Number((await rest(`/consumption?${YEAR}&entityId=${entity}`)).consumption ?? 0);
    }
    expect(consumption).toBeGreaterThan(0);
    expect(await tile(page, 'Consumption')).toBe(`${shown(consumption, 2)} kWh`);
    const emissions = await rest(`/emissions?${YEAR}`);
    expect(await tile(page, 'Emissions')).toBe(`${shown((emissions.emissions as Json).total, 2)} kg CO₂e`);
    await page.getByRole('button', { name: 'Emissions', exact: true }).click();
    await settled(page);
    const months = await rowsOf(page, 'Emissions by month');
    const sums = months.map(([, electricity, gas]) => number(electricity) + number(gas));
    const wanted = (emissions.data as Json[]).map(({ emissions: of }) => Number((of as Json).total));
    expect(months).toHaveLength(12);
    for (const [index, sum] of sums.entries()) expect(sum).toBeCloseTo(wanted[index] ?? NaN, 0);
    expect(problems).toEqual([]);
  });

  it('ranks sites by the figures of REST', async () => {
    const { page, problems } = await open();
    const ranked = await rowsOf(page, 'Sites by use per m²');
    const perArea = ranked.map(([, intensity]) => number(intensity));
    expect(perArea.length).toBeGreaterThan(1);
    expect(perArea).toEqual(perArea.toSorted((one, other) => other - one));
    const { siteName } = await rest(`/assets/${BUILDING}`);
    const own = await rest(`/consumption?${YEAR}&assetId=${BUILDING}&floorArea=true&emissions=true`);
    const row = ranked.find(([name]) => name === siteName);
    // Its gas meter has no data, so the use of the other is shown, but not ranked.
    const use = shown(Number(own.consumption) / Number(own.assetFloorArea), 1);
    expect([row?.[1], row?.[5]]).toEqual(['–', `${use} kWh/m²: data for only part of the time`]);
    expect(row?.[2]).toBe(shown(own.consumption));
    const emitted = await rowsOf(page, 'Sites by emissions');
    expect(emitted.find(([name]) => name === siteName)?.[1]).toBe(shown((own.totalEmissions as Json).total));
    await page.getByRole('button', { name: 'Site', exact: true }).first().click();
    const names = (await rowsOf(page, 'Sites by use per m²')).map(([name]) => name ?? '');
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en-GB')));
    expect(problems).toEqual([]);
  });

  it('links the portfolio to a building and the building to an account, and back', async () => {
    const { page, problems } = await open();
    await page.getByRole('link', { name: 'Arrington Institute' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
    await settled(page);
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    for (const name of ['Half-hours', 'Load curve', 'Day and night', 'Sources', 'Gaps', 'Meters', 'Bills']) {
      expect(await page.getByRole('heading', { level: 2, name, exact: true }).count(), name).toBe(1);
    }
    await page.getByRole('link', { name: 'Arrington Institute – Electricity' }).click();
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute – Electricity 2022' }).waitFor();
    await settled(page);
    const figures = await rest(
      `/consumption?startDate=2022-01-01&endDate=2022-12-31&accountId=${SHOWN[0]}&capacityInfo=true&dayNight=true`,
    );
    expect(await tile(page, 'Consumption')).toBe(`${shown(figures.consumption, 2)} kWh`);
    expect(await tile(page, 'Peak demand')).toBe(`${shown(figures.maxDemand, 1)} kW`);
    for (const name of ['Registers', 'Contracts', 'Readings']) {
      expect(await page.getByRole('heading', { level: 2, name, exact: true }).count(), name).toBe(1);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Arrington Institute 2022' }).waitFor();
    await page.getByRole('link', { name: 'Portfolio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Portfolio 2022' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows bills, the costs of REST, and the periods without a bill as gaps', async () => {
    const { page, problems } = await open(`?account=${BILLED}&period=2016`);
    const billed = await rest(
      `/consumption?startDate=2016-01-01&endDate=2016-12-31&accountId=${BILLED}&source=invoice&financialInfo=basic`,
    );
    expect(billed.currency).toBe('usd');
    const cost = Number(billed.cost);
    expect(await tile(page, 'Cost')).toBe(inDollars(cost));
    const perUnit = inDollars(cost / Number(billed.consumption), 4);
    await page
      .locator('.tile', { hasText: 'Cost' })
      .getByText(`As billed, ${perUnit} per kWh`, { exact: true })
      .waitFor();
    expect(await rowsOf(page, 'Gaps')).toHaveLength(2);
    const invoices = await rowsOf(page, 'Bills');
    const { total } = await rest(
      `/invoices?accountId=${BILLED}&values.startDate.lt=2017-01-01&values.endDate.gte=2016-01-01&limit=1`,
    );
    expect(invoices).toHaveLength(Number(total));
    for (const [, supplier, , , , , , paid] of invoices) {
      expect(supplier).toBe('Golden Valley Electric');
      expect(paid).toMatch(/^US\$[\d,]+\.\d\d$/);
    }
    await page.getByRole('button', { name: 'Show the bills of all periods' }).click();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('50 of 78').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps the filters in the URL, which opens the same view in another page', async () => {
    const { page, problems } = await open();
    await page.getByLabel('Type', { exact: true }).selectOption('electricity');
    await page.getByLabel('Part', { exact: true }).selectOption('June');
    await page.getByRole('heading', { level: 1, name: 'Portfolio June 2022' }).waitFor();
    await page.getByRole('button', { name: 'Emissions', exact: true }).click();
    await settled(page);
    const { search } = new URL(page.url());
    expect(search).toBe('?period=2022-06&type=electricity&measure=emissions');
    const here = await page.locator('main').innerText();
    const other = await open(search);
    expect(await other.page.locator('main').innerText()).toBe(here);
    expect([...problems, ...other.problems]).toEqual([]);
  });

  it('explains an error in the URL', async () => {
    const { page } = await open();
    for (const [search, sentence] of [
      ['?period=2022-13', 'The address has the unknown period “2022-13”. Allowed are a year (2022), a quarter'],
      [
        '?type=steam',
        'The address has the type “steam”, which this key does not see. Allowed are electricity, gas and water.',
      ],
      ['?measure=joy', 'The address has the unknown measure “joy”. Allowed are consumption, emissions and cost.'],
      [
        '?joy=2',
        'The address has the unknown parameter “joy”. Allowed are building, account, period, compare, by, type, measure, sites, search,',
      ],
      ['?building=000000000000000000000000', 'There is no site “000000000000000000000000” that this key may see.'],
    ] as const) {
      await page.goto(`${server().url}/dashboard${search}`);
      await submitKey(page, key());
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      await quiet(page);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('There is no such view');
      expect(await page.title()).toBe('There is no such view – Utility data gateway');
    }
    await page.getByRole('link', { name: 'Show the whole portfolio' }).click();
    await enter(page, key());
  });

  it('downloads the figures as CSV', async () => {
    const { page } = await open();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Consumption by month as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('portfolio-consumption-by-month-2022.csv');
    const [head, first, ...others] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(head).toBe('\uFEFFMonth,Electricity (kWh),Gas (kWh),"All, 2021 (kWh)"');
    const { data } = await rest(`/consumption?${YEAR}&accountId=${SHOWN[0]}`);
    expect(Number(first?.split(',')[1])).toBeGreaterThanOrEqual(Number((data as Json[])[0]?.consumption));
    expect(others.filter((line) => line !== '')).toHaveLength(11);
  });
});

/** Parses a number of the dashboard; NaN for a dash. */
function number(text: string | undefined): number {
  return text === '–' ? 0 : Number((text ?? '').replaceAll(',', ''));
}
