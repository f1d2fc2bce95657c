import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { profileNamed } from '../../../src/import/formats/intervalProfiles.js';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, ACCOUNT_2, context, rowsOf, sorted, zone } from './support.js';
import { casesOf } from '../../support/repeated.js';

const METERS = [
  account(ACCOUNT, { meterPointNumber: '1012345678905', meterSerialNumber: 'E17Z1' }),
  account(ACCOUNT_2, { meterPointNumber: '10306268587' }),
];
const LONDON = zone('Europe/London');

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

/** The rows of a file, good ones as `start/end value unit account`. */
async function read(lines: readonly string[], more: Partial<FormatContext> = {}): Promise<ReturnType<typeof shown>> {
  return shown(await rowsOf(intervalRows, `${lines.join('\n')}\n`, context(METERS, { zone: LONDON, ...more })));
}

function shown(rows: Awaited<ReturnType<typeof rowsOf>>): {
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly skipped: readonly string[];
  readonly notices: readonly string[];
} {
  const { good, bad, skipped } = sorted(rows.filter(({ notice }) => notice === undefined));
  const text = (value: unknown): string =>
    typeof value === 'string' ? value.replace(':00.000Z', 'Z') : JSON.stringify(value);
  return {
    good: good.map((row) =>
      [`${text(row.startTimestamp)}/${text(row.endTimestamp)}`, row.value, row.unit, row.readType].map(text).join(' '),
    ),
    bad: bad.toSorted((a, b) => parseInt(a, 10) - parseInt(b, 10)),
    skipped,
    notices: rows.flatMap(({ notice }) => notice ?? []),
  };
}

