import { describe, expect, it } from 'vitest';
import { readRegisters } from '../../seeds/ampds2/files.js';
import { UTILITIES } from '../../seeds/ampds2/ids.js';
import type { Observation } from '../../src/findings/finding.js';
import { dayOfJump, registerJumps, type DailyUse, registerFalls } from '../../src/findings/rules/registers.js';
import { DAY_MS } from '../../src/usage/grid.js';
import { spansOf } from '../../src/usage/registerSpans.js';
import { registersOf, type RegisterReading } from '../../src/usage/registers.js';
import { seeded } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);

/** Real registers of a house, read each month and each half-hour. */
const registers = (['monthly', 'halfHourly'] as const).flatMap((series) =>
  UTILITIES.map((utility) =>
    readRegisters(series)
      .filter((read) => Number.isFinite(read[utility]))
      .map((read): RegisterReading => readingOf(utility, Date.parse(read.at), read[utility])),
  ),
);

function readingOf(register: string, at: number, value: number): RegisterReading {
  const nothing = { estimated: false, reset: false, quantity: null, turnover: null };
  return { at, value, shown: value, register, ...nothing };
}

function fallsIn(readings: readonly RegisterReading[]): readonly Observation[] {
  return registerFalls(
    registersOf(readings).flatMap((moments) => spansOf(moments).flatMap((span) => ('why' in span ? span : []))),
  );
}

/** Faults that lower a register from a reading on, or only at that reading: returns the readings after the fault. */
const FAULTS: Readonly<Record<string, (readings: readonly RegisterReading[], at: number) => RegisterReading[]>> = {
  'a meter that is exchanged, whose first reading is no reset': (readings, at) =>
    readings.map((own, index) => (index < at ? own : shown(own, own.value - (readings[at]?.value ?? 0)))),
  'a digit that is read wrongly': (readings, at) =>
    readings.map((own, index) => (index === at ? shown(own, (readings[at - 1]?.value ?? 0) - 1) : own)),
  'a little less than before': (readings, at) =>
    readings.map((own, index) => (index === at ? shown(own, (readings[at - 1]?.value ?? 0) - 0.001) : own)),
};

function shown(reading: RegisterReading, value: number): RegisterReading {
  return { ...reading, value, shown: value };
}

describe('falls inserted into real registers', () => {
  it('do not occur in the unchanged registers', () => {
    expect(registers.map((readings) => fallsIn(readings).length)).toEqual(registers.map(() => 0));
  });

  it.each(Object.entries(FAULTS))('%s is found at its place and nowhere else', (_name, inject) => {
    const random = seeded(SEED);
    for (const readings of registers) {
      for (let time = 0; time < 5; time += 1) {
        const at = 1 + Math.floor(random() * (readings.length - 1));
        const [before, here] = [readings[at - 1], readings[at]];
        const falls = fallsIn(inject(readings, at)).map(({ from, to }) => [from, to]);
        // A little less than before is a glitch up to the next reading, where that is as little more.
        const isGlitch = falls[0]?.[1] === readings[at + 1]?.at;
        expect(falls).toEqual([[before?.at, isGlitch ? readings[at + 1]?.at : here?.at]]);
      }
    }
  });

  it.each([
    ['one zero', 1, () => 0],
    ['three zeros', 3, () => 0],
    ['a digit more', 1, (value: number) => 10 * value],
    ['two readings of a larger meter', 2, (value: number) => value + 1e6],
    ['a digit less', 1, (value: number) => Math.floor(value / 10)],
  ])('%s and back is one glitch, with its readings in the evidence', (_name, size, wrongly) => {
    const random = seeded(SEED);
    for (const readings of registers.filter(({ length }) => length > 10)) {
      for (let time = 0; time < 5; time += 1) {
        const at = 4 + Math.floor(random() * (readings.length - 4 - size));
        const wrong = readings.map((own, index) =>
          index < at || index >= at + size ? own : shown(own, wrongly(own.value)),
        );
        const [mark, ...others] = fallsIn(wrong);
        expect([mark?.from, mark?.to, others]).toEqual([readings[at - 1]?.at, readings[at + size]?.at, []]);
        const named = mark?.evidence?.filter(({ name }) => name === 'glitch');
        expect(named?.map(({ from, value }) => [from, value])).toEqual(
          wrong.slice(at, at + size).map((own) => [own.at, own.shown]),
        );
      }
    }
  });

  it('have no finding with a reset, a stated quantity or a rollover', () => {
    const [readings = []] = registers;
    const at = Math.floor(readings.length / 2);
    const fallen = FAULTS['a meter that is exchanged, whose first reading is no reset']?.(readings, at) ?? [];
    for (const why of [{ reset: true }, { quantity: 1 }, { turnover: 1e6 }]) {
      expect(fallsIn(fallen.map((own, index) => (index === at ? { ...own, ...why } : own)))).toEqual([]);
    }
  });
});

