import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { halfHourlyRows } from '../../../src/import/formats/halfHourly.js';
import { parseIntervalMap, type IntervalMap } from '../../../src/import/formats/intervalMap.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, context, rowsOf, sorted, total, zone } from './support.js';

const METER = '1012345678905';
const ACCOUNTS = [account(ACCOUNT, { meterPointNumber: METER })];
const LONDON = zone('Europe/London');
const read = async (
  lines: readonly (readonly string[])[],
  more: Partial<FormatContext> = {},
): Promise<ReturnType<typeof sorted> & { readonly notices: readonly string[] }> => {
  const text = lines
    .map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
    .join('\n');
  const rows = await rowsOf(halfHourlyRows, text, context(ACCOUNTS, { zone: LONDON, ...more }));
  const notices = rows.flatMap(({ notice }) => notice ?? []);
  return { ...sorted(rows.filter(({ notice }) => notice === undefined)), notices };
};
const map = (text: string): { readonly map: IntervalMap } => {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return { map: parsed.value };
};

const two = (number: number): string => String(number).padStart(2, '0');
const half = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM');
const twelve = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);
/** Styles of labels for the start or end of a period. */
const CLOCKS: readonly ((hour: number, minute: number) => string)[] = [
  (hour, minute) => `${two(hour)}:${two(minute)}`,
  (hour, minute) => `${hour}:${two(minute)}:00`,
  (hour, minute) => `${two(hour)}${two(minute)}`,
  (hour, minute) => `${two(hour)}h${two(minute)}`,
  (hour, minute) => `${two(hour)}_${two(minute)}_00`,
  (hour, minute) => `${two(hour)}.${two(minute)}`,
  (hour, minute) => `${twelve(hour)}:${two(minute)} ${half(hour)}`,
  (hour, minute) => `${two(twelve(hour))}:${two(minute)}:00${half(hour).toLowerCase()}`,
];
const WORDS = ['', 'H', 'hh', 'hr', 'T', 'V', 'reading', 'kWh ', 'Consumption(KWh) ', 'consumptionHH_', 'at ', '['];
const NUMBERED = [
  ...['', 'HH', 'P', 'SP', 'Kwh', 'kWh_', 'Period ', 'interval_', 'INT0', 'ID', 'HE', 'Hour ', 'Stunde '],
  ...['Consumption(KWh) HH', 'Settlement Period ', 'Value'],
];

describe('the columns of the periods of a day', () => {
  it('produce the same rows for any notation of times, as starts and as ends', async () => {
    const given = fc.record({
      clock: fc.constantFrom(...CLOCKS),
      word: fc.constantFrom(...WORDS),
      count: fc.constantFrom(24, 48, 96),
      isEnd: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ clock, word, count, isEnd }) => {
        const labels = Array.from({ length: count }, (_, index) => {
          const minutes = (index + (isEnd ? 1 : 0)) * (1440 / count);
          return `${word}${clock(Math.floor(minutes / 60), minutes % 60)}${word === '[' ? ']' : ''}`;
        });
        const text = [
          ['mpan', 'date', ...labels],
          [METER, '2024-01-15', ...labels.map((_, index) => String(index))],
        ];
        expect(detectFormat(text.join('\n'))).toBe('half-hourly');
        const { good, bad } = await read(text);
        expect(bad).toEqual([]);
        expect(good.map(({ startTimestamp, value }) => [startTimestamp, value])).toEqual(
          labels.map((_, index) => [new Date(Date.UTC(2024, 0, 15, 0, (index * 1440) / count)).toISOString(), index]),
        );
        expect(good[0]?.unit ?? null).toBe(/kwh/i.exec(word)?.[0] ?? null);
      }),
      { numRuns: 60 },
    );
  });

  it.each(NUMBERED)('may be numbered as %j, from 1 or from 0', async (word) => {
    for (const [count, from] of [
      [24, 1],
      [48, 0],
      [48, 1],
      [96, 1],
    ] as const) {
      const labels = Array.from({ length: count }, (_, index) => `${word}${index + from}`);
      const { good, bad } = await read([
        ['MPR', 'rdate', ...labels],
        [METER, '15/01/2024', ...labels.map(() => '1')],
      ]);
      expect([good.length, bad]).toEqual([count, []]);
    }
  });

  it.each([
    (from: string, to: string) => `${from}-${to}`,
    (from: string, to: string) => `${from} to ${to}`,
    (from: string, to: string) => `von ${from} bis ${to}`,
    (from: string, to: string) => `${from} – ${to} (kWh)`,
  ])('may be ranges (%#)', async (label) => {
    const time = (index: number): string => `${two(Math.floor(index / 2) % 24)}:${index % 2 === 0 ? '00' : '30'}`;
    const labels = Array.from({ length: 48 }, (_, index) => label(time(index), time(index + 1)));
    expect(
      (
        await read([
          ['MPAN', 'Giorno', ...labels],
          [METER, '15/01/2024', ...labels.map(() => '1')],
        ])
      ).good,
    ).toHaveLength(48);
  });

  it.each(['Cost 1', 'Export 1', 'kVArh_1', 'Rate1', 'Price 00:00', 'Generation HH1'])(
    'exclude %j, which is no time of day',
    (label) => {
      const labels = Array.from({ length: 48 }, (_, index) => label.replace('1', String(index + 1)));
      expect(detectFormat(`MPAN,Date,${labels.join(',')}\n`)).toBe('csv');
    },
  );
});