describe('a file with a row for each interval', () => {
  it('finds its columns by usual names: start, end, value with its unit, meter, flag', async () => {
    const lines = [
      'MPAN,Start,End,Consumption (kWh),Flag',
      '1012345678905,2024-01-01 00:00,2024-01-01 00:30,1.5,A',
      '1012345678905,2024-01-01 00:30,2024-01-01 01:00,2.5,E',
    ];
    expect(await read(lines)).toEqual({
      good: ['2024-01-01T00:00Z/2024-01-01T00:30Z 1.5 kWh A', '2024-01-01T00:30Z/2024-01-01T01:00Z 2.5 kWh E'],
      bad: [],
      skipped: [],
      notices: [],
    });
  });

  it('with one time in each row has intervals that reach from row to row, before or after the time, except for gaps', async () => {
    const lines = [
      'meter;timestamp;kWh',
      ...['00:00', '00:30', '01:00', '02:00', '02:30'].map((time) => `1012345678905;2024-01-01 ${time};1`),
    ];
    expect((await read(lines)).good).toEqual([
      '2024-01-01T00:00Z/2024-01-01T00:30Z 1 kWh A',
      '2024-01-01T00:30Z/2024-01-01T01:00Z 1 kWh A',
      '2024-01-01T01:00Z/2024-01-01T01:30Z 1 kWh A',
      '2024-01-01T02:00Z/2024-01-01T02:30Z 1 kWh A',
      '2024-01-01T02:30Z/2024-01-01T03:00Z 1 kWh A',
    ]);
    expect((await read(lines, { stamps: 'end' })).good[0]).toBe('2023-12-31T23:30Z/2024-01-01T00:00Z 1 kWh A');
  });

  it('may have date and time in separate columns, and the last minute as the end', async () => {
    const lines = [
      'Serial,Date,Start Time,End Time,Usage,Units,Cost',
      'E17Z1,2024-01-01,00:00,00:14,0.25,kWh,$0.05',
      'E17Z1,2024-01-01,23:45,23:59,0.5,kWh,$0.10',
      'E17Z1,2024-01-02,23:30,00:00,0.5,kWh,$0.10',
    ];
    expect(await read(lines)).toMatchObject({
      good: [
        '2024-01-01T00:00Z/2024-01-01T00:15Z 0.25 kWh A',
        '2024-01-01T23:45Z/2024-01-02T00:00Z 0.5 kWh A',
        '2024-01-02T23:30Z/2024-01-03T00:00Z 0.5 kWh A',
      ],
      bad: [],
    });
  });

  it('has days as long as the local days of the zone', async () => {
    const lines = ['MPAN,Date,kWh', ...['26', '27', '28'].map((day) => `1012345678905,2024-10-${day},25`)];
    expect((await read(lines)).good).toEqual([
      '2024-10-25T23:00Z/2024-10-26T23:00Z 25 kWh A',
      '2024-10-26T23:00Z/2024-10-28T00:00Z 25 kWh A',
      '2024-10-28T00:00Z/2024-10-29T00:00Z 25 kWh A',
    ]);
  });

  it('is read with a map, which skips and lists rows of another kind', async () => {
    const lines = [
      'MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time',
      '10306268587,34201234,0.5,Active Export Interval (kW),27-10-2024 03:00',
      ...['03:00', '02:30', '02:00', '01:30', '01:00', '02:00', '01:30', '01:00', '00:30'].map(
        (time, index) => `10306268587,34201234,${index + 1},Active Import Interval (kW),27-10-2024 ${time}`,
      ),
      '10306268587,34201234,1,Active Import Interval (kW),13-10-2024 00:30',
    ];
    const esb = profileNamed('esb-networks');
    expect(esb).toBeDefined();
    expect(await read(lines, { map: esb ?? null, zone: zone('Europe/Dublin'), stamps: 'end' })).toEqual({
      good: [
        '2024-10-27T02:30Z/2024-10-27T03:00Z 0.5 kwh A',
        '2024-10-27T02:00Z/2024-10-27T02:30Z 1 kwh A',
        '2024-10-27T01:30Z/2024-10-27T02:00Z 1.5 kwh A',
        '2024-10-27T01:00Z/2024-10-27T01:30Z 2 kwh A',
        '2024-10-27T00:30Z/2024-10-27T01:00Z 2.5 kwh A',
        '2024-10-27T00:30Z/2024-10-27T01:00Z 3 kwh A',
        '2024-10-27T00:00Z/2024-10-27T00:30Z 3.5 kwh A',
        '2024-10-26T23:30Z/2024-10-27T00:00Z 4 kwh A',
        '2024-10-26T23:00Z/2024-10-26T23:30Z 4.5 kwh A',
        '2024-10-12T23:00Z/2024-10-12T23:30Z 0.5 kwh A',
      ],
      bad: [],
      skipped: ['Read Type "Active Export Interval (kW)"'],
      notices: [],
    });
    const said = map(
      'start="Read Date and End Time",value=Read Value,meter=MPRN,unit=Read Type,stamps=end,where=Read Type=Active Import,power=mean,dates=dmy,minutes=30',
    );
    expect((await read(lines, { map: said, stamps: 'end' })).good).toHaveLength(10);
  });

  it.each([
    [
      ['MPAN,When,kWh', '1,2024-01-01,1'],
      'the file has no header of a row for each interval (columns such as start, kWh and MPAN): it begins "MPAN When kWh", "1 2024-01-01 1"',
    ],
    [
      ['MPAN,Start,kWh,Tariff code', '1,2024-01-01 00:00,1,E1'],
      'the header has an unknown column: "Tariff code"; ignore it with --ignore "Tariff code", or use it with --map',
    ],
    [
      ['MPAN,Start,kWh,Channel', '1,2024-01-01 00:00,1,E1', '1,2024-01-01 00:00,1,B1'],
      'the header has an unknown column: "Channel"; "Channel" distinguishes kinds of rows ("E1", "B1"): choose the rows to import, for example with --map where="Channel=E1", or use it with --map',
    ],
    [
      ['Start,kWh', '2024-01-01 00:00,1'],
      'the file does not name a meter: give the account of the data with --account',
    ],
    [
      ['MPAN,Start,Date,Timestamp,kWh', '1,1,1,1,1'],
      'the header has two columns with the same meaning: "Start" and "Timestamp"; choose one, for example with --map start="Start"',
    ],
  ])('is rejected if it is unreadable: %j', async (lines, message) => {
    await expect(read(lines)).rejects.toMatchObject({ message });
  });

  it.each([
    ['Date/Time'],
    ['Date & Time'],
    ['Date and Time'],
    ['DATE_TIME'],
    ['Local Time'],
    ['Reading Time'],
    ['Time'],
    ['Giorno'],
    ['Fecha'],
    ['Datum'],
    ['Read Date & Time'],
  ])('has times in a column called %s', async (label) => {
    const lines = [`Serial;${label};kWh`, 'E17Z1;20/01/2024 00:00;"0,5"', 'E17Z1;20/01/2024 00:30;"0,5"'];
    expect(await read(lines)).toMatchObject({
      good: ['2024-01-20T00:00Z/2024-01-20T00:30Z 0.5 kWh A', '2024-01-20T00:30Z/2024-01-20T01:00Z 0.5 kWh A'],
      bad: [],
    });
  });

  it('has the day before the month if the language of its date column puts it first', async () => {
    for (const label of ['Giorno', 'Fecha', 'Datum', 'Jour', 'Data', 'día']) {
      const lines = [`Serial;${label};kWh`, 'E17Z1;01/09/2024;1', 'E17Z1;02/09/2024;1'];
      expect((await read(lines)).good[1]).toBe('2024-09-01T23:00Z/2024-09-02T23:00Z 1 kWh A');
      await expect(read([...lines, 'E17Z1;09/13/2024;1'])).rejects.toThrow(
        `the dates of the file are inconsistent: the name "${label}" has the day before month, but "09/13/2024"`,
      );
      const said = { writing: { dates: 'mdy', decimal: null } } as const;
      expect((await read([...lines.slice(0, 2), 'E17Z1;01/10/2024;1'], said)).good[0]).toMatch(/^2024-01-09/);
    }
  });

  it('may have a time without a date in the column next to the date', async () => {
    for (const label of ['Reading Time', 'Local Time', 'Time', 'Ora']) {
      const lines = [
        `MPAN,Date,${label},kWh`,
        ...['00:00', '00:30'].map((time) => `1012345678905,2024-01-20,${time},1`),
      ];
      expect((await read(lines)).good).toHaveLength(2);
    }
  });

  it.each([
    [
      [
        'Start Date,Start Time,End Date,End Time,MPAN,kWh',
        '15/01/2024,23:00,15/01/2024,23:30',
        '15/01/2024,23:30,16/01/2024,00:00',
      ],
    ],
    [
      [
        'Start Date,Reading Time,End Date,End Time,MPAN,kWh',
        '15/01/2024,23:00,15/01/2024,23:30',
        '15/01/2024,23:30,16/01/2024,00:00',
      ],
    ],
    [
      [
        'End Date,End Time,Start Date,Start Time,MPAN,kWh',
        '15/01/2024,23:30,15/01/2024,23:00',
        '16/01/2024,00:00,15/01/2024,23:30',
      ],
    ],
    [['Start Date,Start Time,MPAN,kWh', '15/01/2024,11:00 PM', '15/01/2024,11:30 PM']],
  ])('may have dates and times of start and end in separate columns: %j', async (lines) => {
    const [header = '', ...rows] = lines;
    expect(await read([header, ...rows.map((row) => `${row},1012345678905,1`)])).toMatchObject({
      good: ['2024-01-15T23:00Z/2024-01-15T23:30Z 1 kWh A', '2024-01-15T23:30Z/2024-01-16T00:00Z 1 kWh A'],
      bad: [],
    });
  });

  it('never gets advice to ignore a column that distinguishes rows, even if the first difference is far below', async () => {
    const rows = ['Consumption', 'Surplus'].flatMap((kind) =>
      Array.from({ length: 96 }, (_, index) => {
        const times = [index, index + 1].map((quarter) => new Date(quarter * 900_000).toISOString().slice(11, 16));
        return `'1012345678905,07/15/2024,${times.join()},0.25,A,${kind}`;
      }),
    );
    const header = 'ESIID,USAGE_DATE,USAGE_START_TIME,USAGE_END_TIME,USAGE_KWH,ESTIMATED_ACTUAL,SOURCE_OF_ROW';
    await expect(read([header, ...rows])).rejects.toThrow(
      '"SOURCE_OF_ROW"; "SOURCE_OF_ROW" distinguishes kinds of rows ("Consumption", "Surplus"): choose the rows to import, for example with --map where="SOURCE_OF_ROW=Consumption", or use it with --map',
    );
    expect((await read([header, ...rows], { map: map('where=SOURCE_OF_ROW=Cons') })).good).toHaveLength(96);
  });

  it('reads dashes as empty cells, and not as another kind of row', async () => {
    const others = ['2.1,kwh,60min', '-,-,-', '–,—,--', '3.4,kwh,60min'];
    const rows = others.map((cells, hour) => `1012345678905,2024-01-01 0${hour}:00,${1 + hour},${cells}`);
    const header = 'MPAN,Start,kWh,Usage60,Units60,Interval60';
    const { good, notices } = await read([header, ...rows], { map: map('meter=MPAN,start=Start,value=kWh') });
    expect(good).toHaveLength(4);
    expect(notices).toEqual([]);
  });

  it.each([
    ['ignored', { ignored: ['Kind'] }, 1],
    ['not named by the map', { map: map('meter=MPAN,start=Start,value=kWh') }, 1],
    ['what the rows are chosen by', { map: map('meter=MPAN,start=Start,value=kWh,where=Kind=Con') }, 0],
  ])('produces a note about a column of kinds, unless a where condition uses it: %s', async (_, said, count) => {
    const kinds = ['Consumption', 'Consumption', 'Production', 'Production'];
    const rows = kinds.map((kind, hour) => `1012345678905,2024-01-01 0${hour}:00,${1 + (hour % 2)},${kind}`);
    const { good, notices } = await read(['MPAN,Start,kWh,Kind', ...rows], said);
    expect(good).toHaveLength(count === 1 ? 4 : 2);
    expect(notices).toEqual(
      new Array<string>(count).fill(
        'The column "Kind" has rows with "Consumption" and rows with "Production", and the import counts both as consumption. If one of them is not consumption, import only the other rows with --map where="Kind=…".',
      ),
    );
  });

  it('never gets advice to ignore the column of times', async () => {
    const lines = [
      'MPAN,Date,Time Slot,kWh',
      ...['00:00', '00:30'].map((time) => `1012345678905,2024-01-15,${time},1`),
    ];
    await expect(read(lines)).rejects.toThrow(
      '"Time Slot" holds times: give --map time="Time Slot", or use it with --map',
    );
    expect((await read(lines, { map: map('time=Time Slot') })).good).toHaveLength(2);
  });

  it('without a meter column must hold one site; rows without a value are skipped', async () => {
    const header = 'Site Name,Start,kWh';
    const rows = ['Hall,2024-01-01 00:00,1', 'Hall,2024-01-01 00:30,1'];
    expect((await read([header, ...rows], { account: ACCOUNT })).good).toHaveLength(2);
    await expect(read([header, ...rows, 'Pool,2024-01-01 00:00,1'], { account: ACCOUNT })).rejects.toThrow(
      'the file does not name a meter, and its column "Site Name" has rows of "Hall" and "Pool"',
    );
    const empty = rows.map((row) => row.replace(/1$/, ''));
    expect((await read([header, ...empty], { account: ACCOUNT })).skipped).toEqual([
      'a row without a value',
      'a row without a value',
    ]);
  });

  it('reports an error for each kind of bad row', async () => {
    const lines = [
      'MPAN,Start,End,kWh,Quality',
      '1012345678905,2024-01-01 00:00,2024-01-01 00:30,x,A',
      '1012345678905,2024-02-30 00:00,2024-01-01 01:00,1,A',
      '1012345678905,2024-01-01 01:00,2024-01-01 00:30,1,A',
      '1012345678905,2024-01-01 01:30,2024-01-01 02:00,1,?',
      '1012345678905,2024-03-31 01:00,2024-03-31 01:30,1,A',
      '1012345678905,2024-03-31 01:30,2024-03-31 02:00,0,A',
      '1012345678905,2024-03-31 02:00,2024-03-31 02:30,,A',
    ];
    expect(await read(lines)).toEqual({
      good: [],
      bad: [
        '2: kWh: must be a number, got "x"',
        '3: Start: must be a valid date and time such as 2024-01-31 13:30, got "2024-02-30 00:00"',
        '4: ends before it starts',
        '5: Quality: must be A or E, got "?"',
        '6: has a time that does not exist in Europe/London: clocks skip it',
      ],
      skipped: ['0 in an hour that clocks skip'],
      notices: [],
    });
  });

  it('has bad rows if it has power that is not declared a mean', async () => {
    const lines = ['MPAN,Start,End,Usage (kW)', '1012345678905,2024-01-01 00:00,2024-01-01 00:30,3'];
    expect((await read(lines)).bad).toEqual([
      '2: is in kW, a unit of power, not energy: if the values are the mean power of each interval, give --map …,power=mean',
    ]);
    expect(
      (await read(lines, { map: map('meter=MPAN,start=Start,end=End,value=Usage (kW),power=mean') })).good,
    ).toEqual(['2024-01-01T00:00Z/2024-01-01T00:30Z 1.5 kwh A']);
  });

  it('produces a note if end dates may be the last day included', async () => {
    const lines = [
      'MPAN,Start,End,kWh',
      '1012345678905,2024-01-01,2024-01-31,100',
      '1012345678905,2024-02-01,2024-02-29,90',
    ];
    expect((await read(lines)).notices).toEqual([
      'Each row of meter 1012345678905 begins one day after the previous row ends, so the data has gaps of one day. If the end date is the last day of the row, write the next day instead.',
    ]);
    const chained = [
      'MPAN,Start,End,kWh',
      '1012345678905,2024-01-01,2024-02-01,100',
      '1012345678905,2024-02-01,2024-03-01,90',
    ];
    expect((await read(chained)).notices).toEqual([]);
  });

  describe('with values that rise like a register', () => {
    const rows = (of: (index: number) => number, count = 24): readonly string[] =>
      Array.from({ length: count }, (_, index) => {
        const at = new Date(Date.UTC(2024, 0, 1) + index * 900_000).toISOString().slice(0, 16).replace('T', ' ');
        return `1012345678905,${at},${of(index)}`;
      });
    const exchanged = (index: number): number => (index < 40 ? 6199.5 + index / 20 : (index - 34) / 20);

    it.each<[string, (index: number) => number, number, RegExp]>([
      ['only rise', (index) => 5000 + index, 24, /meter 1012345678905 only rise, from 5000 to 5023, like/],
      ['rise but for an exchange', exchanged, 96, /only rise \(with 1 exception\), from 6199.5 to 3.05, like/],
      [
        'rise but for a zero',
        (index) => (index === 50 ? 0 : 13_400 + index / 10),
        96,
        /only rise \(with 1 exception\),/,
      ],
      ['stand still and rise', (index) => 70 + Math.floor(index / 3), 96, /only rise, from 70 to 101, like/],
      ['rise but for two exchanges', (index) => (index % 80) + 1, 200, /only rise \(with 2 exceptions\),/],
      ['begin anew each day', (index) => index % 96, 480, /only rise \(with 4 exceptions\),/],
      ['come from the newest to the oldest', (index) => 9000 - index, 24, /only fall, from 9000 to 8977, like/],
    ])('is rejected if they %s, unless the command names the resource', async (_, of, count, text) => {
      const lines = ['MPAN,Start,kWh', ...rows(of, count)];
      await expect(read(lines)).rejects.toThrow(
        /^the file seems to hold register readings, not consumption: the values of /,
      );
      await expect(read(lines)).rejects.toThrow(text);
      expect((await read(lines, { isResourceGiven: true })).notices).toEqual([expect.stringMatching(text) as string]);
      const ofAccount = lines.map((row) => row.replace(/^[^,]*,/, ''));
      await expect(read(ofAccount, { account: ACCOUNT })).rejects.toThrow(`the values of account ${ACCOUNT} only`);
    });

    it('is accepted with a note if consumption may rise for a while', async () => {
      expect((await read(['MPAN,Start,kWh', ...rows((index) => index + 0.5, 48)])).notices).toEqual([
        'The values of meter 1012345678905 only rise, from 0.5 to 47.5, like register readings. If they are readings, import them as readings.',
      ]);
    });

    it.each<[string, (index: number) => number, number]>([
      ['stay', () => 1, 96],
      ['go up and down', (index) => index % 3, 96],
      ['rise and fall with the sun', (index) => Math.max(0, Math.sin((index - 24) / 15)), 96],
      ['rise for less than twenty steps', (index) => index, 20],
      ['rise twice a day', (index) => index % 10, 96],
      ['vary', (index) => (index * 7919) % 101, 96],
    ])('is accepted if they %s', async (_, of, count) => {
      expect((await read(['MPAN,Start,kWh', ...rows(of, count)])).notices).toEqual([]);
    });

    it('is accepted with a note if only one of several meters rises like a register', async () => {
      const other = (of: (index: number) => number, meter: string): readonly string[] =>
        rows(of, 96).map((row) => row.replace('1012345678905', meter));
      const varying = (index: number): number => (index * 7919) % 101;
      const lines = [...rows((index) => index, 96), ...other(varying, 'M2'), ...other(varying, 'M3')];
      const several = ['1012345678905', 'M2', 'M3'].map((meterPointNumber, index) =>
        account(ACCOUNT.replace(/.$/, String(index)), { meterPointNumber }),
      );
      const file = `${['MPAN,Start,kWh', ...lines].join('\n')}\n`;
      const found = shown(await rowsOf(intervalRows, file, context(several, { zone: LONDON })));
      expect(found.notices).toEqual([expect.stringContaining('only rise') as string]);
    });
  });
});

