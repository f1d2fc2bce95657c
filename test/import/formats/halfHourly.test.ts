import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { halfHourlyRows } from '../../../src/import/formats/halfHourly.js';
import { isHalfHourlyHeader } from '../../../src/import/formats/halfHourlyHeader.js';
import { stableId } from '../../../src/import/formats/meters.js';
import { account, ACCOUNT, ACCOUNT_2, context, counts, record, rowsOf, sorted, total, zone } from './support.js';

const ACCOUNTS = [
  account(ACCOUNT, { meterPointNumber: '1200000000001' }),
  account(ACCOUNT_2, { type: 'gas', meterSerialNumber: 'S2' }),
];
const LONDON = { zone: zone('Europe/London') };

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Labels of a day's periods. */
const labels = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => clock(first + (index * 1440) / count));
const numbered = (count: number, prefix = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
/** Values 1, 2, 3 and so on. */
const file = (
  periods: readonly string[],
  dates: readonly string[],
  meter = 'MPAN,Date',
  key = '1200000000001',
): string =>
  [
    `${meter},${periods.join(',')}`,
    ...dates.map((date) => `${key},${date},${periods.map((_, index) => index + 1).join(',')}`),
  ].join('\n');
const read = (text: string, more: Partial<FormatContext> = LONDON): ReturnType<typeof rowsOf> =>
  rowsOf(halfHourlyRows, text, context(ACCOUNTS, more));

describe('a table with a line for each day', () => {
  it('produces a row for each period, with the same identifier in each import', async () => {
    const rows = await read(file(labels(48), ['2024-01-15']), { ...LONDON, unit: 'kWh' });
    expect(rows).toHaveLength(48);
    const [start, end] = ['2024-01-15T00:00:00.000Z', '2024-01-15T00:30:00.000Z'];
    expect(rows.slice(0, 1).map(record)).toEqual([
      {
        _id: stableId(ACCOUNT, start, end, 'import'),
        accountId: ACCOUNT,
        type: 'electricity',
        unit: 'kWh',
        value: 1,
        startTimestamp: start,
        endTimestamp: end,
        readType: 'A',
        isHalfHourly: true,
        isEstimated: false,
        source: 'import',
      },
    ]);
    expect(new Set(rows.map(({ names }) => names)).size).toBe(1);
    expect(rows[47]?.line).toBe(2);
  });

  it.each([
    [24, '2024-01-15T23:00:00.000Z', false],
    [48, '2024-01-15T23:30:00.000Z', true],
    [96, '2024-01-15T23:45:00.000Z', false],
  ])('may have %i periods', async (count, last, isHalfHourly) => {
    for (const periods of [labels(count), numbered(count), numbered(count, 'HH'), numbered(count, 'kWh_')]) {
      const { good, bad } = sorted(await read(file(periods, ['20240115'])));
      expect(bad).toEqual([]);
      expect(good.at(-1)).toMatchObject({
        startTimestamp: last,
        endTimestamp: '2024-01-16T00:00:00.000Z',
        isHalfHourly,
      });
    }
  });

  it.each([
    [(minutes: number) => `${clock(minutes)}:00`],
    [(minutes: number) => `${clock(minutes)}-${clock((minutes + 30) % 1440)}`],
    [(minutes: number) => `HH${clock(minutes).replace(':', '')}`],
    [(minutes: number) => clock(minutes).replace(':', '')],
    [(minutes: number) => clock(minutes).replace(/^0/, '')],
  ])('may label its periods in several ways (%#)', async (label) => {
    const periods = Array.from({ length: 48 }, (_, index) => label(index * 30));
    const { good, bad } = sorted(await read(file(periods, ['2024-01-15'])));
    expect([good.length, bad]).toEqual([48, []]);
    expect(good[1]?.startTimestamp).toBe('2024-01-15T00:30:00.000Z');
  });

  it('produces no record for an empty cell', async () => {
    const text = file(labels(24), ['2024-01-15']).replace(',1,2,3,', ',1,,3,');
    expect(sorted(await read(text)).good).toHaveLength(23);
  });

  it('reports a bad cell and continues', async () => {
    const text = file(labels(24), ['2024-01-15', '2024-01-16']).replace(',5,', ',x,').replace(',7,', ',7%,');
    const points = { ...LONDON, writing: { decimal: 'point', dates: null } } as const;
    const { good, bad } = sorted(await read(text.replace(',9,', ',"1,5",'), points));
    expect(good).toHaveLength(45);
    expect(bad).toEqual([
      '2: 04:00: must be a number, got "x"',
      '2: 06:00: must be a number, got "7%"',
      '2: 08:00: must be a number, got "1,5"',
    ]);
  });

  it('accepts several notations of dates and numbers', async () => {
    const text = file(labels(24), ['31/01/2024', '01/02/24 00:00', '3 Feb 2024'])
      .replaceAll(',', ';')
      .replace(';2;', ';2,5;');
    const { good, bad } = sorted(await read(text));
    expect(bad).toEqual([]);
    expect(
      good.filter((_, index) => index % 24 === 1).map(({ startTimestamp, value }) => [startTimestamp, value]),
    ).toEqual([
      ['2024-01-31T01:00:00.000Z', 2.5],
      ['2024-02-01T01:00:00.000Z', 2],
      ['2024-02-03T01:00:00.000Z', 2],
    ]);
  });

  it('rejects dates that do not exist or have a time', async () => {
    for (const date of ['2024-02-30', '2024-01-31T00:30', '31/31/24', '']) {
      const { good, bad } = sorted(await read(file(labels(24), [date])));
      expect(good).toEqual([]);
      expect(bad).toEqual([`2: Date: must be a date such as 2024-01-31, got "${date}"`]);
    }
  });

  it('rejects a line with too few or too many cells', async () => {
    const text = `${file(labels(24), ['2024-01-15'])},7\n1200000000001,2024-01-16,1`;
    expect(sorted(await read(text)).bad).toEqual([
      '2: has 27 columns, the header 26',
      '3: has 3 columns, the header 26',
    ]);
  });

  it('finds meters by point or by serial number, and lists meters without an account', async () => {
    const serial = sorted(await read(file(labels(24), ['2024-01-15'], 'Meter Serial Number,Date', 's2')));
    expect(serial.good.map(({ accountId, type }) => [accountId, type])[0]).toEqual([ACCOUNT_2, 'gas']);
    const either = sorted(await read(file(labels(24), ['2024-01-15'], 'Meter,Date', 'S2')));
    expect(either.good).toHaveLength(24);
    const both = sorted(await read(file(labels(24), ['2024-01-15'], 'MSN,MPAN,Date', 'S2,1200000000001')));
    expect(both.good[0]).toMatchObject({ accountId: ACCOUNT_2 });
    const none = await read(file(labels(24), ['2024-01-15'], 'MPAN,Date', '9'));
    expect(counts(sorted(none).unmatched)).toEqual({ 9: 24 });
    expect(none.slice(0, 1).map(record)).toEqual([
      {
        ...{ startTimestamp: '2024-01-15T00:00:00.000Z', endTimestamp: '2024-01-15T01:00:00.000Z', value: 1 },
        ...{ unit: null, readType: 'A', isHalfHourly: false, isEstimated: false, source: 'import' },
      },
    ]);
  });

  it('may state the unit, and whether the values are estimates', async () => {
    const text = file(
      labels(24),
      ['2024-01-15', '2024-01-16', '2024-01-17'],
      'MPAN,Units,Read Type,Date',
      '1200000000001,Wh,E',
    )
      .replace('Wh,E,2024-01-16', ',A,2024-01-16')
      .replace('Wh,E,2024-01-17', 'Wh,Q,2024-01-17');
    const { good, bad } = sorted(await read(text, { ...LONDON, unit: 'kWh' }));
    expect(good[0]).toMatchObject({ unit: 'Wh', readType: 'E', isEstimated: true });
    expect(good[24]).toMatchObject({ unit: 'kWh', readType: 'A', isEstimated: false });
    expect(bad).toEqual(['4: Read Type: must be A or E, got "Q"']);
  });

  it('ignores totals and names of sites', async () => {
    const text = `Site Name,MPAN,Date,${numbered(24).join(',')},Daily Total\nHome,1200000000001,2024-01-15,${numbered(24).join(',')},300`;
    expect(total(sorted(await read(text)).good)).toBe(300);
  });

  it('requires --unit if only a line above the header states the unit', async () => {
    const text = file(labels(48), ['2024-01-15']);
    for (const above of ['Site,HQ,kW', 'Unit: MWh', 'Units kvarh'] as const) {
      await expect(read(`${above}\n${text}`)).rejects.toThrow('the unit of the periods is not clear: the header has ');
    }
    expect(sorted(await read(`Unit: kWh\n${text}`, { ...LONDON, unit: 'kWh' })).good).toHaveLength(48);
    expect(sorted(await read(`Use of kWh by site\n${text}`)).good).toHaveLength(48);
  });

  it('uses the zone in the name of the date column rather than --timezone', async () => {
    for (const name of ['Date (UTC)', 'Date_UTC', 'Reading Date GMT']) {
      const text = file(labels(48), ['2024-07-15'], `MPAN,${name}`);
      const rows = await read(text);
      expect(sorted(rows).good[0], name).toMatchObject({ startTimestamp: '2024-07-15T00:00:00.000Z' });
      expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
        `The column "${name}" states the time zone UTC, so --timezone Europe/London does not apply to its timestamps.`,
      ]);
      expect(sorted(await read(text, {})).good).toHaveLength(48);
    }
  });

  it('is rejected without a time zone', async () => {
    await expect(read(file(labels(48), ['2024-01-15']), {})).rejects.toThrow(
      'the timestamps have no time zone: give it with --timezone, for example --timezone Europe/London',
    );
  });

  it('is read in batches', async () => {
    const dates = Array.from({ length: 400 }, (_, day) =>
      new Date(Date.UTC(2024, 0, day + 1)).toISOString().slice(0, 10),
    );
    const sizes: number[] = [];
    const text = file(labels(48), dates);
    async function* whole(): AsyncGenerator<string> {
      yield await Promise.resolve(text);
    }
    for await (const batch of halfHourlyRows(whole(), context(ACCOUNTS, LONDON))) {
      sizes.push(batch.filter(({ notice }) => notice === undefined).length);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(400 * 48);
    expect(Math.max(...sizes)).toBeLessThan(5_000);
  });
});