describe('the layout of a supplier', () => {
  const times = (first: number): string[] =>
    Array.from(
      { length: 48 },
      (_, index) => `${two(Math.floor((index + first) / 2))}${(index + first) & 1 ? '30' : '00'}`,
    );
  const clocks = (first: number): string[] => times(first).map((time) => `${time.slice(0, 2)}:${time.slice(2)}`);
  const numbers = (before: string): string[] => Array.from({ length: 48 }, (_, index) => `${before}${index + 1}`);
  const flagged = (labels: readonly string[], flag: (label: string) => string): string[] =>
    labels.flatMap((label) => [label, flag(label)]);
  it.each<readonly [string[], string[]]>([
    [['MPR', 'Date'], times(0).map((time) => `hr${time}`)],
    [['ConsumerName', 'MPR', 'ReadDate'], times(1).map((time) => `H${time}`)],
    [['mpan', 'rdate', 'TotalConsumptionKwh', 'MaxDemand', 'colStatuskwh'], numbers('Kwh')],
    [['MPAN', 'Date (UTC)', 'Total kWh'], flagged(clocks(0), () => 'Type')],
    [['Meter Id', 'Site Code', 'Meter Reference', 'Site Name', 'Meter Serial Number', 'Date'], clocks(1)],
    [['mpan', 'meter', 'time', 'total'], times(0).map((time) => `reading${time}`)],
    [
      ['customerNumber', 'account', 'meterPoint', 'units', 'readDate_uk'],
      clocks(0).map((time) => `consumptionHH_${time.replace(':', '_')}_00`),
    ],
    [['mpxn', 'msn', 'reading_date'], numbers('interval_').flatMap((label) => [`${label}_indicator`, label])],
    [['MeterPoint', 'Unit', 'ReadDateUK'], numbers('HH').flatMap((label) => [`ReadType${label}`, label])],
    [['Site Name', 'MPAN', 'ConsumptionDate'], flagged(numbers('kWh_'), () => 'Data Marker')],
    [['MPAN/MPRN/SPID', 'Reading Date', 'Consumption (kWh)'], clocks(0)],
    [
      ['Date', 'MPAN'],
      [...numbers('P'), ...numbers('UT')],
    ],
    [['MPAN_CORE', 'SETTLEMENT_DATETIME'], numbers('ID')],
    [['Zählpunkt', 'Datum'], clocks(0)],
  ])('is recognised and read: %j', async (keys, columns) => {
    const cell = (label: string): string => {
      if (/date|datum|^time$/i.test(label)) return '15/07/2024';
      if (/name|code|site|customer|account/i.test(label)) return 'Hall';
      if (/^unit/i.test(label)) return 'kWh';
      if (/total|max|consumption \(/i.test(label)) return '999';
      return /status/i.test(label) ? 'A' : METER;
    };
    const values = columns.map((label) => (/type|indicator|marker|^UT/i.test(label) ? 'A' : '0.5'));
    const { good, bad, unmatched } = await read([
      [...keys, ...columns],
      [...keys.map(cell), ...values],
    ]);
    expect({ bad, unmatched, rows: good.length, total: total(good) }).toEqual({
      bad: [],
      unmatched: [],
      rows: 48,
      total: 24,
    });
    const isUtc = keys.some((label) => label.includes('UTC'));
    expect(good[0]?.startTimestamp).toBe(isUtc ? '2024-07-15T00:00:00.000Z' : '2024-07-14T23:00:00.000Z');
  });
});

describe('--map for a line for each day', () => {
  const day = (label: (index: number) => string): string[] =>
    Array.from({ length: 48 }, (_, index) => label(index + 1));
  it.each([
    ['date=Wann,meter=Anlage,first=Wert 1', ['Wann', 'Anlage'], day((n) => `Wert ${n}`)],
    [
      'date=Wann,meter=Anlage,first="00:00 Bezug"',
      ['Anlage', 'Wann'],
      day((n) => `${two(Math.floor((n - 1) / 2))}:${n % 2 === 1 ? '00' : '30'} Bezug`),
    ],
    ['date=#1,meter=#2,first=#3', ['', ''], day((n) => `Wert ${n}`)],
    ['date=#1,first=Menge#1', ['', 'MPAN'], day(() => 'Menge')],
    ['first=Cost 1', ['Date', 'MPAN'], day((n) => `Cost ${n}`)],
    ['date="Wann#2"', ['Wann', 'MPAN', 'Wann'], day((n) => `P${n}`)],
  ])('adds to the columns that the import finds by name: %s', async (text, keys, columns) => {
    const cells = keys.map((key, place) =>
      key === 'Anlage' || key === 'MPAN' || (key === '' && place === 1) ? METER : '15/01/2024',
    );
    const ignored = text.includes('Wann#2') ? ['Wann#1'] : [];
    const { good, bad } = await read(
      [
        ['Report', 'x'],
        [...keys, ...columns],
        [...cells, ...columns.map(() => '1')],
      ],
      {
        ...map(text),
        ignored,
      },
    );
    expect([good.length, bad]).toEqual([48, []]);
  });

  it('is rejected if columns are missing, and the error names them', async () => {
    const lines = [['MPAN', 'Date', ...day((n) => `P${n}`)]];
    await expect(read(lines, map('date=Tag'))).rejects.toThrow('the file has no header of');
    await expect(read([['MPAN', 'Date', 'Date', ...day((n) => `P${n}`)]], map('date=Date'))).rejects.toThrow(
      'the header has 2 columns "Date": choose one, as "Date#1" or "Date#2"',
    );
  });

  it.each<[string, readonly [meter: string, kind: string][], boolean]>([
    [
      'MQ',
      [
        [METER, 'AI'],
        [METER, 'RI'],
      ],
      true,
    ],
    [
      'Richtung',
      [
        [METER, 'Bezug'],
        [METER, 'Lieferung'],
      ],
      true,
    ],
    [
      'MQ',
      [
        [METER, 'AI'],
        [METER, 'AI'],
      ],
      false,
    ],
    [
      'Building',
      [
        [METER, 'HQ'],
        ['1012345678914', 'Annex'],
      ],
      false,
    ],
  ])(
    'prints a note if the ignored column %s may state what rows measure, for %j: %s',
    async (name, meters, isNoted) => {
      const lines = [
        ['Date', 'MPAN', name, ...day((n) => `P${n}`)],
        ...meters.map(([meter, kind], index) => [`${15 + index}/01/2024`, meter, kind, ...day(() => '1')]),
      ];
      const { notices } = await read(lines, { ignored: [name] });
      const [one, other] = meters.map(([, kind]) => kind);
      const notice = `The column "${name}" has rows with "${one}" and rows with "${other}", and the import counts both as consumption. If one of them is not consumption, import only the other rows with --map where="${name}=…".`;
      expect(notices).toEqual(isNoted ? [notice] : []);
    },
  );

  it('skips rows that do not match its where conditions', async () => {
    const lines = [
      ['Date', 'MPAN', 'MQ', ...day((n) => `P${n}`)],
      ...['AI', 'RI'].map((kind, index) => [`${15 + index}/01/2024`, METER, kind, ...day(() => '1')]),
    ];
    const { good, skipped } = await read(lines, map('where=MQ=AI'));
    expect([good.length, skipped.length, skipped[0]]).toEqual([48, 48, 'MQ "RI"']);
  });
});

describe('the advice on an unknown column', () => {
  const PERIODS = Array.from({ length: 24 }, (_, index) => `P${index + 1}`);
  const said = async (header: readonly string[], rows: readonly (readonly string[])[]): Promise<string> => {
    const lines = [[...header, ...PERIODS], ...rows.map((cells) => [...cells, ...PERIODS.map(() => '1')])];
    return read(lines).then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? error.message.replace(/^.*? unit or period; /, '') : ''),
    );
  };
  it.each([
    [
      'MQ',
      ['AI', 'RI'],
      'distinguishes kinds of rows ("AI", "RI"): choose the rows to import, for example with --map where="MQ=AI"',
    ],
    [
      'Channel',
      ['1', '1'],
      'may distinguish kinds of rows ("1"): choose the rows to import, for example with --map where="Channel=1"',
    ],
    ['Measurement Quantity ID', ['AE', 'AI'], 'distinguishes kinds of rows ("AE", "AI")'],
    ['Kind of row', ['Import', 'Export'], 'distinguishes kinds of rows ("Import", "Export")'],
    ['Richtung', ['Bezug', 'Lieferung'], 'distinguishes kinds of rows'],
  ])('never suggests --ignore for a column that distinguishes rows: %s', async (label, values, advice) => {
    const message = await said(
      ['Date', 'MPAN', label],
      values.map((value, index) => [`${15 + index}/01/2024`, METER, value]),
    );
    expect(message).toContain(advice);
    expect(message).not.toContain('--ignore');
  });

  it.each([
    ['Ablesung am', ['15/01/2024', '16/01/2024']],
    ['Quand', ['2024-01-15', '2024-01-16']],
    ['When', ['15-Jan-24', '16-Jan-24']],
    ['Dt', ['20240115', '20240116']],
    ['D', ['45306', '45307']],
  ])('never suggests --ignore for a column with dates: %s', async (label, dates) => {
    const message = await said(
      ['MPAN', label],
      dates.map((date) => [METER, date]),
    );
    expect(message).toBe(`"${label}" holds dates: give --map date="${label}"`);
  });

  it('never suggests --ignore for a column that may name the meter', async () => {
    expect(await said(['Supply No', 'Date'], [[METER, '15/01/2024']])).toBe(
      '"Supply No" may name the meter: give --map meter="Supply No", or --account if the file is for one meter',
    );
  });

  it('suggests --ignore for other columns, as an option that the user can copy', async () => {
    const notes = [
      'Site Ref',
      'Remark, if any',
      'Loaded',
      'Read',
      'A column with a long name that goes on and on and on and on',
    ];
    const rows = [15, 16].map((day) => [
      `${day}/01/2024`,
      METER,
      'H1',
      '',
      `${day + 1}/01/2024`,
      `${day * 1000}.5`,
      'x',
    ]);
    expect(await said(['Date', 'MPAN', ...notes], rows)).toBe(
      'ignore them with --ignore "Site Ref,#4,Loaded,Read,A column with a long name that goes on and on and on and on"',
    );
    const ignored = ['Site Ref', '#4', 'Loaded', 'Read', notes[4] ?? ''];
    const lines = [
      ['Date', 'MPAN', ...notes, ...PERIODS],
      ...rows.map((cells) => [...cells, ...PERIODS.map(() => '1')]),
    ];
    expect((await read(lines, { ignored })).good).toHaveLength(48);
  });
});