describe('--map for a row for each interval', () => {
  const METER = '1012345678905';
  const after = (time: string): string => ({ '00:00': '00:30', '00:30': '01:00' })[time] ?? '01:30';
  const day = (of: (time: string) => string): readonly string[] => ['00:00', '00:30', '01:00'].map(of);
  it.each([
    ['value=Menge', 'MPAN,Start,Menge,Units', (time: string) => `${METER},2024-01-20 ${time},1,kWh`],
    ['start=Beginn', 'MPAN,Beginn,Units,Usage', (time: string) => `${METER},2024-01-20 ${time},kWh,1`],
    ['date=Am,value=Menge', 'Menge,Am,Time,MPAN,Units', (time: string) => `1,2024-01-20,${time},${METER},kWh`],
    ['meter=Anlage', 'MPAN,Anlage,Date,Time,kWh', (time: string) => `9,${METER},2024-01-20,${time},1`],
    ['date=Am', 'Am,Start Time,MPAN,kWh,Timestamp of export', (time: string) => `2024-01-20,${time},${METER},1,now`],
    [
      'start=Beginn,stamps=start',
      'Beginn,End,MPAN,kWh',
      (time: string) => `2024-01-20 ${time},2024-01-20 ${after(time)},${METER},1`,
    ],
    ['value=#3', 'MPAN,Start,kWh,kWh', (time: string) => `${METER},2024-01-20 ${time},1,7`],
    ['value=kWh#2', 'MPAN,Start,kWh,kWh', (time: string) => `${METER},2024-01-20 ${time},7,1`],
    ['start=#2,value=#3,meter=#1', 'x,y,z', (time: string) => `${METER},2024-01-20 ${time},1`],
  ])('adds to the columns that the import finds by name: %s', async (text, header, row) => {
    const more = { map: map(text), unit: text.startsWith('start=#2') ? 'kWh' : null };
    const { good, bad } = await read([header, ...day(row)], more);
    expect([bad, good]).toEqual([[], day((time) => `2024-01-20T${time}Z/2024-01-20T${after(time)}Z 1 kWh A`)]);
  });

  it('finds the header below other lines, whatever number of columns the map names', async () => {
    const lines = [
      'Report,X,,,,,,',
      'Usage,kWh,15 min,,,,,',
      'Start Interval Date/Time,Meter Id,Usage,Units,Interval,Usage,Units,Interval',
      `03/30/2024 00:00,${METER},2.1,kwh,60min,0.56,kwh,15min`,
      `03/30/2024 00:15,${METER},-,-,-,0.51,kwh,15min`,
      `03/30/2024 00:30,${METER},-,-,-,0.52,kwh,15min`,
    ];
    for (const names of ['value=Usage#2,unit=Units#2', 'value=#6,unit=#7']) {
      expect(await read(lines, { map: map(`start=Start Interval Date/Time,${names}`) })).toMatchObject({
        good: [
          '2024-03-30T00:00Z/2024-03-30T00:15Z 0.56 kwh A',
          '2024-03-30T00:15Z/2024-03-30T00:30Z 0.51 kwh A',
          '2024-03-30T00:30Z/2024-03-30T00:45Z 0.52 kwh A',
        ],
        bad: [],
      });
    }
  });

  it.each([
    [
      'start=When,value=kWh',
      'the file has no header of the columns of --map or the profile ("When", "kWh"): it begins',
    ],
    ['value=Usage', 'the header has 2 columns "Usage": choose one, as "Usage#1" or "Usage#2"'],
    ['value=Usage#3', 'the file has no header of the columns of --map or the profile ("Usage#3"): it begins'],
    ['value=#9', 'the file has no header of the columns of --map or the profile ("#9"): it begins'],
    [
      'value=Usage#1',
      'the header has two columns with the same meaning: "Unit" and "Units"; choose one, for example with --map unit="Unit"',
    ],
  ])('is rejected with the error %s', async (text, message) => {
    const lines = ['MPAN,Start,Usage,Unit,Usage,Units', `${METER},2024-01-20 00:00,1,kWh,1,kWh`];
    await expect(read(lines, { map: map(text) })).rejects.toThrow(message);
  });
});