describe('a table with a line for each day and more columns', () => {
  const HOURS = labels(24);
  const both = (columns: readonly string[], cells: readonly string[]): string =>
    `MPAN,Date,${columns.join(',')}\n1200000000001,2024-01-15,${cells.join(',')}`;

  it('skips ignored columns, and suggests the option for unknown columns', async () => {
    const text = both(['Site Ref', 'REMARK', ...HOURS], ['x', 'y', ...HOURS.map(() => '2')]);
    await expect(read(text)).rejects.toThrow(
      'the header has columns "Site Ref", "REMARK" that are not a meter, date, unit or period; ' +
        'ignore them with --ignore "Site Ref,REMARK"',
    );
    expect(total(sorted(await read(text, { ...LONDON, ignored: ['site ref', 'Remark'] })).good)).toBe(48);
  });

  const flag = (hour: number): string => (hour === 5 ? 'E' : hour === 6 ? '' : 'A');
  const pairs = (of: (hour: number) => readonly [string, string]): string =>
    both(
      HOURS.flatMap((_, hour) => of(hour)),
      HOURS.flatMap((_, hour) => [String(hour), flag(hour)]),
    );
  it.each([
    [pairs((hour) => [clock(hour * 60), `${clock(hour * 60)} Flag`])],
    [pairs((hour) => [`HH${hour + 1}`, `HH${hour + 1}_flag`])],
    [pairs((hour) => [`HH${hour + 1}`, `AE${hour + 1}`])],
    [pairs((hour) => [clock(hour * 60), 'A/E'])],
    [pairs((hour) => [`${clock(hour * 60)} - ${clock(((hour + 1) * 60) % 1440)}`, `Status ${clock(hour * 60)}`])],
    [
      both(
        [...HOURS, ...HOURS.map((_, hour) => `AE${hour + 1}`)],
        [...HOURS.map((_, hour) => String(hour)), ...HOURS.map((_, hour) => flag(hour))],
      ),
    ],
  ])('may have a flag for each period (%#)', async (text) => {
    const { good, bad } = sorted(await read(text));
    expect(bad).toEqual([]);
    expect(good.map(({ value }) => value)).toEqual(HOURS.map((_, hour) => hour));
    expect(good.flatMap(({ isEstimated }, hour) => (isEstimated === true ? [hour] : []))).toEqual([5]);
  });

  it('rejects unknown flags and flags of other periods', async () => {
    const moved = pairs((hour) => [clock(hour * 60), `${clock((hour * 60 + 60) % 1440)} Flag`]);
    await expect(read(moved)).rejects.toThrow('the header has the flag column "01:00 Flag" at the wrong period');
    await expect(read(both([...HOURS, '00:00 Flag'], [...HOURS, 'A']))).rejects.toThrow(
      'the header must have one flag column for each of its 24 periods, got 1',
    );
    const odd = pairs((hour) => [clock(hour * 60), `${clock(hour * 60)} Flag`]).replace(',E,', ',Q,');
    expect(sorted(await read(odd)).bad).toEqual(['2: 05:00 Flag: must be A or E, got "Q"']);
  });

  it('accepts a meter number with the apostrophe of a spreadsheet', async () => {
    expect(sorted(await read(file(HOURS, ['2024-01-15'], 'MPAN,Date', "'1200000000001"))).good).toHaveLength(24);
  });
});

