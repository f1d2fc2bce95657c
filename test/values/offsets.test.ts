import { describe, expect, it } from 'vitest';
import { printFigure } from '../support/figures.js';
import { preloadOffsets, offsetsOf, offsetRangesBetween, offsetRangesOf } from '../../src/values/offsets.js';

const DAY = 86_400_000;
const [FROM, TO] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1) - 1];
const NAMES = Intl.supportedValuesOf('timeZone');
/** Those that differ from the others: by Ramadan, by half an hour, by a short time, by a day. */
const STRANGE = [
  'Africa/Casablanca',
  'Africa/Freetown',
  'America/Boa_Vista',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

/** Processor time, milliseconds. */
function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('the offsets of time zones', () => {
  it.each([...STRANGE, ...NAMES.filter((_, index) => index % 40 === 0)])(
    'equal those of Intl for %s, checked every three days from 1900 to 2200',
    (name) => {
      const looked = offsetRangesBetween(offsetsOf(name), FROM, TO, 3 * DAY);
      expect(offsetRangesOf(name, FROM, TO)).toEqual(looked);
    },
  );

  it('are computed for many years without blocking the event loop', async () => {
    // Other tests in this process may have asked for some.
    let name = '';
    let learning: Promise<void> | null = null;
    for (const one of NAMES.toReversed()) {
      name = one;
      learning = preloadOffsets(one, FROM, TO);
      if (learning !== null) break;
    }
    expect(learning).not.toBeNull();
    const done: string[] = [];
    const learned = learning?.then(() => done.push(name));
    let turns = 0;
    for (; done.length === 0; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await learned;
    expect(turns).toBeGreaterThan(1);
    expect(preloadOffsets(name, FROM, TO)).toBeNull();
    expect(offsetRangesOf(name, FROM, TO)).toEqual(offsetRangesBetween(offsetsOf(name), FROM, TO, 3 * DAY));
  });

  it('are computed once per zone and year, in whatever order zones are requested', () => {
    // More of them than 20,000 zone-years.
    const names = NAMES.slice(0, 80);
    const askAll = (): void => {
      for (const name of names) offsetRangesOf(name, FROM, TO);
    };
    const first = timeOf(askAll);
    const again = timeOf(askAll);
    printFigure(
      `300 years of ${names.length} time zones`,
      `${Math.round(first)} ms of the processor; again ${Math.round(again)} ms`,
    );
    expect(again).toBeLessThan(first / 5);
  });
});
