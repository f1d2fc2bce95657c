import { describe, expect, it } from 'vitest';
import { readRegisters } from '../../seeds/ampds2/files.js';
import { UTILITIES } from '../../seeds/ampds2/ids.js';
import type { Mark } from '../../src/findings/finding.js';
import { registerFalls } from '../../src/findings/rules/registers.js';
import { between, registersOf, type RegisterReading } from '../../src/usage/registers.js';
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

function fallsIn(readings: readonly RegisterReading[]): readonly Mark[] {
  return registerFalls(
    registersOf(readings).flatMap((moments) =>
      moments.flatMap((moment, index) => {
        const before = moments[index - 1];
        const span = before && between(before, moment);
        return span && 'why' in span ? [span] : [];
      }),
    ),
  );
}

/** What makes a register show less from a reading on, or at it alone: the readings after the fault. */
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

describe('falls that are put into real registers', () => {
  it('the untouched registers have none', () => {
    expect(registers.map((readings) => fallsIn(readings).length)).toEqual(registers.map(() => 0));
  });

  it.each(Object.entries(FAULTS))('%s is found, where it is and nowhere else', (_name, inject) => {
    const random = seeded(SEED);
    for (const readings of registers) {
      for (let time = 0; time < 5; time += 1) {
        const at = 1 + Math.floor(random() * (readings.length - 1));
        const [before, here] = [readings[at - 1], readings[at]];
        expect(fallsIn(inject(readings, at)).map(({ from, to }) => [from, to])).toEqual([[before?.at, here?.at]]);
      }
    }
  });

  it('a reset, a use that is said and a register that turns over are none', () => {
    const [readings = []] = registers;
    const at = Math.floor(readings.length / 2);
    const fallen = FAULTS['a meter that is exchanged, whose first reading is no reset']?.(readings, at) ?? [];
    for (const why of [{ reset: true }, { quantity: 1 }, { turnover: 1e6 }]) {
      expect(fallsIn(fallen.map((own, index) => (index === at ? { ...own, ...why } : own)))).toEqual([]);
    }
  });
});
