import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { isProblem } from '../../../src/values/scalars.js';
import { casesOf } from '../../support/repeated.js';
import { ACCOUNT, account, context, rowsOf, sorted, zone } from './support.js';

const MINUTE = 60_000;
/** Before any change of clocks of the tests' zones. */
const FIRST = Date.parse('2024-01-10T00:00:00Z');

/** Reads a file with these times: `start/end` in UTC by row, and the bad rows. */
async function read(
  stamps: readonly string[],
  more: Partial<FormatContext> = {},
): Promise<{ readonly good: readonly string[]; readonly bad: readonly string[] }> {
  const lines = stamps.map((stamp, index) => `${stamp},${index}`);
  const given = context([account(ACCOUNT)], { account: ACCOUNT, zone: zone('UTC'), ...more });
  const rows = sorted(await rowsOf(intervalRows, ['timestamp,kWh', ...lines].join('\n'), given));
  return { good: rows.good.map((row) => `${String(row.startTimestamp)}/${String(row.endTimestamp)}`), bad: rows.bad };
}

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Consecutive periods with a number of rows and their length in minutes. */
function periods(parts: readonly (readonly [rows: number, minutes: number])[]): (readonly [number, number])[] {
  let at = FIRST;
  return parts.flatMap(([rows, minutes]) =>
    Array.from({ length: rows }, () => {
      const start = at;
      at += minutes * MINUTE;
      return [start, at] as const;
    }),
  );
}

const text = ([start, end]: readonly [number, number]): string => `${iso(start)}/${iso(end)}`;
const stampOf =
  (stamps: 'start' | 'end') =>
  ([start, end]: readonly [number, number]): string =>
    iso(stamps === 'start' ? start : end).slice(0, 19);

describe('rows whose interval length changes', () => {
  it.each<[string, (readonly [number, number])[]]>([
    [
      'half-hours to quarters',
      [
        [8, 30],
        [4, 15],
      ],
    ],
    [
      'quarters to half-hours',
      [
        [5, 15],
        [4, 30],
      ],
    ],
    [
      'hours to half-hours',
      [
        [12, 60],
        [24, 30],
      ],
    ],
    [
      'four hours to half-hours',
      [
        [4, 60],
        [24, 30],
      ],
    ],
    [
      'five minutes to quarters and back',
      [
        [30, 5],
        [12, 15],
        [30, 5],
      ],
    ],
    [
      'ten minutes to quarters',
      [
        [6, 10],
        [3, 15],
      ],
    ],
    [
      'days to hours',
      [
        [5, 1_440],
        [24, 60],
      ],
    ],
  ])('get the length of their own interval: %s', async (_, parts) => {
    const all = periods(parts);
    for (const stamps of ['start', 'end'] as const) {
      const lines = all.map(stampOf(stamps));
      expect(await read(lines, { stamps })).toEqual({ good: all.map(text), bad: [] });
      const backwards = await read(lines.toReversed(), { stamps });
      expect(backwards).toEqual({ good: all.map(text).toReversed(), bad: [] });
    }
  });

  it.each<[string, (readonly [number, number])[]]>([
    [
      'two hours first',
      [
        [2, 60],
        [24, 30],
      ],
    ],
    [
      'three half-hours among quarters',
      [
        [12, 15],
        [3, 30],
        [12, 15],
      ],
    ],
    [
      'seven half-hours among quarters',
      [
        [12, 15],
        [7, 30],
        [12, 15],
      ],
    ],
    [
      'two half-hours last',
      [
        [12, 15],
        [2, 30],
      ],
    ],
    [
      'lengths in turn',
      [
        [1, 420],
        [1, 960],
        [1, 60],
        [1, 420],
        [1, 960],
        [1, 60],
      ],
    ],
  ])('are bad if a longer distance may also be a gap: %s', async (_, parts) => {
    const all = periods(parts);
    for (const stamps of ['start', 'end'] as const) {
      const { good, bad } = await read(all.map(stampOf(stamps)), { stamps });
      expect(bad.length).toBeGreaterThan(0);
      expect(all.map(text)).toEqual(expect.arrayContaining([...good]));
      expect(bad[0]).toMatch(
        /ambiguous: give the length with --map minutes=…, in one file for each length|not a valid interval length/,
      );
    }
  });

  it('are never stored with a wrong length, at any chunk boundary', async () => {
    const part = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom(5, 10, 15, 30, 60));
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.constantFrom('start', 'end'), fc.boolean(), async (given, stamps, isFalling) => {
        const all = periods(given);
        const lines = all.map(stampOf(stamps));
        const { good, bad } = await read(isFalling ? lines.toReversed() : lines, { stamps });
        expect(good.length + bad.length).toBe(all.length);
        expect(all.map(text)).toEqual(expect.arrayContaining([...good]));
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('are bad if they contradict --map minutes', async () => {
    const all = periods([
      [8, 30],
      [4, 15],
    ]);
    const { good, bad } = await read(all.map(stampOf('start')), { map: map('minutes=30') });
    expect(good).toEqual(all.slice(0, 8).map(text));
    expect(bad[0]).toBe('10: is 15 minutes from the row after it, but the intervals of its meter are 30 minutes long');
    const coarser = await read(all.map(stampOf('end')), { stamps: 'end', map: map('minutes=15') });
    expect(coarser.good).toEqual(all.slice(8).map(text));
  });
});

describe('rows out of time order', () => {
  it('are bad unless --map minutes gives their length', async () => {
    const all = periods([[48, 30]]);
    const zigzag = all.flatMap((one, index) => (index % 2 === 0 ? [all[index + 1] ?? one, one] : []));
    const threes = all.flatMap((_, index) => (index % 3 === 0 ? all.slice(index, index + 3).toReversed() : []));
    for (const lines of [zigzag, threes]) {
      const { good, bad } = await read(lines.map(stampOf('start')));
      expect(all.map(text)).toEqual(expect.arrayContaining([...good]));
      expect(bad[0]).toContain('sort the rows by time, or give the length with --map minutes=…');
      expect(await read(lines.map(stampOf('start')), { map: map('minutes=30') })).toEqual({
        good: lines.map(text),
        bad: [],
      });
    }
  });

  it.each<[string, number, number]>([
    ['time of day', 40, 48],
    ['time of day, of ten days', 10, 2],
    ['quarter of the hour', 60, 4],
    ['parity', 30, 2],
  ])('are rejected if they are sorted by the %s', async (_, rows, parts) => {
    // Row 1, row 1 + parts and so on; then row 2.
    const size = parts === 2 && rows === 10 ? 720 : 1_440 / 48;
    const all = periods([[rows * parts, size]]);
    const lines = Array.from({ length: parts }, (_part, part) =>
      all.filter((_row, index) => index % parts === part),
    ).flat();
    await expect(read(lines.map(stampOf('start')))).rejects.toThrow(
      'the rows of a meter are not in order of time, so the length of intervals is ambiguous',
    );
  });

  it('are read if only whole days are in reverse order or single rows are misplaced', async () => {
    const all = periods([[96, 30]]);
    const reverse = [...all.slice(48), ...all.slice(0, 48)];
    expect(await read(reverse.map(stampOf('start')))).toEqual({ good: reverse.map(text), bad: [] });
    const swapped = [...all.slice(0, 30), ...all.slice(30, 32).toReversed(), ...all.slice(32)];
    expect(await read(swapped.map(stampOf('start')))).toEqual({ good: swapped.map(text), bad: [] });
  });
});

describe('rows with gaps', () => {
  it('have the usual length if single rows are missing', async () => {
    const given = fc.record({
      minutes: fc.constantFrom(5, 15, 30, 60),
      rows: fc.integer({ min: 12, max: 60 }),
      gaps: fc.array(fc.integer({ min: 1, max: 11 }), { maxLength: 5 }),
      stamps: fc.constantFrom('start' as const, 'end' as const),
      isFalling: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ minutes, rows, gaps, stamps, isFalling }) => {
        // At least three rows between two that are missing.
        const missing = new Set(gaps.map((gap) => 4 * gap));
        const all = periods([[rows, minutes]]).filter((_, index) => !missing.has(index) || index >= rows - 2);
        const lines = all.map(stampOf(stamps));
        const found = await read(isFalling ? lines.toReversed() : lines, { stamps });
        expect(found.bad).toEqual([]);
        expect(isFalling ? found.good.toReversed() : found.good).toEqual(all.map(text));
      }),
      { numRuns: casesOf(200) },
    );
  });

  it('have the usual length if nights, days or any number of rows are missing', async () => {
    const day = periods([[48, 30]]).filter((_, index) => index >= 16 && index < 36);
    const days = [0, 1, 2, 5].flatMap((number) =>
      day.map(([a, b]) => [a + number * 1_440 * MINUTE, b + number * 1_440 * MINUTE] as const),
    );
    expect(await read(days.map(stampOf('start')))).toEqual({ good: days.map(text), bad: [] });
  });
});

