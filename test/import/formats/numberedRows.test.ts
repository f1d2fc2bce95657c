import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { refuseForeignFields } from '../../../src/import/formats/ndjson.js';
import { halfHourlyRows } from '../../../src/import/formats/halfHourly.js';
import { parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, context, rowsOf, sorted, total, zone } from './support.js';

const METER = '1012345678905';
const given = (zoneName: string | null, more: Partial<FormatContext> = {}): FormatContext =>
  context([account(ACCOUNT, { meterPointNumber: METER })], {
    zone: zoneName === null ? null : zone(zoneName),
    ...more,
  });
const count = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index + 1);

async function read(lines: readonly string[], zoneName: string | null, more: Partial<FormatContext> = {}) {
  const rows = await rowsOf(intervalRows, lines.join('\n'), given(zoneName, more));
  return sorted(rows.filter(({ notice }) => notice === undefined));
}

describe('rows with a half-hour number', () => {
  it.each([
    ['Sett Date,Sett Period,kWh,MPAN', 'Europe/London', '15/01/2024', 48, '2024-01-15T00:00:00.000Z'],
    [
      'Settlement Date,Settlement Period,Consumption (kWh),MPAN',
      'Europe/London',
      '2024-07-15',
      48,
      '2024-07-14T23:00:00.000Z',
    ],
    ['date,SP,value,mpan', 'Europe/London', '2024-03-31', 46, '2024-03-31T00:00:00.000Z'],
    ['date,settlement_period,usage kWh,mpan', 'Europe/London', '2024-10-27', 50, '2024-10-26T23:00:00.000Z'],
    ['Reading Date,Trading Period,kWh,ICP', 'Pacific/Auckland', '2024-04-07', 50, '2024-04-06T11:00:00.000Z'],
  ])('%s: in %s, the day %s has %i half-hours from %s on', async (header, zoneName, date, most, from) => {
    const lines = [header, ...count(most).map((number) => `${date},${number},${number / 100},${METER}`)];
    expect(detectFormat(lines.join('\n'))).toBe('intervals');
    const { good, bad } = await read(lines, zoneName);
    expect(bad).toEqual([]);
    expect(good.map(({ value }) => value)).toEqual(count(most).map((number) => number / 100));
    expect(good.map(({ startTimestamp }) => Date.parse(String(startTimestamp)))).toEqual(
      count(most).map((number) => Date.parse(from) + (number - 1) * 1_800_000),
    );
    expect(good.every(({ isHalfHourly }) => isHalfHourly === true)).toBe(true);
  });

  it('may have any order and gaps, also with a map that names the column', async () => {
    const parsed = parseIntervalMap('date=Tag,period=Nr,value=Menge,meter=Zähler');
    if (isProblem(parsed)) throw new Error(parsed.problem);
    const lines = [
      'Tag,Nr,Menge,Zähler',
      `2024-01-15,7,1,${METER}`,
      `2024-01-15,2,2,${METER}`,
      `2024-01-16,48,3,${METER}`,
    ];
    const { good, bad } = await read(lines, 'UTC', { map: parsed.value });
    expect(bad).toEqual([]);
    expect(good.map(({ startTimestamp, value }) => [startTimestamp, value])).toEqual([
      ['2024-01-15T03:00:00.000Z', 1],
      ['2024-01-15T00:30:00.000Z', 2],
      ['2024-01-16T23:30:00.000Z', 3],
    ]);
  });

  it.each([
    ['0', 'must be the number of a half-hour from 1 to 50, got "0"'],
    ['51', 'must be the number of a half-hour from 1 to 50, got "51"'],
    ['01:30', 'must be the number of a half-hour from 1 to 50, got "01:30"'],
    ['49', 'must be at most 48, the number of half-hours of this day in Europe/London, got "49"'],
  ])('are bad with the number %s', async (number, problem) => {
    const lines = ['date,sett period,kWh,mpan', `2024-01-15,1,1,${METER}`, `2024-01-15,${number},1,${METER}`];
    expect((await read(lines, 'Europe/London')).bad).toEqual([`3: sett period: ${problem}`]);
  });

  it('require a time zone and a date, and reject --stamps end', async () => {
    const lines = ['date,sett period,kWh,mpan', `2024-01-15,1,1,${METER}`];
    expect((await read(lines, null)).bad).toEqual([
      '2: sett period: is the number of a half-hour, which needs a time zone: give it with --timezone',
    ]);
    await expect(read(lines, 'UTC', { stamps: 'end' })).rejects.toThrow(
      'the rows have numbers of half-hours, so --stamps does not apply',
    );
    const parsed = parseIntervalMap('period=sett period,value=kWh');
    if (isProblem(parsed)) throw new Error(parsed.problem);
    await expect(read(['day of year,sett period,kWh', '15,1,1'], 'UTC', { map: parsed.value })).rejects.toThrow(
      'no date column: name the column with --map date=…',
    );
  });

  it('use a column of times rather than a column of numbers', async () => {
    const lines = [
      'date,time,sett period,kWh,mpan',
      ...count(4).map((n) => `2024-01-15,0${n}:00,${2 * n + 1},1,${METER}`),
    ];
    const { good } = await read(lines, 'UTC');
    expect(good[0]?.endTimestamp).toBe('2024-01-15T02:00:00.000Z');
  });
});

