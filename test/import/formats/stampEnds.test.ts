import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { sideOf } from '../../../src/import/formats/intervalStamps.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, context, rowsOf, sorted, zone } from './support.js';

const DAY = 1_440;
const pad = (number: number): string => String(number).padStart(2, '0');
const clock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
/** Times of a day at a fixed distance in minutes. */
const times = (size: number, first: number): readonly string[] =>
  Array.from({ length: DAY / size }, (_, index) => clock(first + index * size));
/** The starts of a day's intervals, as the import reads them. */
const starts = (size: number): readonly string[] => times(size, 0);

/** The starts of the intervals of a day in a file, and its bad rows. */
async function read(lines: readonly string[], more: Partial<FormatContext> = {}): Promise<readonly string[]> {
  const recognised: string[] = [];
  const given = context([account(ACCOUNT)], {
    account: ACCOUNT,
    zone: zone('Europe/Madrid'),
    recognised: (what, as) => void (what === 'stamps' && recognised.push(as)),
    ...more,
  });
  const { good, bad } = sorted(await rowsOf(intervalRows, lines.join('\n'), given));
  const shift = 2 * 3_600_000;
  const local = (value: unknown): string => new Date(Date.parse(String(value)) + shift).toISOString();
  const last = good.at(-1);
  expect(last === undefined ? '' : local(last.endTimestamp)).toBe(last === undefined ? '' : '2022-07-02T00:00:00.000Z');
  return [...good.map(({ startTimestamp }) => local(startTimestamp).slice(11, 16)), ...bad];
}

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

describe('a row with a single time', () => {
  it.each([15, 30, 60])('ends at its time if a day of %i minutes has 24:00', async (size) => {
    const ends = times(size, size);
    expect(await read(['date,time,kWh', ...ends.map((time) => `2022/07/01,${time},1`)])).toEqual(starts(size));
    expect(await read(['timestamp,kWh', ...ends.map((time) => `2022-07-01 ${time},1`)])).toEqual(starts(size));
    const mapped = map('date=Fecha,time=Hora,value=Consumo');
    const rows = ends.map((time) => `01/07/2022;${time};1`);
    const writing = { decimal: null, dates: 'dmy' } as const;
    expect(await read(['Fecha;Hora;Consumo', ...rows], { map: mapped, writing })).toEqual(starts(size));
  });

  it('may have the number of an hour: 1 to 24 are ends, 0 to 23 are starts', async () => {
    const lines = (first: number): readonly string[] =>
      Array.from({ length: 24 }, (_, index) => `2022-07-01,${first + index},1`);
    expect(await read(['Date,Hour,kWh', ...lines(1)])).toEqual(starts(60));
    expect(await read(['Date,Hour,kWh', ...lines(0)])).toEqual(starts(60));
    expect(await read(['Date,Hour,kWh', ...lines(1)], { stamps: 'end' })).toEqual(starts(60));
    const mapped = map('date=Fecha,time=Hora,value=Consumo_kWh');
    expect(
      await read(['Fecha;Hora;Consumo_kWh', ...lines(1).map((line) => line.replaceAll(',', ';'))], { map: mapped }),
    ).toEqual(starts(60));
    await expect(read(['Date,Hour,kWh', ...lines(1)], { stamps: 'start' })).rejects.toThrow('the end of a day');
    const [first] = await read(['Date,Hour,kWh', ...lines(1).slice(0, -1)]);
    expect(first).toContain('2: Date: must be a valid date and time');
  });

  it('is rejected if times are starts and one row has 24:00', async () => {
    const ends = times(60, 60).map((time) => `2022-07-01 ${time},1`);
    const problem =
      'the import reads the timestamps as starts of intervals, but line 25 has "2022-07-01 24:00", which is the end of a day: give --stamps end, or write 00:00 on the next day';
    await expect(read(['timestamp,kWh', ...ends], { stamps: 'start' })).rejects.toThrow(problem);
    await expect(read(['start,kWh', ...ends])).rejects.toThrow(problem);
  });

  it.each<[number, string]>([
    [15, ''],
    [30, ''],
    [60, ''],
    [30, ':59'],
    [60, ':59'],
  ])('ends at its time if the time is the last minute of %i minutes, with seconds %s', async (size, seconds) => {
    const ends = times(size, size - 1).map((time) => `2022-07-01 ${time}${seconds},1`);
    expect(await read(['timestamp,kWh', ...ends])).toEqual(starts(size));
    expect(await read(['timestamp,kWh', ...ends], { stamps: 'end' })).toEqual(starts(size));
    const withOffset = ends.map((line) =>
      line
        .replace(' ', 'T')
        .replace(/(:\d\d),/, (_, end) => `${seconds === '' ? `${String(end)}:00` : String(end)}+02:00,`),
    );
    expect(await read(['timestamp,kWh', ...withOffset])).toEqual(starts(size));
  });

  it('ends at its time if only midnight is written as 23:59', async () => {
    const ends = [...times(30, 30).slice(0, -1), '23:59'].map((time) => `2022-07-01 ${time},1`);
    expect(await read(['timestamp,kWh', ...ends])).toEqual(starts(30));
    expect(await read(['timestamp,kWh', ...ends], { stamps: 'end' })).toEqual(starts(30));
    const ofDates = ends.map((line) => line.replace(' ', ','));
    expect(await read(['Date,End Time,kWh', ...ofDates])).toEqual(starts(30));
  });

  it('is not moved if rows are one minute apart', async () => {
    const minutes = Array.from({ length: 15 }, (_, index) => clock(DAY - 15 + index));
    const lines = ['timestamp,kWh', ...minutes.map((time) => `2022-07-01 ${time},1`)];
    expect(await read(lines)).toEqual(minutes);
  });

  it('requires --stamps if whole days look like ends and nothing decides it', async () => {
    const ends = [
      ...times(30, 30)
        .slice(0, -1)
        .map((time) => `2022-07-01 ${time},1`),
      '2022-07-02 00:00,1',
    ];
    const problem = `the timestamps of account ${ACCOUNT} run from 00:30 to 00:00, so they look like interval ends: give --stamps end if they are ends, or --stamps start if they are starts`;
    await expect(read(['timestamp,kWh', ...ends])).rejects.toThrow(problem);
    await expect(read(['timestamp,kWh', ...ends.toReversed()])).rejects.toThrow('the timestamps of account');
    expect(await read(['timestamp,kWh', ...ends], { stamps: 'end' })).toEqual(starts(30));
    const ofOneDate = [...ends.slice(0, -1), '2022-07-01 00:00,1'];
    await expect(read(['timestamp,kWh', ...ofOneDate])).rejects.toThrow(problem);
    const named = map('start="Interval ending",value=kWh');
    expect(await read(['Interval ending,kWh', ...ends], { map: named })).toEqual(starts(30));
  });

  it.each<[string, 'start' | 'end' | null]>([
    ['Read Date and End Time', 'end'],
    ['intervalEnd', 'end'],
    ['HOUR_ENDING', 'end'],
    ['Zeit bis', 'end'],
    ['Fin', 'end'],
    ['Start time', 'start'],
    ['Début', 'start'],
    ['USAGE_START_TIME', 'start'],
    ['Zeit von', 'start'],
    ['Weekend', null],
    ['Timestamp', null],
    ['Horodate', null],
  ])('with a time column called %s has the side %s', (label, side) => {
    expect(sideOf(label)).toBe(side);
  });
});
