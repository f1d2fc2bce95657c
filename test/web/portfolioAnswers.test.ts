import type { Page as Tab } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID } from '../../seeds/northgate/ids.js';
import { peersOf, quartilesOf } from '../../src/web/dashboard/portfolio/peers.js';
import { formatUnit } from '../../src/web/dashboard/format/units.js';
import { expectAccessible } from '../support/axe.js';
import { HAS_BROWSER } from '../support/browser.js';
import { openDashboard, openWithKey, rowsOf, shown } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

interface Site {
  readonly _id: string;
  readonly siteName: string;
  readonly assetType: string;
  readonly consumption: {
    readonly consumption: number;
    readonly coverage: number;
    readonly assetFloorArea: number | null;
    readonly yearEarlier: {
      readonly comparable: {
        readonly days: number;
        readonly consumption: number | null;
        readonly cost: number | null;
        readonly current: { readonly consumption: number | null; readonly cost: number | null };
      } | null;
    };
  };
}

interface Page<Row> {
  readonly total: number;
  readonly data: readonly Row[];
}

/** What the API has of an account. */
interface AccountRecords {
  readonly account: {
    readonly consumption: {
      readonly data: readonly { readonly combinedBreakdown: Readonly<Record<string, number | null>> }[];
    };
    readonly contracts: Page<{
      readonly startDate: string;
      readonly endDate: string;
      readonly supplier: { readonly name: string };
    }>;
  };
  readonly readings: Page<{
    readonly submittedAt: string;
    readonly value: number;
    readonly units: string;
    readonly type: string;
    readonly name: string | null;
    readonly registerId: string | null;
  }>;
  readonly invoices: Page<{
    readonly values: { readonly invoiceNumber: string };
    readonly findings: { readonly total: number };
  }>;
}

const day = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

const moment = (time: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time));

const pounds = (value: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(value);

const change = (value: number, before: number): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(value / before - 1);

const card = (page: Tab, title: string): Promise<string> =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) }).innerText();

