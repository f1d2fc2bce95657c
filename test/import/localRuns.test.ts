import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowCheck, isBad } from '../../src/import/checkRow.js';
import { createRowShapes } from '../../src/import/rowShapes.js';
import { importFields } from '../../src/import/fields.js';
import { ACCOUNT, zone } from './formats/support.js';
import { casesOf } from '../support/repeated.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NAMES = ['_id', 'accountId', 'type', 'value', 'startTimestamp', 'endTimestamp'];
const FIELDS = importFields('non-cumulative');
const PLACES = ['startTimestamp', 'endTimestamp'].map((path) => FIELDS.columns.findIndex((one) => one.path === path));

interface Read {
  readonly spans: readonly string[];
  readonly bad: readonly string[];
  readonly notices: readonly string[];
}

/** Reads rows of `start` and `end` labels of one account, in order. */
function read(zoneName: string, labels: readonly (readonly [start: string, end: string])[]): Read {
  const notices: string[] = [];
  const check = createRowCheck(FIELDS, createRowShapes(FIELDS), zone(zoneName), (sentence) => notices.push(sentence));
  const [spans, bad]: [string[], string[]] = [[], []];
  for (const [index, [start, end]] of labels.entries()) {
    const id = String(index).padStart(24, '0');
    const result = check({ line: index + 1, names: NAMES, values: [id, ACCOUNT, 'electricity', 1, start, end] });
    if (isBad(result)) bad.push(...result.map(({ field, reason }) => `${index + 1}: ${field ?? ''}: ${reason}`));
    else spans.push(PLACES.map((place) => shortOf(result.cells[place])).join('/'));
  }
  return { spans, bad, notices };
}

/** A timestamp without its zero seconds. */
function shortOf(cell: unknown): string {
  return typeof cell === 'string' ? cell.replace(':00.000Z', 'Z') : 'none';
}

/** Half-hours of a date by their labels: each label with the next one. */
function halfHours(date: string, times: readonly string[]): readonly (readonly [string, string])[] {
  return times.slice(1).map((end, index) => [`${date}T${times[index] ?? ''}:00`, `${date}T${end}:00`]);
}

describe('rows of local times in the night when clocks go back', () => {
  const utc = (date: string, ...times: readonly string[]): readonly string[] =>
    times.slice(1).map((end, index) => `${date}T${times[index] ?? ''}Z/${date}T${end}Z`);
  const whole = [
    '2024-10-26T23:30Z/2024-10-27T00:00Z',
    ...utc('2024-10-27', '00:00', '00:30', '01:00', '01:30', '02:00', '02:30'),
  ];

  it('are half an hour long if the end of 01:30 is written 02:00', () => {
    const rows = [
      ...halfHours('2024-10-27', ['00:30', '01:00', '01:30', '02:00']),
      ...halfHours('2024-10-27', ['01:00', '01:30', '02:00', '02:30']),
    ];
    expect(read('Europe/London', rows)).toEqual({ spans: whole, bad: [], notices: [] });
  });

  it('are half an hour long if the end of 01:30 is written 01:00, as clocks show it', () => {
    const rows = halfHours('2024-10-27', ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30']);
    expect(read('Europe/London', rows)).toEqual({ spans: whole, bad: [], notices: [] });
  });

  it('are half an hour long in a file in descending order', () => {
    const rows = [
      ...halfHours('2024-10-27', ['00:30', '01:00', '01:30', '02:00']),
      ...halfHours('2024-10-27', ['01:00', '01:30', '02:00', '02:30', '03:00']),
    ];
    expect(read('Europe/London', rows.toReversed()).spans).toEqual([
      '2024-10-27T02:30Z/2024-10-27T03:00Z',
      ...whole.toReversed(),
    ]);
  });

  it('leave an hour without data, with a note, if the file has the repeated hour once', () => {
    const rows = halfHours('2024-10-27', ['00:30', '01:00', '01:30', '02:00', '02:30']);
    expect(read('Europe/London', rows)).toEqual({
      spans: [whole[0], whole[1], whole[2], whole[5]],
      bad: [],
      notices: [
        `account ${ACCOUNT}: no data from 2024-10-27T01:00:00.000Z to 2024-10-27T02:00:00.000Z: clocks in Europe/London repeat this hour, but the file has it only once`,
      ],
    });
  });

  it('are never longer than their labels: single hours are an hour long, with a gap', () => {
    const rows = halfHours('2024-10-27', ['00:00', '01:00', '02:00', '03:00']);
    expect(read('Europe/London', rows)).toMatchObject({
      spans: [
        '2024-10-26T23:00Z/2024-10-27T00:00Z',
        ...utc('2024-10-27', '00:00', '01:00'),
        ...utc('2024-10-27', '02:00', '03:00'),
      ],
      notices: [expect.stringContaining('no data from 2024-10-27T01:00:00.000Z to 2024-10-27T02:00:00.000Z')],
    });
  });

  it('are a day of 25 hours if their labels are midnights', () => {
    expect(read('Europe/London', [['2024-10-27', '2024-10-28']]).spans).toEqual([
      '2024-10-26T23:00Z/2024-10-28T00:00Z',
    ]);
  });
});

describe('rows of local times in the night when clocks go forward', () => {
  it('end at the change, whether the label shows the time before or after it', () => {
    for (const end of ['01:00', '02:00']) {
      const rows = [
        [`2024-03-31T00:30:00`, `2024-03-31T${end}:00`],
        ['2024-03-31T02:00:00', '2024-03-31T02:30:00'],
      ] as const;
      expect(read('Europe/London', rows)).toEqual({
        spans: ['2024-03-31T00:30Z/2024-03-31T01:00Z', '2024-03-31T01:00Z/2024-03-31T01:30Z'],
        bad: [],
        notices: [],
      });
    }
    expect(read('Europe/Berlin', [['2024-03-31T01:30:00', '2024-03-31T02:00:00']]).spans).toEqual([
      '2024-03-31T00:30Z/2024-03-31T01:00Z',
    ]);
  });

  it('are rejected in the hour that clocks skip', () => {
    expect(read('Europe/London', [['2024-03-31T01:00:00', '2024-03-31T01:30:00']]).bad).toEqual([
      '1: startTimestamp: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:00:00"',
      '1: endTimestamp: does not exist in Europe/London: clocks skip this time, got "2024-03-31T01:30:00"',
    ]);
  });
});

/** The clock time by the parts of Intl: another way than the code under test. */
function clockOf(name: string): (instant: number) => number {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: name, hourCycle: 'h23', ...digits, second: '2-digit' });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  };
}