describe('a day on which clocks change', () => {
  it('skips zeros in the hour that clocks skip', async () => {
    const text = file(labels(48), ['2024-03-31']).replace(',3,4,5,', ',0,0.0,5,');
    const { good, bad, skipped } = sorted(await read(text));
    expect([good.length, bad]).toEqual([46, []]);
    expect(counts(skipped)).toEqual({
      '0 in a period that does not exist on that day in Europe/London: clocks skip this time': 2,
    });
  });

  it('has a gap, with a note, if the file has the repeated hour only once', async () => {
    const dates = ['2024-10-26', '2024-10-27', '2024-10-28'];
    const notices = (await read(file(labels(48), dates))).flatMap(({ notice }) => notice ?? []);
    expect(notices).toEqual([
      'Clocks in Europe/London repeat an hour on 2024-10-27, but the file has that hour only once: ' +
        'meter "1200000000001" has a gap from 2024-10-27T01:00:00.000Z to 2024-10-27T02:00:00.000Z.',
    ]);
    expect((await read(file(numbered(50), dates))).flatMap(({ notice }) => notice ?? [])).toEqual([]);
    // Where clocks go back at midnight, the gap is between two days.
    const south = await read(file(labels(24), ['2018-02-17']), { zone: zone('America/Sao_Paulo') });
    expect(south.flatMap(({ notice }) => notice ?? [])).toEqual([
      'Clocks in America/Sao_Paulo repeat an hour on 2018-02-17, but the file has that hour only once: ' +
        'meter "1200000000001" has a gap from 2018-02-18T02:00:00.000Z to 2018-02-18T03:00:00.000Z.',
    ]);
  });

  it('rejects labels in the hour that clocks skip', async () => {
    const { good, bad } = sorted(await read(file(labels(48), ['2024-03-31'])));
    expect(good).toHaveLength(46);
    expect(bad).toEqual([
      '2: 01:00: does not exist on that day in Europe/London: clocks skip this time',
      '2: 01:30: does not exist on that day in Europe/London: clocks skip this time',
    ]);
    expect(good[1]).toMatchObject({
      startTimestamp: '2024-03-31T00:30:00.000Z',
      endTimestamp: '2024-03-31T01:00:00.000Z',
    });
    expect(good[2]).toMatchObject({ startTimestamp: '2024-03-31T01:00:00.000Z', value: 5 });
  });

  it('uses the earlier time for a label in the repeated hour', async () => {
    const rows = await read(file(labels(48), ['2024-10-27']));
    const { good } = sorted(rows);
    expect(good.slice(2, 5).map(({ startTimestamp }) => startTimestamp)).toEqual([
      '2024-10-27T00:00:00.000Z',
      '2024-10-27T00:30:00.000Z',
      '2024-10-27T02:00:00.000Z',
    ]);
  });

  it('uses both times if the header has the repeated hour twice', async () => {
    const long = [...labels(48).slice(0, 4), '01:00', '01:30', ...labels(48).slice(4)];
    const { good, bad } = sorted(await read(file(long, ['2024-10-27', '2024-10-28'])));
    expect(good.slice(0, 50).map(({ startTimestamp }) => startTimestamp)).toEqual(
      Array.from({ length: 50 }, (_, index) => new Date(Date.UTC(2024, 9, 26, 23, index * 30)).toISOString()),
    );
    expect(bad.map((text) => text.slice(0, 9))).toEqual(['3: 01:00:', '3: 01:30:']);
  });

  it('has fewer or more numbered periods', async () => {
    const { good, bad } = sorted(await read(file(numbered(50, 'HH'), ['2024-03-31', '2024-10-27', '2024-06-01'])));
    expect(good).toHaveLength(46 + 50 + 48);
    expect(good[45]).toMatchObject({ startTimestamp: '2024-03-31T22:30:00.000Z', value: 46 });
    expect(good[46]).toMatchObject({ startTimestamp: '2024-10-26T23:00:00.000Z', value: 1 });
    expect(good[95]).toMatchObject({ startTimestamp: '2024-10-27T23:30:00.000Z', value: 50 });
    expect(bad).toEqual([
      ...[47, 48, 49, 50].map((n) => `2: HH${n}: is after the end of that day, which has 46 periods in Europe/London`),
      ...[49, 50].map((n) => `4: HH${n}: is after the end of that day, which has 48 periods in Europe/London`),
    ]);
  });

  it('may begin after midnight', async () => {
    const { good } = sorted(await read(file(numbered(24), ['2018-11-04']), { zone: zone('America/Sao_Paulo') }));
    expect([good.length, good[0]?.startTimestamp]).toEqual([23, '2018-11-04T03:00:00.000Z']);
  });
});

