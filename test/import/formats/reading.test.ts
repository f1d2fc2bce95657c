import { describe, expect, it } from 'vitest';
import { d0036Rows } from '../../../src/import/formats/d0036.js';
import { halfHourlyRows } from '../../../src/import/formats/halfHourly.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { nem12Rows } from '../../../src/import/formats/nem12.js';
import { rowOf, spanOf, type Reading } from '../../../src/import/formats/reading.js';
import { rejectedOf } from '../../../src/import/rejects.js';
import { documentAt, textOf } from '../../docs/documents.js';
import { flow, settlementDate } from '../flows.js';
import { meterLogRows } from './meterLog.js';
import { account, ACCOUNT, context, rowsOf, sorted, zone } from './support.js';

const ACCOUNTS = [account(ACCOUNT, { meterPointNumber: '1001' })];
const given = context(ACCOUNTS, { zone: zone('Europe/London') });
const utc = context(ACCOUNTS);

describe('a reading', () => {
  const good: Reading = {
    ...{ line: 1, meter: '1001', unit: 'kWh', value: 1.5, isEstimated: false },
    match: { account: account(ACCOUNT) },
    span: spanOf(0, 1_800_000),
  };
  /** A problem of each part, in the order of refusal. */
  const wrongs: readonly (readonly [string, Partial<Reading>])[] = [
    ['meter', { match: { field: 'meter', problem: 'has no meter' } }],
    ['start', { span: { field: 'start', problem: 'must be a date', text: 'x' } }],
    ['unit', { unit: { field: 'unit', problem: 'must state a unit', text: 'x' } }],
    ['value', { value: { field: 'value', problem: 'must be a number', text: 'x' } }],
    ['flag', { isEstimated: { field: 'flag', problem: 'must be A or E' } }],
  ];

  it('reports only its first error: meter, time, unit, value, estimate', () => {
    for (const [index, [field]] of wrongs.entries()) {
      const all = Object.assign({}, good, ...wrongs.slice(index).map(([, wrong]) => wrong)) as Reading;
      expect(rowOf(all)).toMatchObject({ field });
    }
    expect(rowOf(good).problem).toBeUndefined();
  });

  it('reports no error if it is skipped, and only the meter if the meter is unknown', () => {
    const all = Object.assign({}, good, ...wrongs.map(([, wrong]) => wrong)) as Reading;
    expect(rowOf({ ...all, match: { skipped: 'export' } })).toMatchObject({ skipped: 'export' });
    const unmatched = rowOf({ ...all, match: { unmatched: '9' } });
    expect(unmatched).toMatchObject({ unmatched: '9' });
    expect(unmatched.problem).toBeUndefined();
  });

  it('is rejected with the texts of the file, and without an _id', () => {
    const row = rowOf({ ...good, ...wrongs[1]?.[1], ...wrongs[3]?.[1] });
    expect(rejectedOf(row, []).row).toEqual({
      ...{ accountId: ACCOUNT, type: 'electricity', unit: 'kWh', value: 'x', startTimestamp: 'x' },
      ...{ readType: 'A', isEstimated: false, source: 'import' },
    });
  });
});