/** The moments of a year at which clocks change, found to the minute in each day that has one. */
function changesOf(name: string, year: number): readonly number[] {
  const clock = clockOf(name);
  const offset = (instant: number): number => clock(instant) - instant;
  const found: number[] = [];
  const [first, last] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  for (let day = first; day < last; day += 24 * HOUR) {
    if (offset(day) === offset(day + 24 * HOUR)) continue;
    let [before, after] = [day, day + 24 * HOUR];
    while (after - before > MINUTE) {
      const middle = before + Math.round((after - before) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === offset(day)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

const iso = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

describe('any sequence of intervals in any zone and year', () => {
  const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Australia/Sydney', 'America/Sao_Paulo'];
  const named = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
  const given = fc.record({
    name: named,
    year: fc.integer({ min: 1975, max: 2036 }),
    which: fc.nat(),
    minutes: fc.constantFrom(5, 10, 15, 30, 60),
    before: fc.integer({ min: 3, max: 40 }),
    after: fc.integer({ min: 3, max: 40 }),
    asShown: fc.boolean(),
    doubledOnce: fc.boolean(),
    falling: fc.boolean(),
  });

  it('is equal when read back from labels of start and end, or a gap names the skipped intervals', () => {
    fc.assert(
      fc.property(given, ({ name, year, which, minutes, before, after, asShown, doubledOnce, falling }) => {
        const changes = changesOf(name, year);
        const change = changes[which % Math.max(1, changes.length)] ?? Date.UTC(year, 5, 1);
        const clock = clockOf(name);
        const shift = clock(change) - change - (clock(change - 1000) - (change - 1000));
        // A change by a whole day, or one that is not between two intervals, has misleading labels.
        const length = minutes * MINUTE;
        fc.pre(Math.abs(shift) <= 3 * HOUR && shift % length === 0 && clock(change) % length === 0);
        // The run begins before what is shown twice, so that its first label has one meaning.
        const first = change - Math.max(before * length, 4 * HOUR);
        const count = (change - first) / length + Math.max(after, (4 * HOUR) / length);
        const instants = Array.from({ length: Math.ceil(count) }, (_, index) => first + index * length);
        const isSecond = (at: number): boolean => shift < 0 && at >= change && at < change - shift;
        const kept = doubledOnce && !falling ? instants.filter((at) => !isSecond(at)) : instants;
        const rows = kept.map((at) => {
          const start = clock(at);
          return [iso(start), iso(asShown ? clock(at + length) : start + length)] as const;
        });
        const result = read(name, falling ? rows.toReversed() : rows);
        const span = (at: number): string =>
          [at, at + length].map((moment) => shortOf(new Date(moment).toISOString())).join('/');
        const expected = kept.map(span);
        expect(result.bad).toEqual([]);
        expect(falling ? result.spans.toReversed() : result.spans).toEqual(expected);
        const missing = instants.length > kept.length;
        expect(result.notices).toEqual(
          missing
            ? [
                expect.stringContaining(
                  `no data from ${new Date(change).toISOString()} to ${new Date(change - shift).toISOString()}`,
                ),
              ]
            : [],
        );
      }),
      { numRuns: casesOf(300) },
    );
  });
});