describe('labels that are the ends of periods', () => {
  const ends = (last: string): string => file([...labels(48).slice(1), last], ['2024-01-15', '2024-03-31']);

  it.each<[string, 'end' | null]>([
    ['24:00', 'end'],
    ['00:00', 'end'],
    ['24:00', null],
    ['00:00', null],
    ['23:59', null],
    ['23:59', 'end'],
  ])('give starts one period earlier, and the last is %s, with --stamps %s', async (last, stamps) => {
    const { good, bad } = sorted(await read(ends(last), { ...LONDON, stamps }));
    expect(good[0]).toMatchObject({ startTimestamp: '2024-01-15T00:00:00.000Z', value: 1 });
    expect(good[47]).toMatchObject({ endTimestamp: '2024-01-16T00:00:00.000Z', value: 48 });
    expect(bad.map((text) => text.slice(0, 9))).toEqual(['3: 01:30:', '3: 02:00:']);
  });

  it.each([15, 30, 60])('may be the last minute of periods of %i minutes', async (size) => {
    const lastMinutes = Array.from({ length: 1_440 / size }, (_, index) => clock((index + 1) * size - 1));
    const { good, bad } = sorted(await read(file(lastMinutes, ['2024-01-15']), LONDON));
    expect(bad).toEqual([]);
    expect(good.map(({ startTimestamp }) => String(startTimestamp).slice(11, 16))).toEqual(labels(1_440 / size));
    expect(good.at(-1)).toMatchObject({ endTimestamp: '2024-01-16T00:00:00.000Z' });
  });

  it('are distinguished from labels at the start', async () => {
    await expect(read(ends('24:00'), { ...LONDON, stamps: 'start' })).rejects.toThrow(
      'the header begins at 00:30, so its times look like the ends of periods: give --stamps end',
    );
    await expect(read(file(labels(48), ['2024-01-15']), { ...LONDON, stamps: 'end' })).rejects.toThrow(
      'the header begins at 00:00, so its times are the starts of periods: omit --stamps end',
    );
    await expect(read(file(numbered(48), ['2024-01-15']), { ...LONDON, stamps: 'end' })).rejects.toThrow(
      'the header numbers its periods, so --stamps does not apply',
    );
  });
});