describe('columns beyond 24:00 for the day with an extra hour', () => {
  const two = (number: number): string => String(number).padStart(2, '0');
  const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  it.each([
    ['H', 30, 50],
    ['H', 0, 50],
    ['HH', 30, 50],
    ['', 15, 100],
    ['H', 60, 25],
  ])('%s from minute %i on, %i columns: every day begins at midnight', async (prefix, first, columns) => {
    const length = 1_500 / columns;
    const labels = count(columns).map((number) => `${prefix}${clock(first + (number - 1) * length)}`);
    const normal = columns - 60 / length;
    const line = (date: string, filled: number): string =>
      [METER, date, ...count(columns).map((number) => (number <= filled ? String(number) : ''))].join(',');
    const lines = [
      ['MPAN', 'ReadDate', ...labels].join(','),
      line('2024-10-26', normal),
      line('2024-10-27', columns),
      line('2024-10-28', normal),
    ];
    expect(detectFormat(lines.join('\n'))).toBe('half-hourly');
    const { good, bad } = sorted(await rowsOf(halfHourlyRows, lines.join('\n'), given('Europe/London')));
    expect(bad).toEqual([]);
    const sum = (most: number): number => (most * (most + 1)) / 2;
    expect([good.length, total(good)]).toEqual([2 * normal + columns, 2 * sum(normal) + sum(columns)]);
    expect([good[0]?.startTimestamp, good.at(-1)?.endTimestamp]).toEqual([
      '2024-10-25T23:00:00.000Z',
      '2024-10-29T00:00:00.000Z',
    ]);
  });

  it('are rejected in another order', async () => {
    const labels = count(50).map((number) => `H${clock(number === 40 ? 1_470 : number * 30)}`);
    const text = [['MPAN', 'ReadDate', ...labels].join(','), ''].join('\n');
    await expect(rowsOf(halfHourlyRows, text, given('Europe/London'))).rejects.toThrow(
      'the header must have a period every 30 minutes from midnight on, got "H2430"',
    );
  });
});

describe('the name of a column of values', () => {
  it.each([
    ['Energía activa (Wh)', 1],
    ['Energía activa importada (kWh)', 1],
    ['Consumo de energía [kWh]', 1],
    ['Wirkarbeit kWh', 1],
    ['Wirkenergie Bezug [kWh]', 1],
    ['Energieverbrauch (MWh)', 1],
    ['Énergie active soutirée (Wh)', 1],
    ["Quantité d'énergie (kWh)", 1],
    ['Energia attiva prelevata (kWh)', 1],
    ['Consumi energia elettrica [kWh]', 1],
    ['Verbruik elektriciteit (kWh)', 1],
    ['Afgenomen energie kWh', 1],
    ['Energia ativa (kWh)', 1],
    ['Einspeisung [kWh]', 0],
    ['Energía reactiva (kWh)', 0],
    ['Teruglevering (kWh)', 0],
    ['Energia immessa (kWh)', 0],
  ])('%s is recognised as consumption: %i', async (label, is) => {
    const lines = [`start;${label}`, '2024-01-15T00:00:00Z;1', '2024-01-15T00:30:00Z;2', '2024-01-15T01:00:00Z;3'];
    const reading = read(lines, 'UTC', { account: ACCOUNT });
    if (is === 1) expect((await reading).good.map(({ value }) => value)).toEqual([1, 2, 3]);
    else await expect(reading).rejects.toThrow('no header of a row for each interval');
  });

  it.each([
    'Wirkleistung Spitze [kW]',
    'Potencia activa media (kW)',
    'Puissance active moyenne (kW)',
    'Gemiddeld vermogen kW',
  ])('%s is recognised as power, so rows require power=mean', async (label) => {
    const lines = [`start;${label}`, '2024-01-15T00:00:00Z;1', '2024-01-15T00:30:00Z;2'];
    expect((await read(lines, 'UTC', { account: ACCOUNT })).bad.join()).toContain('power=mean');
  });
});