describe('jumps inserted into real registers', () => {
  const SIZE = { times: 20, least: 0 };

  /** The computed use of the days that readings cover. */
  function useOf(readings: readonly RegisterReading[]): readonly DailyUse[] {
    const days = new Map<number, number>();
    for (const [index, { at, value }] of readings.entries()) {
      const next = readings[index + 1];
      if (next === undefined) continue;
      for (let day = Math.floor(at / DAY_MS); day * DAY_MS < next.at; day += 1) {
        const length = Math.min(next.at, (day + 1) * DAY_MS) - Math.max(at, day * DAY_MS);
        days.set(day, (days.get(day) ?? 0) + ((next.value - value) * length) / (next.at - at));
      }
    }
    return [...days].map(([day, quantity]) => ({ from: day, to: day + 1, quantity }));
  }

  function jumpsIn(readings: readonly RegisterReading[]): readonly Observation[] {
    const use = useOf(readings);
    const day = dayOfJump(use, SIZE);
    if (day === null) return [];
    const spans = registersOf(readings).flatMap((moments) =>
      spansOf(moments).flatMap((span) => ('why' in span ? [] : span)),
    );
    const touching = spans.filter(({ from, to }) => from < (day + 1) * DAY_MS && to > day * DAY_MS);
    return registerJumps(touching, use, SIZE);
  }

  /** The register shows so much more from a reading on. */
  const raised = (readings: readonly RegisterReading[], at: number, more: number): readonly RegisterReading[] =>
    readings.map((own, index) => (index < at ? own : shown(own, own.value + more)));

  /** So many times the largest use of a day, for the days between two readings, one at least. */
  function sizeOf(readings: readonly RegisterReading[], at: number, times: number): number {
    const most = Math.max(...useOf(readings).map(({ quantity }) => quantity));
    const length = ((readings[at]?.at ?? 0) - (readings[at - 1]?.at ?? 0)) / DAY_MS;
    return times * most * Math.max(1, length);
  }

  /** Real registers with use on some days before and after all tested readings. */
  const used = registers.filter((readings) => useOf(readings).some(({ quantity }) => quantity > 0));

  it('do not occur in the unchanged registers', () => {
    expect(used.map((readings) => jumpsIn(readings).length)).toEqual(used.map(() => 0));
  });

  it.each([21, 40, 100, 1_000, 100_000])(
    'are found at their place if they are %i times the maximum daily use',
    (times) => {
      const random = seeded(SEED);
      for (const readings of used) {
        for (let time = 0; time < 5; time += 1) {
          const edge = Math.ceil(readings.length / 10);
          const at = edge + Math.floor(random() * (readings.length - 2 * edge));
          const jumps = jumpsIn(raised(readings, at, sizeOf(readings, at, times)));
          expect(jumps.map(({ from, to }) => [from, to])).toEqual([[readings[at - 1]?.at, readings[at]?.at]]);
        }
      }
    },
  );

  it.each([2, 5, 12])('have no finding if they are %i times the maximum daily use', (times) => {
    const random = seeded(SEED);
    for (const readings of used) {
      const at = 5 + Math.floor(random() * (readings.length - 10));
      expect(jumpsIn(raised(readings, at, sizeOf(readings, at, times)))).toEqual([]);
    }
  });

  it('have no finding if the register continues at that rate', () => {
    for (const readings of used) {
      const middle = Math.floor(readings.length / 2);
      const from = readings[middle]?.value ?? 0;
      const larger = readings.map((own, index) =>
        index < middle ? own : shown(own, from + (own.value - from) * 1_000),
      );
      expect(jumpsIn(larger)).toEqual([]);
    }
  });
});
