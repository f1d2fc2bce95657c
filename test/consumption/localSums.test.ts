import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';
import { periodsOf } from './reference/periods.js';
import { DAY, HALF_HOUR, iso } from './reference/time.js';
import { startOfDate, wallOf } from './reference/zone.js';

const [COMPANY, ACCOUNT] = ['c9'.repeat(12), 'b9'.repeat(12)];
/** Around both changes of clocks of a winter, the turn of a year, and 29 February. */
const [FIRST, END] = [Date.UTC(2023, 8, 20), Date.UTC(2024, 3, 20)];
/** Local days, within that range in every zone. */
const [FROM, TO] = [Date.UTC(2023, 8, 22), Date.UTC(2024, 3, 17)];

/** Sixty-fourths: double precision adds them exactly, and 6 decimals hold them without rounding. */
const valueOf = (slot: number): number => (((slot * 7_919) % 1_009) + 1) / 64;

interface Figures {
  readonly consumption: number;
  readonly dayConsumption: number;
  readonly nightConsumption: number;
}
type Period = Figures & { readonly date: string; readonly startDate: string };
type Body = Figures & { readonly data: readonly Period[] };

/** Sums of the slots of a range, each by its clock hour according to Intl. */
function sumOf(from: number, to: number, zone: string): Figures {
  let [dayConsumption, nightConsumption] = [0, 0];
  for (let time = from; time < to; time += HALF_HOUR) {
    const hour = new Date(wallOf(time, zone).local).getUTCHours();
    if (hour >= 6 && hour < 18) dayConsumption += valueOf((time - FIRST) / HALF_HOUR);
    else nightConsumption += valueOf((time - FIRST) / HALF_HOUR);
  }
  return { consumption: dayConsumption + nightConsumption, dayConsumption, nightConsumption };
}

const figuresOf = ({ consumption, dayConsumption, nightConsumption }: Figures): Figures => ({
  ...{ consumption, dayConsumption, nightConsumption },
});

describe.each(ENGINES)('sums over local days are exact to the last bit, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key = '';

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'electricity' }]);
    const slots = Array.from({ length: (END - FIRST) / HALF_HOUR }, (_, slot) => slot);
    await importPlain(
      database,
      'non-cumulative',
      slots.map((slot) => ({
        _id: `d9${String(slot).padStart(22, '0')}`,
        ...{ accountId: ACCOUNT, value: valueOf(slot) },
        startTimestamp: iso(FIRST + slot * HALF_HOUR),
        endTimestamp: iso(FIRST + (slot + 1) * HALF_HOUR),
      })),
    );
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const ask = async (timeZone: string, granularity: string): Promise<Body> => {
    const asked = { accountId: ACCOUNT, startDate: iso(FROM).slice(0, 10), endDate: iso(TO - DAY).slice(0, 10) };
    const parameters = new URLSearchParams({ ...asked, timeZone, granularity, dayNight: 'true' });
    const { status, body, text } = await server.get<Body>(`/consumption?${parameters.toString()}`, key);
    expect(status, text).toBe(200);
    return body;
  };

  // Two changes of an hour, and of half an hour; half an hour off; a day ahead.
  describe.each(['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    '%s',
    (zone) => {
      it.each(['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'])(
        '%s periods contain the half-hours that Intl assigns to them',
        async (granularity) => {
          const [from, to] = [startOfDate(FROM, zone), startOfDate(TO, zone)];
          const body = await ask(zone, granularity);
          const wanted = periodsOf({ from, to }, granularity, zone).map((period) => ({
            ...{ date: period.date, startDate: iso(period.from) },
            ...sumOf(period.from, period.to, zone),
          }));
          expect(
            body.data.map((period) => ({ ...figuresOf(period), date: period.date, startDate: period.startDate })),
          ).toEqual(wanted);
          expect(figuresOf(body)).toEqual(sumOf(from, to, zone));
        },
      );

      it('local days add up to local weeks and months, months to quarters and years, and years to the total', async () => {
        const [days, weeks, months, quarters, years] = await Promise.all(
          ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((granularity) => ask(zone, granularity)),
        );
        const addUp = (parts: readonly Period[] = [], isPart: (part: Period) => boolean = () => true): Figures => {
          const own = parts.filter(isPart).map(figuresOf);
          const sum = (name: keyof Figures): number => own.reduce((total, part) => total + part[name], 0);
          return {
            consumption: sum('consumption'),
            dayConsumption: sum('dayConsumption'),
            nightConsumption: sum('nightConsumption'),
          };
        };
        for (const month of months?.data ?? []) {
          expect(addUp(days?.data, ({ date }) => date.startsWith(month.date))).toEqual(figuresOf(month));
        }
        for (const quarter of quarters?.data ?? []) {
          const [year = '', number = ''] = quarter.date.split('-Q');
          const isOfIt = ({ date }: Period): boolean =>
            date.startsWith(year) && Math.ceil(Number(date.slice(5, 7)) / 3) === Number(number);
          expect(addUp(months?.data, isOfIt)).toEqual(figuresOf(quarter));
        }
        for (const year of years?.data ?? []) {
          expect(addUp(months?.data, ({ date }) => date.startsWith(year.date))).toEqual(figuresOf(year));
        }
        for (const body of [days, weeks, months, quarters, years]) {
          expect(addUp(body?.data)).toEqual(years && figuresOf(years));
        }
      });
    },
  );
});