describe('rows for days with offsets', () => {
  const spring = ['03-12T00:00:00-06:00', '03-13T00:00:00-06:00', '03-14T00:00:00-05:00', '03-15T00:00:00-05:00'];
  const autumn = ['11-05T00:00:00-05:00', '11-06T00:00:00-05:00', '11-07T00:00:00-06:00', '11-08T00:00:00-06:00'];
  const hours = ({ good }: Awaited<ReturnType<typeof read>>): readonly number[] =>
    good.map((span) => {
      const [start = '', end = ''] = span.split('/');
      return (Date.parse(end) - Date.parse(start)) / (60 * MINUTE);
    });

  it.each(['America/Chicago', null])('are as long as the local days, with --timezone %s', async (name) => {
    const more = { zone: name === null ? null : zone(name) };
    const start = await read(
      spring.map((day) => `2016-${day}`),
      more,
    );
    expect([hours(start), start.bad]).toEqual([[24, 23, 24, 24], []]);
    expect(start.good[1]).toBe('2016-03-13T06:00:00.000Z/2016-03-14T05:00:00.000Z');
    const back = await read(
      autumn.map((day) => `2016-${day}`),
      more,
    );
    expect([hours(back), back.bad]).toEqual([[24, 25, 24, 24], []]);
    const utc = await read(
      spring.map((day) => new Date(`2016-${day}`).toISOString()),
      { ...more, stamps: 'end' },
    );
    expect([hours(utc), utc.bad]).toEqual([[24, 24, 23, 24], []]);
  });

  it('are bad without a zone if clocks change within a gap', async () => {
    const given = [...spring.slice(0, 2), ...spring.slice(3), '03-16T00:00:00-05:00'].map((day) => `2016-${day}`);
    expect((await read(given, { zone: null })).bad).toEqual([
      '3: comes before a gap with a clock change, so the length of its day is ambiguous: give --timezone',
    ]);
    const found = await read(given, { zone: zone('America/Chicago') });
    expect([hours(found), found.bad]).toEqual([[24, 23, 24, 24], []]);
  });
});
