import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import type { Database } from '../../src/db/database.js';
import { startOfDate, wallOf } from '../consumption/reference/zone.js';
import { DAY, HALF_HOUR, iso } from '../consumption/reference/time.js';
import { HAS_BROWSER, type Visit } from '../support/browser.js';
import { openDashboard, rowsOf, shown, tile } from '../support/dashboard.js';
import { importPlain } from '../support/importPlain.js';
import { sampleInBrowser } from '../support/sampleInBrowser.js';

const [companyId] = SAMPLE_COMPANY_IDS;
const LOS_ANGELES = 'America/Los_Angeles';
const SITES = { west: 'a60000000000000000000001', east: 'a60000000000000000000002' } as const;
const METERS = {
  west: 'b60000000000000000000001',
  east: 'b60000000000000000000002',
  alone: 'b60000000000000000000003',
} as const;
/** The week of 3 November 2024, when clocks in Los Angeles go back. */
const [FIRST, END] = [Date.UTC(2024, 9, 30), Date.UTC(2024, 10, 11)];
const [FROM, TO] = [Date.UTC(2024, 10, 1), Date.UTC(2024, 10, 8)];
const PERIOD = '2024-11-01..2024-11-07';

const valueOf = (time: number): number => 1 + ((((time - FIRST) / HALF_HOUR) * 31) % 89);

async function load(database: Database): Promise<void> {
  await importPlain(database, 'assets', [
    { _id: SITES.west, companyId, siteName: 'West', timeZone: LOS_ANGELES },
    { _id: SITES.east, companyId, siteName: 'East', address: { countryCode: 'np' } },
  ]);
  const meters = Object.entries(METERS);
  await importPlain(
    database,
    'accounts',
    meters.map(([name, _id]) => ({
      ...{ _id, companyId, name, type: 'electricity', status: 'active' },
      ...(name === 'alone' ? {} : { assetId: name === 'west' ? SITES.west : SITES.east }),
    })),
  );
  const halfHours = Array.from({ length: (END - FIRST) / HALF_HOUR }, (_, halfHour) => FIRST + halfHour * HALF_HOUR);
  await importPlain(
    database,
    'non-cumulative',
    meters.flatMap(([, accountId], meter) =>
      halfHours.map((time, halfHour) => ({
        _id: `d6${meter}${String(halfHour).padStart(21, '0')}`,
        ...{ accountId, value: valueOf(time), startTimestamp: iso(time), endTimestamp: iso(time + HALF_HOUR) },
      })),
    ),
  );
}

/**
 * Returns the values of each half-hour on the local clock of a day. A repeated half-hour has two values, a skipped one
 * none.
 */
function dayOf(date: number, zone: string): readonly (readonly number[])[] {
  const halfHours: number[][] = Array.from({ length: 48 }, () => []);
  for (let time = startOfDate(date, zone); time < startOfDate(date + DAY, zone); time += HALF_HOUR) {
    halfHours[(wallOf(time, zone).local - date) / HALF_HOUR]?.push(valueOf(time));
  }
  return halfHours;
}

const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]): number => add(values) / values.length;
const dates = Array.from({ length: (TO - FROM) / DAY }, (_, day) => FROM + day * DAY);