describe('a table that is imported into one account', () => {
  const PERIODS = Array.from({ length: 24 }, (_, index) => `P${index + 1}`);
  const row = (...cells: readonly string[]): readonly string[] => [...cells, ...PERIODS.map(() => '1')];

  it('needs no meter column, and is rejected if it has several sites', async () => {
    const [hall, pool] = [row('Hall', '15/01/2024'), row('Pool', '16/01/2024')];
    for (const name of ['Site', 'Site Name', 'Name', 'Site ID', 'Account']) {
      const header = [name, 'Date', ...PERIODS];
      expect((await read([header, hall, row('Hall', '16/01/2024')], { account: ACCOUNT })).good).toHaveLength(48);
      await expect(read([header, hall, pool], { account: ACCOUNT })).rejects.toThrow(
        `the file does not name a meter, and its column "${name}" has rows of "Hall" and "Pool", so it does not belong to one account: ` +
          `choose the rows to import, for example with --map where="${name}=Hall", or use the column as the meter, with --map meter="${name}"`,
      );
      const { good, skipped } = await read([header, hall, pool], { account: ACCOUNT, ...map(`where=${name}=Pool`) });
      expect([good.length, skipped.length]).toEqual([24, 24]);
      await expect(read([header, hall])).rejects.toThrow('the header has no meter column');
    }
  });
});