describe.runIf(HAS_BROWSER)('the portfolio page of Northgate Foods', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);
  const key = (): Promise<string> => server().key({ companies: [NORTHGATE_COMPANY_ID] });
  const sitesIn = async (time: string, figures: string, used: string): Promise<readonly Site[]> => {
    const { body } = await server().graphql<{ readonly assets: { readonly data: readonly Site[] } }>(
      `{ assets(limit: 100) { data { _id siteName assetType
        consumption(${time}, granularity: yearly, accountType: [electricity, gas]) { ${figures} } } } }`,
      {},
      used,
    );
    if (!body.data) throw new Error(JSON.stringify(body));
    return body.data.assets.data;
  };

  it('begins with changes, problems and costs', async () => {
    const used = await key();
    const { page, problems } = await openDashboard(browser(), server().url, used);
    const { body } = await server().graphql<{ readonly viewer: Readonly<Record<string, Site['consumption']>> }>(
      `{ viewer {
        used: consumption(startDate: "2025-01-01", endDate: "2025-12-31", granularity: yearly, accountType: [electricity, gas]) {
          consumption yearEarlier { comparable { consumption current { consumption } } } }
        billed: consumption(startDate: "2025-01-01", endDate: "2025-12-31", granularity: yearly, source: "invoice", accountType: [electricity, gas]) {
          consumption: cost yearEarlier { comparable { consumption: cost current { consumption: cost } } } }
      } }`,
      {},
      used,
    );
    const figures = body.data?.viewer ?? {};
    for (const [title, name, format] of [
      ['What changed', 'used', (value: number) => `${shown(value / 1_000_000, 1)} GWh in 2025`],
      ['What it costs', 'billed', (value: number) => `${pounds(value)} in 2025`],
    ] as const) {
      const { consumption = 0, yearEarlier } = figures[name] ?? {};
      const { consumption: before, current } = yearEarlier?.comparable ?? {};
      const text = await card(page, title);
      expect(text).toContain(format(consumption));
      expect(text).toContain(`${change(Number(current?.consumption), Number(before))} against 2024`);
    }
    const { body: found } = await server().get('/findings?status=open&limit=250', used);
    const open = found.data as readonly { readonly severity: string; readonly cost: number | null }[];
    expect(open.length).toBeGreaterThan(5);
    expect(open.length).toBeLessThan(250);
    const wrong = await card(page, 'What is wrong');
    expect(wrong).toContain(`${open.length} open findings`);
    for (const severity of new Set(open.map((one) => one.severity))) {
      expect(wrong).toContain(`${open.filter((one) => one.severity === severity).length} ${severity}`);
    }
    expect(wrong).toContain(`They cost ${pounds(open.reduce((sum, { cost }) => sum + (cost ?? 0), 0))}.`);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.slice(0, 3)).toEqual(['What changed', 'What is wrong', 'What it costs']);
    await expectAccessible(page, '.answers');
    expect(problems).toEqual([]);
  });

  it('explains which of two compared periods lacks data, and shows no empty column', async () => {
    const { page, problems } = await openDashboard(browser(), server().url, await key());
    await page.getByText(/^2024 lacks some data: bars and line show only the available data/).waitFor();
    const ranked = page.getByRole('table', { name: 'Sites by use per m²' });
    expect(await ranked.getByRole('columnheader').count()).toBe(5);
    expect(await ranked.getByRole('columnheader', { name: 'Not ranked' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('lists the five sites with the largest change against the same month a year before', async () => {
    const used = await key();
    const { page, problems } = await openDashboard(browser(), server().url, used);
    const december = 'startDate: "2025-12-01", endDate: "2025-12-31"';
    const compared = 'yearEarlier { comparable { days consumption cost current { consumption cost } } }';
    const [sites, billed] = await Promise.all([
      sitesIn(december, compared, used),
      sitesIn(`${december}, source: "invoice"`, compared, used),
    ]);
    const wanted = sites
      .flatMap(({ _id, siteName, consumption: { yearEarlier } }) => {
        const { days, consumption: before = null, current } = yearEarlier.comparable ?? {};
        const value = current?.consumption ?? null;
        if (value === null || before === null) return [];
        const bills = billed.find((one) => one._id === _id)?.consumption.yearEarlier.comparable;
        const costs = [bills?.current.cost ?? null, bills?.cost ?? null] as const;
        const cost = costs[0] === null || costs[1] === null ? '–' : pounds(costs[0] - costs[1]);
        const share = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });
        const cells = [shown(value - before), share.format((value - before) / before), cost];
        return [
          {
            size: Math.abs(value - before),
            row: [siteName, ...cells, shown(value), shown(before), String(days)],
          },
        ];
      })
      .toSorted((a, b) => b.size - a.size)
      .slice(0, 5)
      .map(({ row }) => row);
    expect(wanted).toHaveLength(5);
    expect(wanted.some((row) => row[3]?.includes('£'))).toBe(true);
    const rows = await rowsOf(page, 'Top movers of December 2025');
    expect(rows.map((row) => row.slice(0, -1))).toEqual(wanted);
    expect(await card(page, 'What changed')).toContain(`Largest change in December 2025: ${wanted[0]?.[0]},`);
    expect(problems).toEqual([]);
  });

  it('compares sites of the same use with their quartiles, and links those above the upper one', async () => {
    const used = await key();
    const { page, problems } = await openDashboard(browser(), server().url, used);
    const sites = await sitesIn(
      'startDate: "2025-01-01", endDate: "2025-12-31"',
      'consumption coverage assetFloorArea',
      used,
    );
    const perArea = (use: string): readonly (readonly [number, string])[] =>
      sites
        .filter(({ assetType, consumption }) => assetType === use && consumption.coverage >= 0.9)
        .map(
          ({ siteName, consumption: { consumption, assetFloorArea } }) =>
            [consumption / Number(assetFloorArea), siteName] as const,
        )
        .toSorted(([one], [other]) => one - other);
    const retail = perArea('Retail');
    const [a = 0, b = 0, c = 0, d = 0] = retail.map(([figure]) => figure);
    expect(retail).toHaveLength(4);
    const rows = await rowsOf(page, 'Comparison of sites with the same use');
    const quartiles = [0.25 * a + 0.75 * b, (b + c) / 2, 0.75 * c + 0.25 * d].map((figure) => shown(figure, 1));
    expect(rows).toContainEqual(['Retail', '4', ...quartiles, '1']);
    // One site alone has no quartiles.
    expect(rows).toContainEqual(['Office', '1', '–', '–', '–', '–']);
    const highest = retail.at(-1)?.[1] ?? '';
    const text = await card(page, 'Comparison of sites with the same use');
    expect(text).toContain(`Retail, above the upper quartile: ${highest} (${shown(d, 1)})`);
    const compared = rows.reduce((sum, [, number]) => sum + Number(number), 0);
    const leftOut = sites.length - compared;
    expect(text).toContain(leftOut === 0 ? 'All sites are compared.' : `Not compared: ${leftOut} site`);
    await page
      .locator('section', { hasText: 'Comparison of sites with the same use' })
      .getByRole('link', { name: highest })
      .click();
    await page.getByRole('heading', { level: 1, name: highest }).waitFor();
    expect(problems).toEqual([]);
  });

  it('links to accounts, which show the sources, registers, contracts, readings and bill findings of the API', async () => {
    const used = await key();
    const ask = async <Data>(query: string): Promise<Data> => {
      const { body } = await server().graphql<Data>(query, {}, used);
      if (!body.data) throw new Error(JSON.stringify(body));
      return body.data;
    };
    const { readings, findings } = await ask<Readonly<Record<'readings' | 'findings', Page<{ accountId: string }>>>>(
      `{ readings(limit: 1) { data { accountId } } findings(filter: { kind: { eq: "bill-duplicate" } }) { data { accountId } } }`,
    );
    const ids = [...readings.data, ...findings.data].map(({ accountId }) => accountId);
    expect(ids).toHaveLength(2);
    let [read, found] = [0, 0];
    for (const id of ids) {
      const { page, problems } = await openDashboard(browser(), server().url, used, `?account=${id}&period=2025`);
      const { account, ...api } = await ask<AccountRecords>(
        `{ account(id: "${id}") {
            consumption(startDate: "2025-01-01", endDate: "2025-12-31") { data { combinedBreakdown { hh reading invoice custom } } }
            contracts { data { startDate endDate supplier { name } } } }
          readings(filter: { accountId: { eq: "${id}" } }, sort: "submittedAt:desc", limit: 25) {
            total data { submittedAt value units type name registerId } }
          invoices(filter: { accountId: { eq: "${id}" }, values: { startDate: { gte: "2025-01-01" } } }, limit: 100) {
            data { values { invoiceNumber } findings(filter: { status: { eq: open } }) { total } } } }`,
      );
      const months = account.consumption.data.map(({ combinedBreakdown }) =>
        Object.values(combinedBreakdown).flatMap((value) => (value ? [shown(value, 1)] : [])),
      );
      expect((await rowsOf(page, 'Sources')).map(([, ...values]) => values)).toEqual(months);
      expect(await rowsOf(page, 'Contracts')).toEqual(
        account.contracts.data
          .toSorted((one, other) => other.startDate.localeCompare(one.startDate))
          .map(({ startDate, endDate, supplier }) => [day(startDate), day(endDate), supplier.name]),
      );
      const billed = new Map((await rowsOf(page, 'Bills')).map((cells) => [cells[0], cells.at(-1)]));
      expect(billed).toEqual(
        new Map(api.invoices.data.map(({ values, findings: { total } }) => [values.invoiceNumber, String(total)])),
      );
      found += api.invoices.data.filter(({ findings: { total } }) => total > 0).length;
      read += api.readings.total;
      if (api.readings.total > 0) {
        const cells = api.readings.data.map(({ submittedAt, value, units, type, name, registerId }) => ({
          register: name ?? registerId,
          cells: [moment(submittedAt), shown(value, 3), formatUnit(units), type],
        }));
        const rows = await rowsOf(page, 'Readings');
        expect(rows.map((row) => row.slice(0, 4))).toEqual(cells.map((row) => row.cells));
        const newest = new Map(cells.toReversed().map((row) => [row.register, row.cells]));
        expect((await rowsOf(page, 'Registers')).map(([, value, units, at]) => [at, value, units])).toEqual(
          [...newest.values()].map((row) => row.slice(0, 3)),
        );
      }
      expect(problems).toEqual([]);
    }
    expect(Math.min(read, found)).toBeGreaterThan(0);
  });

  it('is available in German', async () => {
    const { page } = await openWithKey(browser(), `${server().url}/dashboard`, await key(), 'de-DE');
    for (const name of ['Was sich geändert hat', 'Was nicht stimmt', 'Was es kostet']) {
      await page.getByRole('heading', { level: 2, name }).waitFor();
    }
    await page.getByRole('table', { name: 'Größte Änderungen, Dezember 2025' }).waitFor();
    await page.getByRole('table', { name: 'Vergleich der Standorte mit gleicher Nutzung' }).waitFor();
  });
});

describe('the sites of one use type', () => {
  it('have quartiles, interpolated between figures, if there are at least four', () => {
    expect(quartilesOf([4, 1, 3, 2])).toEqual({ lower: 1.75, median: 2.5, upper: 3.25 });
    expect(quartilesOf([10, 20, 30, 40, 50])).toEqual({ lower: 20, median: 30, upper: 40 });
    expect(quartilesOf([1, 2, 3])).toBeNull();
  });

  it('exclude sites with partial data, a doubtful area, no area or no data, and count them', () => {
    const site = (
      id: string,
      perArea: number | null,
      coverage: number | null,
    ): Parameters<typeof peersOf>[0][number] => ({
      ...{ _id: id, siteName: id, siteCode: null, assetType: 'Office' },
      consumption: {
        ...{ units: 'kWh', consumption: 1, coverage, isMissing: false, accountCount: 1, assetFloorArea: 1 },
        ...{ emissions: null, missingFactors: [], intensity: { consumption: perArea, emissions: null } },
      },
    });
    const { groups, excluded: leftOut } = peersOf(
      [
        ...[100, 120, 140, 300].map((figure) => site(`whole ${figure}`, figure, 1)),
        ...[site('part', 900, 0.89), site('area', 2_732, 1), site('no area', null, 1), site('no data', null, 0)],
      ],
      365,
    );
    expect(leftOut).toEqual({ part: 1, area: 1, noArea: 1, none: 1 });
    expect(groups).toHaveLength(1);
    expect(groups[0]?.sites).toBe(4);
    expect(groups[0]?.above.map(({ building }) => building._id)).toEqual(['whole 300']);
  });
});