describe('a single row before an unusually long pause', () => {
  /** Rows of a meter from midnight on, each with a length in minutes and a value. */
  const rowsOfLengths = (rows: readonly (readonly [minutes: number, value: number])[], isEnd: boolean) => {
    let at = Date.parse('2024-01-15T00:00:00Z');
    return rows.map(([minutes, value]) => {
      const start = at;
      at += minutes * 60_000;
      return `${new Date(isEnd ? at : start).toISOString()},${value}`;
    });
  };
  const fine = (count: number, minutes: number): (readonly [number, number])[] =>
    Array.from({ length: count }, (_, index) => [minutes, 0.5 + 0.02 * (index % 5)] as const);

  it.each([
    [30, 60, false],
    [30, 60, true],
    [15, 30, false],
    [15, 60, true],
    [60, 120, false],
    [30, 90, true],
  ])('is bad among rows of %i minutes if its value fits %i minutes; times are ends: %s', async (few, many, isEnd) => {
    const single = [many, (0.54 * many) / few] as const;
    const lines = ['timestamp,kWh', ...rowsOfLengths([...fine(15, few), single, ...fine(15, few)], isEnd)];
    const stamps = isEnd ? 'end' : 'start';
    const { good, bad } = await read(lines, 'UTC', { account: ACCOUNT, stamps });
    const inWords = (minutes: number): string =>
      minutes > 60 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
    expect([good.length, bad]).toEqual([
      30,
      [
        `17: is ${inWords(many)} from the next row, but other rows of its meter are ${inWords(few)} apart, so the length of its interval is ambiguous: give the length with --map minutes=…, in one file for each length`,
      ],
    ]);
    const parsed = parseIntervalMap(`start=timestamp,value=kWh,minutes=${few}`);
    if (isProblem(parsed)) throw new Error(parsed.problem);
    const said = await read(lines, 'UTC', { account: ACCOUNT, stamps, map: parsed.value });
    expect([said.good.length, said.bad]).toEqual([31, []]);
  });

  it.each([0.5, 0, 0.7, 5])(
    'ends at its usual length if its value fits that length, or no length: %f',
    async (value) => {
      const lines = ['timestamp,kWh', ...rowsOfLengths([...fine(15, 30), [60, value], ...fine(15, 30)], false)];
      const { good, bad } = await read(lines, 'UTC', { account: ACCOUNT, stamps: 'start' });
      expect([good.length, bad]).toEqual([31, []]);
    },
  );
});

describe('NDJSON', () => {
  it.each([
    [
      '{"timestamp":"2024-01-15T00:00:00Z","kWh":1}',
      `the file is NDJSON, but its fields ("timestamp", "kWh") do not match any resource; write it as CSV with a header, for example with jq -nr '["timestamp","kWh"], (inputs | [.timestamp,.kWh]) | @csv'`,
    ],
    [
      '\uFEFF\n{"ts":1,"meter":"M1","reading":{"value":2}}\n{}',
      `the file is NDJSON, but its fields ("ts", "meter", "reading") do not match any resource; write it as CSV with a header, for example with jq -nr '["ts","meter"], (inputs | [.ts,.meter]) | @csv'`,
    ],
  ])('with unknown fields is rejected, and the error explains how to write a table: %s', (text, message) => {
    expect(() => {
      refuseForeignFields(text);
    }).toThrow(message);
  });

  it.each([
    '{"_id":"1","what":2}',
    '{"accountId":"b","values":{"invoiceNumber":"1"}}',
    '{"set":"egrid","country":"us","type":"electricity","year":2022,"unit":"kWh","scope2":0.3,"source":"s"}',
    '{"name":"c"}',
    '{}',
    'no JSON',
  ])('requires the name of the resource if several resources fit: %s', (text) => {
    expect(() => {
      refuseForeignFields(text);
    }).not.toThrow();
  });
});