describe('every format', () => {
  const half = Array.from({ length: 48 }, (_, index) => index);
  const wide = (meter: string, value: string, flag: string): string =>
    `mpan,date,flag,${half.map((n) => n + 1).join()}\n${meter},2024-01-31,${flag},${half.map(() => value).join()}\n`;
  const rows = (meter: string, value: string, flag: string): string =>
    `mpan,start,end,consumption,estimated\n${meter},2024-01-31 00:00,2024-01-31 00:30,${value},${flag}\n`;
  const nem12 = (meter: string, value: string): string =>
    `100,NEM12,1,A,B\n200,${meter},E1,,E1,,,kWh,30,\n300,20240131,${half.map(() => value).join()},V,,,,\n900\n`;
  const d0036 = (meter: string, value: string, flag: string): string =>
    flow(
      'D0036001',
      settlementDate(
        meter,
        '20240131',
        half.map(() => `${flag}|${value}`),
      ),
    );

  it('reports an unknown meter before wrong values', async () => {
    expect(sorted(await rowsOf(intervalRows, rows('9', 'x', 'Q'), given))).toMatchObject({ unmatched: ['9'], bad: [] });
    for (const [reader, text] of [
      [halfHourlyRows, wide('9', 'x', 'Q')],
      [nem12Rows, nem12('9', 'x')],
      [d0036Rows, d0036('9', 'x', 'Q')],
    ] as const) {
      const { unmatched, bad } = sorted(await rowsOf(reader, text, reader === halfHourlyRows ? given : utc));
      expect([unmatched.length, bad]).toEqual([48, []]);
    }
  });

  it('stores an unreadable flag in the rejected row of an unknown meter, so that a later import rejects it again', async () => {
    for (const [reader, text] of [
      [intervalRows, rows('9', '1', 'Q')],
      [halfHourlyRows, wide('9', '1', 'Q')],
      [d0036Rows, d0036('9', '1', 'Q')],
    ] as const) {
      const [row] = await rowsOf(reader, text, reader === d0036Rows ? utc : given);
      expect(row && rejectedOf(row, []).row).toMatchObject({ isEstimated: 'Q' });
    }
  });

  it('reports an unknown meter even without values, and an unreadable date even without periods', async () => {
    const none = `100,NEM12,1,A,B\n200,9,E1,,E1,,,kWh,30,\n300,20240131,${half.map(() => '').join()},N,,,,\n900\n`;
    for (const [reader, text] of [
      [nem12Rows, none],
      [d0036Rows, d0036('9', '', 'A')],
    ] as const) {
      expect(sorted(await rowsOf(reader, text, utc)).unmatched).toHaveLength(48);
    }
    const { bad } = sorted(await rowsOf(d0036Rows, flow('D0036001', settlementDate('9', '20241331', [])), utc));
    expect(bad).toEqual(['3: Settlement Date: must be a date such as 20240131, got "20241331"']);
  });

  it('reports a line without a date as bad, and reads the other lines of a file for one account', async () => {
    const junk = wide('1001', '1', 'A') + `Printed by X,,A,${half.map(() => '1').join()}\n`;
    const { good, bad } = sorted(await rowsOf(halfHourlyRows, junk, { ...given, account: ACCOUNT }));
    expect(good).toHaveLength(48);
    expect(bad).toEqual(['3: date: must be a date such as 2024-01-31, got ""']);
  });

  it('checks the value before the estimate', async () => {
    const [row] = sorted(await rowsOf(intervalRows, rows('1001', 'x', 'Q'), given)).bad;
    expect(row).toBe('2: consumption: must be a number, got "x"');
    const [ofDay] = sorted(await rowsOf(nem12Rows, nem12('1001', 'x'), utc)).bad;
    expect(ofDay).toBe('3: value 1: must be a number, got "x"');
    const [period] = sorted(await rowsOf(d0036Rows, d0036('1001', 'x', 'Q'), utc)).bad;
    expect(period).toBe('4: Period Metered Consumption: must be a number of kWh, got "x"');
  });

  it('stores a bad mean of power in the rejected row with its own unit', async () => {
    const map = { columns: {}, where: {}, ignore: [], power: 'mean' } as const;
    const kilowatts = { ...given, unit: 'kW', map };
    const [, bad] = await rowsOf(halfHourlyRows, wide('1001', '2', 'A').replace('A,2,2', 'A,2,x'), kilowatts);
    expect(bad && rejectedOf(bad, []).row).toMatchObject({ unit: 'kW', value: 'x' });
    const [unknown] = await rowsOf(halfHourlyRows, wide('9', '2', 'A'), kilowatts);
    expect(unknown && rejectedOf(unknown, []).row).toMatchObject({ unit: 'kwh', value: 1 });
  });
});

describe('the example format in docs/formats.md', () => {
  it('is equal to the code that this test runs', () => {
    const [, shown = ''] = /```ts\n(import [\s\S]*?)```/.exec(documentAt('docs/formats.md').text) ?? [];
    const there = shown.replaceAll("'../../", "'../../../src/").replaceAll("'../s", "'../../../src/import/s");
    expect(there.replaceAll("'./", "'../../../src/import/formats/")).toBe(textOf('test/import/formats/meterLog.ts'));
  });

  it('parses its lines', async () => {
    const lines = [
      'METERLOG',
      '1001;2024-01-31T00:00Z;1.5;A',
      '9;2024-01-31T00:00Z;1;A',
      '1001;x;1;A',
      '1001;2',
      '1001;2024-01-31T00:00;1;A',
      '1001;7;1;A',
      '1001;2024-01-31T00:00Z;x;A',
      '1001;2024-01-31T00:00Z;1;x',
      '\r',
    ];
    expect(sorted(await rowsOf(meterLogRows, [...lines, ''].join('\n'), utc))).toMatchObject({
      good: [{ accountId: ACCOUNT, value: 1.5, isHalfHourly: true, startTimestamp: '2024-01-31T00:00:00.000Z' }],
      unmatched: ['9'],
      bad: [
        '4: start: must be a time such as 2024-01-31T13:30Z, got "x"',
        '5: must have 4 items',
        '6: start: must be a time such as 2024-01-31T13:30Z, got "2024-01-31T00:00"',
        '7: start: must be a time such as 2024-01-31T13:30Z, got "7"',
        '8: kWh: must be a number, got "x"',
        '9: flag: must be A or E, got "x"',
      ],
    });
  });
});
