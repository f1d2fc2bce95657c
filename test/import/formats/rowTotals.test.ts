import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { isProblem } from '../../../src/values/scalars.js';
import { casesOf } from '../../support/repeated.js';
import { ACCOUNT, account, context, rowsOf, sorted, total, zone } from './support.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2023-01-01T00:00:00Z');

type Period = readonly [start: number, end: number];

/** Intervals in turn. */
const row = (count: number, size: number, from = FIRST): Period[] =>
  Array.from({ length: count }, (_, index) => [from + index * size, from + (index + 1) * size]);
const days = (count: number, from = FIRST): Period[] => row(count, DAY, from);
const day = (number: number): number => FIRST + number * DAY;

/** The sum of the rows of a file, 1 for each; its totals by line, and its bad rows. */
async function read(
  periods: readonly Period[],
  more: Partial<FormatContext> = {},
): Promise<{
  readonly sum: number;
  readonly skipped: number;
  readonly bad: readonly string[];
  readonly said: readonly string[];
}> {
  const text = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const lines = periods.map(([start, end]) => `${text(start)},${text(end)},1`);
  const given = context([account(ACCOUNT)], { account: ACCOUNT, zone: zone('UTC'), ...more });
  const rows = await rowsOf(intervalRows, ['start,end,kWh', ...lines].join('\n'), given);
  const { good, bad, skipped } = sorted(rows);
  return { sum: total(good), skipped: skipped.length, bad, said: rows.flatMap(({ notice }) => notice ?? []) };
}

const anyLength = (): Partial<FormatContext> => {
  const map = parseIntervalMap('lengths=any');
  if (isProblem(map)) throw new Error(map.problem);
  return { map: map.value };
};

describe('a row that is a total without a label', () => {
  const year: Period = [FIRST, day(365)];
  it.each<[string, readonly Period[], number, readonly number[]]>([
    ['of a year below 29 days', [...days(29), year], 29, [31]],
    ['of a year above 29 days', [year, ...days(29)], 29, [2]],
    ['of exactly the days above it', [...days(29), [FIRST, day(29)]], 29, [31]],
    ['of each month of days', [...days(31), [FIRST, day(31)], ...days(28, day(31)), [day(31), day(59)]], 59, [33, 62]],
    [
      'of a year and of its months, above them',
      [year, [FIRST, day(31)], ...days(31), [day(31), day(59)], ...days(28, day(31))],
      59,
      [2, 3, 35],
    ],
    [
      'of each day of hours',
      [...row(24, HOUR), [FIRST, day(1)], ...row(24, HOUR, day(1)), [day(1), day(2)]],
      48,
      [26, 51],
    ],
    ['of a year below its months', [[FIRST, day(31)], [day(31), day(59)], [day(59), day(90)], year], 3, [5]],
    ['of days from the newest to the oldest', [...days(10).toReversed(), [FIRST, day(10)]], 10, [12]],
    ['of days with a gap', [...days(10), ...days(10, day(15)), year], 20, [22]],
  ])('%s is skipped with a note', async (_, periods, sum, lines) => {
    const found = await read(periods);
    expect(found).toMatchObject({ sum, skipped: lines.length, bad: [] });
    expect(found.said).toEqual([
      expect.stringMatching(`^Lines? ${lines.join(', ')} (is|are) skipped: by start and end`),
    ]);
  });

  it('never causes the import to skip an interval', async () => {
    const given = fc.record({
      size: fc.constantFrom(HOUR / 4, HOUR / 2, HOUR, DAY),
      rows: fc.integer({ min: 2, max: 30 }),
      parts: fc.integer({ min: 1, max: 3 }),
      isAbove: fc.boolean(),
      isGrand: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ size, rows, parts, isAbove, isGrand }) => {
        const all = Array.from({ length: parts }, (_, part) => {
          const from = FIRST + part * rows * size;
          const sum: Period = [from, from + rows * size];
          return isAbove ? [sum, ...row(rows, size, from)] : [...row(rows, size, from), sum];
        }).flat();
        const grand: Period = [FIRST, FIRST + parts * rows * size];
        const withGrand = !isGrand || parts === 1 ? all : isAbove ? [grand, ...all] : [...all, grand];
        const { sum, skipped, bad } = await read(withGrand);
        expect([sum, skipped, bad]).toEqual([parts * rows, withGrand.length - parts * rows, []]);
      }),
      { numRuns: casesOf(100) },
    );
  });
});

describe('a row longer than a day', () => {
  const threeDays: Period = [day(5), day(8)];
  const periods = [...days(5), threeDays, ...days(5, day(8))];

  it('is bad among shorter rows unless --map lengths=any is given', async () => {
    expect(await read(periods)).toMatchObject({
      sum: 10,
      bad: [
        '7: is 3 days long, but most rows of its meter are at most one day long: if the row is not a total, give --map lengths=any',
      ],
    });
    expect(await read(periods, anyLength())).toMatchObject({ sum: 11, bad: [], skipped: 0 });
  });

  it('is an interval if most rows have the same length; 25 hours can be a day', async () => {
    expect(await read([...days(1), [day(1), day(31)], [day(31), day(59)]])).toMatchObject({ sum: 3, bad: [] });
    expect(await read([...days(3), [day(3), day(4) + HOUR], ...days(3, day(4) + HOUR)])).toMatchObject({
      sum: 7,
      bad: [],
    });
    expect(await read(row(200, 7 * DAY))).toMatchObject({ sum: 200, bad: [], skipped: 0 });
  });
});
