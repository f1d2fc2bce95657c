import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NORTHGATE_COMPANY_ID } from '../../seeds/northgate/ids.js';
import { zoneOf } from '../../src/web/dashboard/findings/facts.js';
import { expectFits, HAS_BROWSER } from '../support/browser.js';
import { cellsOf, changeAddress, openDashboard, openWithKey, rowsOf } from '../support/dashboard.js';
import { NORTHGATE_SAMPLE } from '../support/loadSample.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

interface Times {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

interface Finding extends Times {
  readonly _id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly startDate: string;
  readonly asset: { readonly timeZone: string };
  readonly evidence: readonly Times[];
}

const LONDON = 'Europe/London';
const IN_WORDS = 'Times are local to the site, or marked UTC.';

/** Formats a time as the clocks of the site show it, or as marked UTC. */
function moment(time: string | null, timeZone: string, locale = 'en-GB'): string {
  if (time === null) return '–';
  const text = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone },
  }).format(new Date(time));
  return timeZone === 'UTC' ? `${text} UTC` : text;
}

const isMidnight = (time: string | null): boolean => time === null || time.endsWith('T00:00:00.000Z');

/** Returns the times that the page shows for a finding or a fact of it. */
function timesOf({ kind, asset }: Finding, { startDate, endDate }: Times, locale?: string): readonly string[] {
  const isUtc = kind.startsWith('bill-') || [startDate, endDate].every(isMidnight);
  return [startDate, endDate].map((time) => moment(time, isUtc ? 'UTC' : asset.timeZone, locale));
}

/** Returns the times in the list of findings. */
async function listed(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  const table = page.getByRole('table', { name, exact: true });
  await table.waitFor();
  const cells = await cellsOf(table.locator('tbody tr'));
  return cells.map((row) => row.slice(-3, -1));
}

describe.runIf(HAS_BROWSER)('the times of findings', () => {
  const { server, browser } = sampleInBrowser(NORTHGATE_SAMPLE);
  const key = (): Promise<string> => server().key({ companies: [NORTHGATE_COMPANY_ID] });
  const findings = async (used: string): Promise<readonly Finding[]> => {
    const { body } = await server().graphql<{ readonly findings: { readonly data: readonly Finding[] } }>(
      `{ findings(filter: { status: { eq: open } }, sort: "startDate:desc", limit: 50) {
        data { _id kind accountId startDate endDate asset { timeZone } evidence { startDate endDate } } } }`,
      {},
      used,
    );
    return body.data?.findings.data ?? [];
  };

  it('use the local time of the site in lists, but UTC for bills and whole UTC days', async () => {
    const used = await key();
    const { page, problems } = await openWithKey(browser(), `${server().url}/dashboard?findings=open`, used);
    await page.getByText(IN_WORDS).waitFor();
    const all = await findings(used);
    const shown = await listed(page, 'Findings');
    expect(shown).toEqual(all.map((finding) => timesOf(finding, finding)));
    // 13 June, 23:00 UTC to 14 June, 23:00 UTC
    expect(shown).toContainEqual(['14 Jun 2025, 00:00', '15 Jun 2025, 00:00']);
    expect(shown).toContainEqual(['1 May 2025, 00:00 UTC', '15 Jun 2025, 00:00 UTC']);
    expect(problems).toEqual([]);
  });

  it('use the local time of the site on the page of a finding and of its meter', async () => {
    const used = await key();
    const weekend = (await findings(used)).find(({ kind }) => kind === 'weekend-use');
    if (!weekend) throw new Error('there is no finding of weekend-use');
    const { page, problems } = await openDashboard(browser(), server().url, used, `?finding=${weekend._id}`);
    const evidence = (await rowsOf(page, 'Evidence')).map((cells) => cells.slice(-2));
    expect(evidence).toEqual(weekend.evidence.map((fact) => timesOf(weekend, fact)));
    expect(evidence).toContainEqual(['14 Jun 2025, 00:00', '15 Jun 2025, 00:00']);
    await page.getByText(`behind the finding. ${IN_WORDS}`).waitFor();
    await changeAddress(page, `?account=${weekend.accountId}&period=${weekend.startDate.slice(0, 7)}`);
    const here = (await rowsOf(page, 'Open findings')).map((cells) => cells.slice(-2));
    expect(here).toContainEqual(timesOf(weekend, weekend));
    await page.getByText(`Problems in June 2025. ${IN_WORDS}`).waitFor();
    expect(problems).toEqual([]);
  });

  it('use local time in German, too', async () => {
    const used = await key();
    const { page } = await openWithKey(browser(), `${server().url}/dashboard?findings=open`, used, 'de-DE');
    await page.getByText('Zeiten ohne den Zusatz UTC sind Ortszeiten des Standorts.').waitFor();
    const all = await findings(used);
    expect(await listed(page, 'Befunde')).toEqual(all.map((finding) => timesOf(finding, finding, 'de-DE')));
    // They wrap, so that the costs behind them stay in sight.
    await expectFits(page, 1_330);
    await expect.poll(() => page.locator('.scrolls').count()).toBe(0);
  });
});

describe('the time zone of a finding', () => {
  const weekend = { startDate: '2025-06-13T23:00:00.000Z', endDate: '2025-06-14T23:00:00.000Z' };
  const asset = { siteName: null, siteCode: null, timeZone: LONDON };

  it("is the site's, or UTC if the site has none", () => {
    expect(zoneOf({ kind: 'weekend-use', asset }, weekend)).toBe(LONDON);
    expect(zoneOf({ kind: 'weekend-use', asset: null }, weekend)).toBe('UTC');
    expect(zoneOf({ kind: 'weekend-use', asset }, { startDate: null, endDate: null })).toBe('UTC');
  });

  it('is UTC for bills and whole UTC days', () => {
    expect(zoneOf({ kind: 'bill-gap', asset }, weekend)).toBe('UTC');
    const days = { startDate: '2025-06-14T00:00:00.000Z', endDate: '2025-06-15T00:00:00.000Z' };
    expect(zoneOf({ kind: 'gap', asset }, days)).toBe('UTC');
    expect(zoneOf({ kind: 'gap', asset }, { ...days, endDate: '2025-06-14T12:00:00.000Z' })).toBe(LONDON);
  });
});