describe('the header of a file', () => {
  it('belongs to a table with a line for each day if it has a meter or a date, and periods', () => {
    expect(isHalfHourlyHeader(['mpan', 'date', ...labels(48)])).toBe(true);
    expect(isHalfHourlyHeader(['Meter_ID', 'date', 'total', ...numbered(24, 'P')])).toBe(true);
    expect(isHalfHourlyHeader(['_id', 'accountId', 'value'])).toBe(false);
    expect(isHalfHourlyHeader(['name', 'date', ...labels(48)])).toBe(true);
    expect(isHalfHourlyHeader(['name', 'note', ...labels(48)])).toBe(false);
  });

  it.each([
    [
      ['MPAN', 'Date', 'Comment', ...labels(48)],
      'the header has a column "Comment" that is not a meter, date, unit or period',
    ],
    [['Date', ...labels(48)], 'the header has no meter column, such as mpan or meter serial number'],
    [['MPAN', ...labels(48)], 'the header has no date column'],
    [['MPAN', 'NMI', 'Date', ...labels(48)], 'the header has two columns with the same meaning: "MPAN" and "NMI"'],
    [
      ['MPAN', 'Date', ...labels(48).slice(1)],
      'the header must have 24, 48 or 96 period columns (25, 50 or 100 for a long day), got 47',
    ],
    [
      ['MPAN', 'Date', ...labels(24).slice(0, 23), '23:30'],
      'the header must have a period every 60 minutes from midnight on, got "23:30"',
    ],
    [['MPAN', 'Date', ...numbered(23), '25'], 'the header must number its periods consecutively from 1, got "25"'],
  ])('ends the import if it is not understood (%#)', async (cells, message) => {
    await expect(read(cells.join(','))).rejects.toThrow(message);
  });
});