describe('a table without values', () => {
  it('has only skipped lines', async () => {
    const PERIODS = Array.from({ length: 24 }, (_, index) => `P${index + 1}`);
    const empty = [METER, '15/01/2024', ...PERIODS.map(() => '')];
    const { good, skipped } = await read([['MPAN', 'Date', ...PERIODS], empty, empty]);
    expect([good, skipped]).toEqual([[], ['a row without a value', 'a row without a value']]);
    const filled = [METER, '16/01/2024', ...PERIODS.map(() => '1')];
    expect((await read([['MPAN', 'Date', ...PERIODS], empty, filled])).skipped).toEqual([]);
    expect((await read([['MPAN', 'Date', ...PERIODS]])).skipped).toEqual([]);
  });
});

describe('values of power', () => {
  it.each([
    [48, 'kW ', 3, 1.5],
    [24, 'kW ', 3, 3],
    [96, 'Watts ', 3000, 0.75],
    [48, 'MW ', 0.003, 1.5],
  ])('become energy only if the map declares them as means: %i of %s', async (count, unit, value, energy) => {
    const labels = Array.from({ length: count }, (_, index) => `${unit}${index + 1}`);
    const lines = [
      ['MPAN', 'Date', ...labels],
      [METER, '15/01/2024', ...labels.map(() => String(value))],
    ];
    const { bad } = await read(lines);
    expect(bad).toEqual([
      expect.stringContaining('a unit of power, not energy: if the values are the mean power of each interval'),
    ]);
    const { good } = await read(lines, map('power=mean'));
    expect([good.length, good[0]?.value, good[0]?.unit]).toEqual([count, energy, 'kwh']);
  });
});