describe('any sequence of intervals in a file with one time in each row', () => {
  const MINUTE = 60_000;
  /** The clock time by the parts of Intl: another way than the code under test. */
  const clockOf = (name: string): ((instant: number) => number) => {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: name, hourCycle: 'h23', ...digits });
    return (instant) => {
      const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
      const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
      return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
    };
  };
  /** Changes of clocks of some zones: forward and back, by an hour and by half an hour, at two o'clock and at midnight. */
  const CHANGES: readonly (readonly [string, string])[] = [
    ['Europe/London', '2024-03-31T01:00Z'],
    ['Europe/London', '2024-10-27T01:00Z'],
    ['America/New_York', '2023-11-05T06:00Z'],
    ['Australia/Sydney', '2024-04-06T16:00Z'],
    ['Australia/Lord_Howe', '2024-04-06T15:00Z'],
    ['Australia/Lord_Howe', '2024-10-05T15:30Z'],
    ['America/Sao_Paulo', '2018-02-18T02:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['Asia/Beirut', '2024-10-26T21:00Z'],
  ];
  const given = fc.record({
    change: fc.constantFrom(...CHANGES),
    minutes: fc.constantFrom(5, 15, 30),
    before: fc.integer({ min: 30, max: 60 }),
    after: fc.integer({ min: 30, max: 60 }),
    isEnd: fc.boolean(),
    asShown: fc.boolean(),
    isDoubledOnce: fc.boolean(),
    isFalling: fc.boolean(),
  });

  it('is equal when read back, by starts or by ends, or a gap names the skipped intervals', async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ change, minutes, before, after, isEnd, asShown, isDoubledOnce, isFalling }) => {
        const [name, text] = change;
        const [at, size, clock] = [Date.parse(text), minutes * MINUTE, clockOf(name)];
        const shift = clock(at) - at - (clock(at - MINUTE) - (at - MINUTE));
        const all = Array.from({ length: before + after }, (_, index) => at + (index - before) * size);
        const isSecond = (start: number): boolean => shift < 0 && start >= at && start < at - shift;
        const kept = isDoubledOnce && !isFalling ? all.filter((start) => !isSecond(start)) : all;
        const label = (start: number): number =>
          isEnd ? (asShown ? clock(start + size) : clock(start) + size) : clock(start);
        const lines = kept.map(
          (start) => `1012345678905,${new Date(label(start)).toISOString().slice(0, 16).replace('T', ' ')},1`,
        );
        const rows = isFalling ? lines.toReversed() : lines;
        const found = await read(['MPAN,Timestamp,kWh', ...rows], {
          zone: zone(name),
          stamps: isEnd ? 'end' : 'start',
        });
        const span = (start: number): string =>
          `${[start, start + size].map((moment) => new Date(moment).toISOString().replace(':00.000Z', 'Z')).join('/')} 1 kWh A`;
        expect(found.bad).toEqual([]);
        expect(isFalling ? found.good.toReversed() : found.good).toEqual(kept.map(span));
        const gap = `no data from ${new Date(at).toISOString()} to ${new Date(at - shift).toISOString()}`;
        expect(found.notices).toEqual(kept.length < all.length ? [expect.stringContaining(gap)] : []);
      }),
      { numRuns: casesOf(200) },
    );
  });
});
