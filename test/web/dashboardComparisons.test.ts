import { describe, expect, it } from 'vitest';
import { HAS_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { SHOWN_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

/** Has real bills; some of 2016 are missing. */
const BILLED = '9435362de60301a7bf05432f';

const dollars = (value: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD' }).format(value);

describe.runIf(HAS_BROWSER)('the comparisons of the dashboard', () => {
  const { server, browser, key } = sampleInBrowser(SHOWN_SAMPLE);

  it('compare an incomplete year with the year before over the days with data in both, and show their number', async () => {
    const { page, problems } = await openDashboard(
      browser(),
      server().url,
      key(),
      `?building=${BILLED}&period=2016&type=electricity`,
    );
    const { body } = await server().graphql<{
      readonly asset: { readonly consumption: { readonly yearEarlier: { readonly comparable: Comparable } } };
    }>(
      `query ($id: ID!) { asset(id: $id) { consumption(startDate: "2016-01-01", endDate: "2016-12-31", accountType: electricity, source: "invoice") {
        yearEarlier { comparable { days consumption cost current { consumption cost } } } } } }`,
      { id: BILLED },
      key(),
    );
    const comparable = body.data?.asset.consumption.yearEarlier.comparable;
    if (!comparable) throw new Error('the service compares nothing');
    const { days, consumption, cost, current } = comparable;
    expect(days).toBeLessThan(310);
    for (const [name, value, before] of [
      ['Consumption', current.consumption, consumption],
      ['Cost', current.cost, cost],
    ] as const) {
      const tile = page.locator('.tile', { hasText: name }).first();
      const text = await tile.innerText();
      expect(text).toContain(`${percent(value / before - 1)} against 2015`);
      expect(text).toContain(`over the ${days} days with data in both years`);
      // Amounts are formatted like the figure of the tile.
      if (name === 'Cost') expect(text).toContain(`both years: ${dollars(value)} against ${dollars(before)}`);
      // A comparison of the full year with the incomplete one would show a fall of a quarter.
      expect(text).not.toContain('-23.6%');
    }
    expect(problems).toEqual([]);
  });

  it('show no percentage but a reason if the earlier period has no data', async () => {
    const { page, problems } = await openDashboard(browser(), server().url, key());
    const reason = 'Not compared with 2021: there is no figure for 2021.';
    expect(await page.locator('.tile .not-comparable').first().innerText()).toBe(reason);
    expect(await page.locator('.change').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

interface Comparable {
  readonly days: number;
  readonly consumption: number;
  readonly cost: number;
  readonly current: { readonly consumption: number; readonly cost: number };
}

function percent(change: number): string {
  return new Intl.NumberFormat('en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(change);
}
