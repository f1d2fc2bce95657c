import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetsOf } from '../../../src/values/offsets.js';
import { namedZone, parseZone, resolveLocal } from '../../../src/values/zone.js';
import { zone } from './support.js';
import { casesOf } from '../../support/repeated.js';

const local = (text: string): number => Date.parse(`${text}Z`);
const instants = (name: string, text: string): string[] =>
  zone(name)
    .instantsOf(local(text))
    .map((instant) => new Date(instant).toISOString().replace('.000Z', 'Z'));

/** The clock time by the parts of Intl: another way than the code under test. */
function wallTime(name: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

describe('the instants of a wall-clock time', () => {
  it.each([
    ['Europe/London', '2024-01-15T12:00', ['2024-01-15T12:00:00Z']],
    ['Europe/London', '2024-07-15T12:00', ['2024-07-15T11:00:00Z']],
    ['Europe/London', '2024-03-31T00:59', ['2024-03-31T00:59:00Z']],
    ['Europe/London', '2024-03-31T01:00', []],
    ['Europe/London', '2024-03-31T01:59', []],
    ['Europe/London', '2024-03-31T02:00', ['2024-03-31T01:00:00Z']],
    ['Europe/London', '2024-10-27T01:00', ['2024-10-27T00:00:00Z', '2024-10-27T01:00:00Z']],
    ['Europe/London', '2024-10-27T02:00', ['2024-10-27T02:00:00Z']],
    ['Australia/Sydney', '2024-10-06T02:30', []],
    ['Australia/Sydney', '2024-04-07T02:30', ['2024-04-06T15:30:00Z', '2024-04-06T16:30:00Z']],
    ['Australia/Lord_Howe', '2024-10-06T02:15', []],
    ['Australia/Lord_Howe', '2024-10-06T02:30', ['2024-10-05T15:30:00Z']],
    ['Australia/Lord_Howe', '2024-04-07T01:45', ['2024-04-06T14:45:00Z', '2024-04-06T15:15:00Z']],
    ['America/Sao_Paulo', '2018-11-04T00:30', []],
    ['America/Sao_Paulo', '2018-02-17T23:30', ['2018-02-18T01:30:00Z', '2018-02-18T02:30:00Z']],
    ['Asia/Beirut', '2024-03-31T00:30', []],
    ['Asia/Beirut', '2024-10-26T23:30', ['2024-10-26T20:30:00Z', '2024-10-26T21:30:00Z']],
    ['Pacific/Apia', '2011-12-30T12:00', []],
    ['Asia/Kolkata', '2024-01-01T00:00', ['2023-12-31T18:30:00Z']],
    // Local mean time: 75 seconds behind Greenwich.
    ['Europe/London', '1840-01-01T00:00', ['1840-01-01T00:01:15Z']],
    ['+10:00', '2024-07-01T00:00', ['2024-06-30T14:00:00Z']],
    ['-0330', '2024-07-01T00:00', ['2024-07-01T03:30:00Z']],
    ['utc', '2024-07-01T00:00', ['2024-07-01T00:00:00Z']],
  ])('in %s at %s', (name, text, expected) => {
    expect(instants(name, text)).toEqual(expected);
  });

  it('include the instant at which clocks show it, and no other, in any zone and year', () => {
    const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Pacific/Apia'];
    const minutes = fc.integer({ min: Date.parse('1900-01-01') / 60_000, max: Date.parse('2037-01-01') / 60_000 });
    const name = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
    fc.assert(
      fc.property(name, minutes, (named, minute) => {
        const instant = minute * 60_000;
        const wall = wallTime(named, instant);
        const found = zone(named).instantsOf(wall);
        expect(found).toContain(instant);
        expect(found.map((at) => wallTime(named, at))).toEqual(found.map(() => wall));
        expect([...found].sort((a, b) => a - b)).toEqual(found);
      }),
      { numRuns: casesOf(300), endOnFailure: true },
    );
  });

  it('are computed for many times with few slow look-ups of offsets', () => {
    const offsetAt = offsetsOf('Europe/London');
    let looks = 0;
    const london = namedZone('Europe/London', (instant) => {
      looks += 1;
      return offsetAt(instant);
    });
    const days = 1_000;
    const start = local('2020-01-01T00:00');
    const findAll = (): number => {
      let found = 0;
      for (let index = 0; index < days * 48; index += 1) found += london.instantsOf(start + index * 1_800_000).length;
      return found;
    };
    // Three hours are skipped, and two repeated.
    expect(findAll()).toBe(days * 48 - 3 * 2 + 2 * 2);
    expect(looks).toBeLessThan(6 * days);
    const before = looks;
    findAll();
    expect(looks).toBe(before);
  });
});

describe('a wall-clock time in a series of records', () => {
  const london = zone('Europe/London');
  const doubled = local('2024-10-27T01:30');
  const [early, late] = [Date.parse('2024-10-27T00:30Z'), Date.parse('2024-10-27T01:30Z')];

  it('is the earlier instant, unless the previous record is already at that instant', () => {
    expect(resolveLocal(london, doubled, null)).toBe(early);
    expect(resolveLocal(london, doubled, early - 1)).toBe(early);
    expect(resolveLocal(london, doubled, early)).toBe(late);
    expect(resolveLocal(london, doubled, late)).toBe(late);
  });

  it('is null if clocks skip it', () => {
    expect(resolveLocal(london, local('2024-03-31T01:30'), null)).toBeNull();
  });
});

describe('the name of a time zone', () => {
  it.each([
    [
      'Europe/Lodon',
      'must be a time zone such as Europe/London or +10:00, got "Europe/Lodon" (did you mean Europe/London?)',
    ],
    ['nowhere at all', 'must be a time zone such as Europe/London or +10:00, got "nowhere at all"'],
    ['', 'must be a time zone such as Europe/London or +10:00, got ""'],
    ['+15:00', 'must be an offset between -14:00 and +14:00, got "+15:00"'],
    ['+10:75', 'must be an offset between -14:00 and +14:00, got "+10:75"'],
  ])('%j is rejected', (name, problem) => {
    expect(parseZone(name)).toEqual({ problem });
  });
});
