import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { d0010Rows } from '../../../src/import/formats/d0010.js';
import { d0036Rows } from '../../../src/import/formats/d0036.js';
import { flow, reading, settlementDate } from '../flows.js';
import { account, context, rowsOf, sorted } from './support.js';
import { casesOf } from '../../support/repeated.js';

const MPANS = ['1200023305967', '1900001059816', '2000000000015'];
const ID: Readonly<Record<string, string>> = Object.fromEntries(
  MPANS.map((mpan, index) => [mpan, `b${String(index).padStart(23, '0')}`]),
);
const accounts = MPANS.map((mpan) => account(ID[mpan] ?? '', { meterPointNumber: mpan }));
const HALF_HOUR = 1_800_000;

/** The days on which clocks change in Britain, by the European rule: the last Sunday of March and of October. */
const lastSunday = (year: number, month: number): number => {
  const end = new Date(Date.UTC(year, month + 1, 0));
  return end.getTime() - end.getUTCDay() * 86_400_000;
};
/** The first instant of a day in Britain and its number of half-hours, computed without the code under test. */
const britishDay = (dayMs: number): { readonly start: number; readonly count: number } => {
  const year = new Date(dayMs).getUTCFullYear();
  const [spring, autumn] = [lastSunday(year, 2), lastSunday(year, 9)];
  const start = dayMs > spring && dayMs <= autumn ? dayMs - 3_600_000 : dayMs;
  return { start, count: dayMs === spring ? 46 : dayMs === autumn ? 50 : 48 };
};
const compact = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const day = fc.oneof(
  fc.integer({ min: 0, max: 365 * 25 }).map((days) => Date.UTC(2000, 0, 1) + days * 86_400_000),
  fc.tuple(fc.integer({ min: 2000, max: 2024 }), fc.constantFrom(2, 9)).map(([year, month]) => lastSunday(year, month)),
);
const tenths = fc.integer({ min: 0, max: 99_999 }).map((n) => n / 10);

/** Days of meters, each meter-day once. */
const meterDays = fc.uniqueArray(
  fc.record({
    mpan: fc.constantFrom(...MPANS),
    dayMs: day,
    periods: fc.array(fc.record({ value: tenths, isEstimated: fc.boolean() }), { minLength: 50, maxLength: 50 }),
  }),
  { maxLength: 6, selector: ({ mpan, dayMs }) => `${mpan} ${dayMs}` },
);

const SERIALS = ['F75A 00802', 'S95105287'];
const readings = fc.uniqueArray(
  fc.record({
    mpan: fc.constantFrom(...MPANS),
    serial: fc.constantFrom(...SERIALS),
    register: fc.constantFrom('S', '01', 'NT'),
    dayMs: day,
    value: tenths,
    type: fc.constantFrom('R', 'D', 'C'),
  }),
  { maxLength: 20, selector: ({ mpan, serial, register, dayMs }) => `${mpan} ${serial} ${register} ${dayMs}` },
);

interface MeterDay {
  readonly mpan: string;
  readonly dayMs: number;
  readonly periods: readonly { readonly value: number; readonly isEstimated: boolean }[];
}
const d0036Of = (days: readonly MeterDay[]): string =>
  flow(
    'D0036001',
    days.flatMap(({ mpan, dayMs, periods }) => {
      const given = periods.slice(0, britishDay(dayMs).count);
      const texts = given.map(({ value, isEstimated }) => `${isEstimated ? 'E' : 'A'}|${value.toFixed(1)}`);
      return settlementDate(mpan, compact(dayMs), texts);
    }),
  );

interface Read {
  readonly mpan: string;
  readonly serial: string;
  readonly register: string;
  readonly dayMs: number;
  readonly value: number;
  readonly type: string;
}
const d0010Of = (given: readonly Read[]): string =>
  flow(
    'D0010002',
    given.flatMap(({ mpan, dayMs, value, ...rest }) =>
      reading({ ...rest, of: mpan, at: `${compact(dayMs)}000000`, value: value.toFixed(1) }),
    ),
  );

describe('a random flow', () => {
  it('of D0036 gives the same data when read back, on days of 46, 48 and 50 half-hours', async () => {
    await fc.assert(
      fc.asyncProperty(meterDays, fc.integer({ min: 1, max: 500 }), async (days, size) => {
        const { good, bad } = sorted(await rowsOf(d0036Rows, d0036Of(days), context(accounts), size));
        expect(bad).toEqual([]);
        expect(
          good.map(({ accountId, startTimestamp, endTimestamp, value, isEstimated }) => [
            ...[accountId, startTimestamp, endTimestamp, value, isEstimated],
          ]),
        ).toEqual(
          days.flatMap(({ mpan, dayMs, periods }) => {
            const { start, count } = britishDay(dayMs);
            return periods.slice(0, count).map(({ value, isEstimated }, index) => {
              const [from, to] = [start + index * HALF_HOUR, start + (index + 1) * HALF_HOUR];
              return [ID[mpan], new Date(from).toISOString(), new Date(to).toISOString(), value, isEstimated];
            });
          }),
        );
      }),
      { numRuns: casesOf(60) },
    );
  });

  it('of D0010 gives the same data when read back, each register of each meter separately', async () => {
    await fc.assert(
      fc.asyncProperty(readings, fc.integer({ min: 1, max: 500 }), async (given, size) => {
        const { good, bad } = sorted(await rowsOf(d0010Rows, d0010Of(given), context(accounts), size));
        expect(bad).toEqual([]);
        expect(
          good.map(({ accountId, submittedAt, value, type, registerId }) => [
            ...[accountId, submittedAt, value, type, registerId],
          ]),
        ).toEqual(
          given.map(({ mpan, serial, register, dayMs, value, type }) => [
            ...[ID[mpan], new Date(britishDay(dayMs).start).toISOString(), value, type === 'D' ? 'E' : 'A'],
            `${serial.replace(' ', '')} ${register}`,
          ]),
        );
        expect(new Set(good.map(({ _id }) => _id)).size).toBe(good.length);
      }),
      { numRuns: casesOf(100) },
    );
  });
});

describe('a flow with random damage', () => {
  const mutation = fc.record({
    at: fc.nat(),
    length: fc.integer({ min: 0, max: 40 }),
    text: fc.oneof(
      fc.constantFrom('', '|', '\n', '\r\n', '103|A|', '030|', 'ZPT|', 'ZHV|', '999999999', '\u0000', '"', '__proto__'),
      fc.string({ maxLength: 20 }),
    ),
  });
  const broken = (text: string, { at, length, text: put }: { at: number; length: number; text: string }): string => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + length);
  };
  const base = fc.oneof(
    meterDays.map((days) => [d0036Rows, d0036Of(days)] as const),
    readings.map((given) => [d0010Rows, d0010Of(given)] as const),
  );

  it('produces rows with reasons or a clear error, and no other failure', async () => {
    await fc.assert(
      fc.asyncProperty(base, fc.array(mutation, { minLength: 1, maxLength: 3 }), async ([reader, text], changes) => {
        const given = changes.reduce(broken, text);
        try {
          const rows = await rowsOf(reader, given, context(accounts));
          for (const { names, values, problem } of rows) {
            if (problem === undefined) expect(values).toHaveLength(names.length);
            else expect(problem).toMatch(/^(?:is|must|comes|has|belongs) /);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          expect(error instanceof Error ? error.constructor : null).toBe(Error);
          expect(error instanceof Error ? error.message : '').toMatch(/^the (?:file|footer) /);
        }
      }),
      { numRuns: casesOf(400) },
    );
  });
});