describe.runIf(HAS_BROWSER)('the clocks of the dashboard', () => {
  const { server, browser, key } = sampleInBrowser({ name: 'clocks', load });
  const open = (search: string): Promise<Visit> =>
    openDashboard(browser(), server().url, key(), `?${search}&period=${PERIOD}`);
  const about = (page: Visit['page'], card: string): Promise<string> =>
    page
      .locator('section', { has: page.getByRole('heading', { level: 2, name: card, exact: true }) })
      .locator('.about')
      .first()
      .innerText();

  it.each([
    ['a building', `building=${SITES.west}`],
    ['a meter, by its building', `account=${METERS.west}`],
  ])('shows half-hours, load curve, day and night of %s in local time and says so', async (_, search) => {
    const { page, problems } = await open(search);
    for (const card of ['Half-hours', 'Load curve', 'Day and night']) {
      expect(await about(page, card), card).toContain(`(local time, ${LOS_ANGELES})`);
    }
    const heat = await rowsOf(page, 'Half-hours');
    expect(heat.map(([, ...cells]) => cells)).toEqual(
      dates.map((date) => dayOf(date, LOS_ANGELES).map((values) => shown(mean(values), 1))),
    );
    // On 3 November, 01:00 and 01:30 occur twice.
    expect(dayOf(Date.UTC(2024, 10, 3), LOS_ANGELES).map(({ length }) => length)).toEqual(
      Array.from({ length: 48 }, (__, halfHour) => (halfHour === 2 || halfHour === 3 ? 2 : 1)),
    );
    expect(await page.getByText('the repeated hour shows the mean').count()).toBe(1);
    const isDay = (halfHour: number): boolean => halfHour >= 12 && halfHour < 36;
    const ofDay = (date: number, by: boolean): number =>
      add(dayOf(date, LOS_ANGELES).flatMap((values, halfHour) => (isDay(halfHour) === by ? values : [])));
    const days = await rowsOf(page, 'Day and night');
    expect(days.map(([, byDay, byNight]) => [byDay, byNight])).toEqual(
      dates.map((date) => [shown(ofDay(date, true), 1), shown(ofDay(date, false), 1)]),
    );
    const nights = add(dates.map((date) => ofDay(date, false)));
    const all = nights + add(dates.map((date) => ofDay(date, true)));
    expect(await tile(page, 'By night')).toBe(`${shown((100 * nights) / all, 1)}%`);
    expect(await page.locator('.tile', { hasText: 'By night' }).innerText()).toContain('18:00 to 06:00 local time');
    const most = Math.max(...dates.flatMap((date) => dayOf(date, LOS_ANGELES).flat()));
    expect(await tile(page, 'Peak demand')).toBe(`${shown(most * 2, 1)} kW`);
    const [midnight] = await rowsOf(page, 'Load curve');
    const isWeekend = (date: number): boolean => [0, 6].includes(new Date(date).getUTCDay());
    const atMidnight = (weekend: boolean): number =>
      2 *
      mean(dates.filter((date) => isWeekend(date) === weekend).flatMap((date) => dayOf(date, LOS_ANGELES)[0] ?? []));
    expect(midnight).toEqual(['00:00', shown(atMidnight(false), 1), shown(atMidnight(true), 1)]);
    expect(problems).toEqual([]);
  });

  it('shows totals and bars in UTC, like the portfolio, and says so', async () => {
    const { page, problems } = await open(`building=${SITES.west}`);
    const utc = dates.map((date) => add(dayOf(date, 'UTC').flat()));
    expect(await tile(page, 'Consumption')).toBe(`${shown(add(utc), 2)} kWh`);
    expect(await about(page, 'Consumption by day')).toContain('A day begins at midnight UTC.');
    const bars = await rowsOf(page, 'Consumption by day');
    expect(bars.map(([, value]) => value)).toEqual(utc.map((value) => shown(value, 1)));
    expect(problems).toEqual([]);
  });

  it('shows half-hours in UTC, with the reason, if local half-hours do not align with them', async () => {
    const { page, problems } = await open(`building=${SITES.east}`);
    expect(await about(page, 'Half-hours')).toContain('(UTC, as Asia/Kathmandu is +05:45 from UTC on 2024-11-01)');
    const heat = await rowsOf(page, 'Half-hours');
    expect(heat.map(([, ...cells]) => cells)).toEqual(
      dates.map((date) => dayOf(date, 'UTC').map(([value = 0]) => shown(value, 1))),
    );
    expect(await page.getByText('the repeated hour').count()).toBe(0);
    expect(await page.locator('.tile', { hasText: 'By night' }).innerText()).toContain('18:00 to 06:00 UTC');
    expect(problems).toEqual([]);
  });

  it('shows half-hours of a meter without a building in UTC', async () => {
    const { page, problems } = await open(`account=${METERS.alone}`);
    expect(await about(page, 'Half-hours')).toBe('Each column is a day, each row is a half-hour of the day (UTC).');
    expect(problems).toEqual([]);
  });
});
