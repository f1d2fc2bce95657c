import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { init, use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { LIGHT } from '../../src/web/dashboard/charts/colours.js';
import { drawLoad } from '../../src/web/dashboard/charts/drawLoad.js';
import { scaleTop } from '../../src/web/dashboard/charts/scaleTop.js';
import { baseloadOf, daysOf, meanDay, valuesOf, type HalfHours } from '../../src/web/dashboard/target/halfHours.js';
import { HAS_BROWSER, type Visit } from '../support/browser.js';
import { openDashboard, rowsOf } from '../support/dashboard.js';
import { SHOWN, SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';
import type { Json } from '../support/server.js';

/** Has electricity and gas accounts; the data of one has gaps. */
const BUILDING = 'c85be2627041bb78294f37e6';
/** Has real bills and no other data. */
const BILLED = '0b9f8a54673b5ba8f8133348';
const OUTLINE = [209, 16, 140] as const;

/** The extent of a colour in an image, in pixels: width and height, 0 if it has no such pixel. */
const extentOf = (page: Page, png: Buffer, colour: readonly number[]): Promise<readonly [number, number]> =>
  page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
    for (let pixel = 0; pixel < image.width * image.height; pixel += 1) {
      if (${JSON.stringify(colour)}.some((part, index) => Math.abs(data[4 * pixel + index] - part) > 8)) continue;
      const [x, y] = [pixel % image.width, Math.floor(pixel / image.width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    return right < 0 ? [0, 0] : [right - left + 1, bottom - top + 1];
  })()`);

/** A day of two meters that use 10 kWh in each half-hour; for the first two half-hours one of them has no data. */
const DAY: HalfHours = {
  startDate: '2022-06-01T00:00:00.000Z',
  units: 'kWh',
  coverage: 46.5 / 48,
  accountCount: 2,
  data: Array.from({ length: 48 }, (_, index) => ({
    date: `2022-06-01 ${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
    consumption: index < 2 ? 3 : 10,
    isMissing: index < 2,
  })),
};

describe('half-hours for which one of several meters has no data', () => {
  it('are gaps in the heat map, the load curve and the baseload, not low use', () => {
    const gaps = [null, null];
    expect(valuesOf(DAY).slice(0, 3)).toEqual([...gaps, 10]);
    expect(daysOf(DAY)[0]?.values.slice(0, 3)).toEqual([...gaps, 10]);
    expect(meanDay(DAY, () => true).slice(0, 3)).toEqual([...gaps, 20]);
    expect(baseloadOf(DAY)).toBe(20);
  });
});

describe('the legend of the load curve', () => {
  it('shows which line is dotted, because no marker hides the line of an entry', () => {
    use([LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 280 });
    const load = { weekdays: [1, 2, 3], weekends: [1, 1, 1], unit: 'kW', base: null, peak: null };
    chart.setOption(drawLoad({ ...load, isPeakSuspect: false, top: null })(LIGHT, 600));
    const svg = chart.renderToSVGString();
    chart.dispose();
    const marks = [...svg.matchAll(/matrix\(([\d.]+),0,0,/g)].map(([, radius]) => Number(radius));
    expect(marks.filter((radius) => radius > 1)).toEqual([]);
    // One in the chart, one in the legend.
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
  });
});

describe('the upper end of a scale', () => {
  const values = Array.from({ length: 200 }, (_, index) => 100 + (index % 10));

  it('is the 99th percentile if a few values are far above it', () => {
    expect(scaleTop([...values, 5_000])).toBe(109);
    expect(scaleTop([...values.slice(0, 30), null, 5_000])).toBe(109);
  });

  it('includes all values if none is far above the others, or if there are few', () => {
    expect(scaleTop(values)).toBeNull();
    expect(scaleTop([...values, 150])).toBeNull();
    expect(scaleTop([...values.slice(0, 11), 5_000])).toBeNull();
  });
});

describe.runIf(HAS_BROWSER)('the dashboard does not mislead', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);
  const open = (search: string): Promise<Visit> => openDashboard(browser(), server().url, key(), search);
  const rest = async (path: string): Promise<Json> => (await server().get(path, key())).body;
  const picture = async (page: Page, name: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${name} as PNG`, exact: true }).press('Enter'),
    ]);
    return readFile(await download.path());
  };

  it('shows half-hours only for types with intervals, and names the others', async () => {
    const time = 'startDate=2022-06-01&endDate=2022-06-30&source=hh';
    const gas = await rest(`/consumption?assetId=${BUILDING}&accountType=gas&${time}`);
    expect(gas.sources).toEqual([]);
    const { page, problems } = await open(`?building=${BUILDING}&period=2022-06`);
    expect(await page.getByText('Only electricity: there are no intervals of gas.').count()).toBe(3);
    expect(await page.getByText('No half-hour has data of all').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('outlines a finding along the edges of its half-hours, visibly', async () => {
    const query = `{ findings(filter: {accountId: {in: ${JSON.stringify(SHOWN)}}, status: {eq: open}}, limit: 200) {
      data { kind startDate endDate accountId } } }`;
    const { data } = (await server().graphql<{ findings: { data: Json[] } }>(query, {}, key())).body;
    const own = (data?.findings.data ?? []).map((finding) => ({
      account: String(finding.accountId),
      month: String(finding.startDate).slice(0, 7),
      hours: (Date.parse(String(finding.endDate)) - Date.parse(String(finding.startDate))) / 3_600_000,
      ends: String(finding.endDate).slice(0, 7),
    }));
    // A finding alone in its month, within it.
    const alone = own.find(
      ({ account, month, ends, hours }) =>
        month === ends &&
        hours <= 240 &&
        own.filter((other) => other.account === account && other.month <= month && other.ends >= month).length === 1,
    );
    if (alone === undefined) throw new Error(`no finding is alone in its month: ${JSON.stringify(own.slice(0, 20))}`);
    const { page, problems } = await open(`?account=${alone.account}&period=${alone.month}`);
    const [width, height] = await extentOf(page, await picture(page, 'Half-hours'), OUTLINE);
    // Two pixels per CSS pixel; the map is 1,000 CSS pixels wide, with less than 60 for the labels of its axis.
    const column = 1_880 / 31;
    expect(width).toBeGreaterThan(Math.max(1, Math.floor(alone.hours / 24)) * column);
    expect(height).toBeGreaterThan(4);
    expect(problems).toEqual([]);
  });

  it('explains that bills by day are spread, and names them separately from measured use', async () => {
    const { page, problems } = await open(`?account=${BILLED}&period=2015-06`);
    await page.getByText('Hatched: bills, spread evenly over their days. No meter measured these days.').waitFor();
    const [header] = await page.getByRole('button', { name: 'Consumption by day as a table' }).all();
    await header?.click();
    await page.getByRole('columnheader', { name: 'Electricity, spread from bills (kWh)' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('ranks no building by a use per area from a part of the period or an implausible area, and names its period', async () => {
    const { page, problems } = await open('?period=2022-06&type=electricity');
    await page.getByText('Consumption in June 2022 per floor area.').waitFor();
    const rows = await rowsOf(page, 'Sites by use per m²');
    expect(rows.length).toBeGreaterThan(0);
    // Without a row that is not ranked, there is no column of reasons.
    for (const [name, use, , , share, reason = ''] of rows) {
      const isRanked = use !== '–';
      expect(isRanked, `${name} ${share}`).toBe(reason === '');
      if (isRanked) expect(Number.parseFloat(share ?? '')).toBeGreaterThanOrEqual(90);
    }
    expect(problems).toEqual([]);
  });
});
