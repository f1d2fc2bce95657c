import fc from 'fast-check';
import { cents, gap, unitFor, type Draft } from './randomRecords.js';
import type { Reading, UtilityType } from './records.js';
import { DAY, HALF_HOUR, iso } from './time.js';

/** The digits of registers that state them; no value has more. */
export const DIGITS = 4;

/**
 * The new readings that an import accepts: without those that show another value than a stored one at the same moment
 * of the same register, unless one of the two is a reset. Readings of other units are not compared.
 */
export function agreeing<T extends Draft<Reading> & { readonly accountId?: string }>(
  known: readonly T[],
  more: readonly T[],
): readonly T[] {
  const taken: T[] = [];
  for (const one of more) {
    const isSame = (other: T): boolean =>
      one.accountId === other.accountId &&
      (one.registerId ?? null) === (other.registerId ?? null) &&
      Date.parse(one.submittedAt) === Date.parse(other.submittedAt) &&
      (one.meterReset === true) === (other.meterReset === true) &&
      (!one.units || !other.units || one.units.toLowerCase() === other.units.toLowerCase());
    if (![...known, ...taken].some((other) => isSame(other) && one.value !== other.value)) taken.push(one);
  }
  return taken;
}

/** One register's readings: falls, resets, exchanges at one moment, rollovers, stated quantities, half-hourly rows. */
export const readingDrafts = (
  from: number,
  type: UtilityType,
  registerId: string | null,
): fc.Arbitrary<readonly Draft<Reading>[]> => {
  const steps = fc.array(
    fc.record({
      gap: fc.oneof(fc.constantFrom(0, HALF_HOUR, DAY), gap(6 * DAY)),
      delta: fc.oneof({ weight: 8, arbitrary: cents(1, 90) }, { weight: 1, arbitrary: cents(-90, 0) }),
      repeat: fc.oneof(
        { weight: 4, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }) },
      ),
      exchangedFor: fc.option(cents(0, 20), { freq: 6 }),
      stated: fc.record({
        type: fc.constantFrom('A', 'A', 'A', 'E', 'C'),
        isHalfHourly: fc.constantFrom(true, false, null),
        meterReset: fc.constantFrom(false, false, false, false, true, null),
        quantity: fc.option(cents(0, 200), { freq: 4 }),
        registerDigits: fc.constantFrom(DIGITS, null),
      }),
    }),
    { maxLength: 8, size: 'max' },
  );
  const register = fc.record({
    offset: gap(4 * DAY),
    units: unitFor(type),
    start: fc.constantFrom<number>(100, 9_900),
    steps,
  });
  return register.map(({ offset, units, start, steps }) => {
    let [at, shown] = [from - 2 * DAY + offset, start];
    const readings = steps.flatMap(({ gap, delta, repeat, exchangedFor, stated }) => {
      const reading = (more: Partial<Reading>): Draft<Reading> => ({
        ...{ ...stated, ...more },
        ...{ registerId, units, submittedAt: iso(at), value: shown },
      });
      const own = Array.from({ length: repeat }, () => {
        at += repeat > 1 ? HALF_HOUR : gap;
        const next = Math.max(0, Math.round((shown + delta) * 100) / 100);
        shown = stated.meterReset === true ? Math.abs(delta) : next % 10 ** DIGITS;
        return reading({});
      });
      if (exchangedFor === null) return own;
      shown = exchangedFor;
      return [...own, reading({ meterReset: true, quantity: null })];
    });
    return agreeing([], readings);
  });
};

/** Two registers over the whole range; one falls in the middle, and the use of the other then covers nothing. */
export const hiddenRegisterDrafts = (
  from: number,
  to: number,
  type: UtilityType,
): fc.Arbitrary<readonly (readonly Draft<Reading>[])[]> =>
  fc
    .record({ units: unitFor(type), used: cents(1, 900), days: fc.integer({ min: 1, max: (to - from) / DAY }) })
    .map(({ units, used, days }) => {
      const same = { units, type: 'A', isHalfHourly: false, meterReset: false, quantity: null, registerDigits: null };
      const reading = (registerId: string, at: number, value: number): Draft<Reading> => ({
        ...{ ...same, registerId, submittedAt: iso(at), value },
      });
      const end = from + days * DAY;
      return [
        [reading('day', from - DAY, 100), reading('day', to + DAY, 100 + used)],
        agreeing(
          [],
          [from - DAY, from, end, to].map((at, index) => reading('night', at, [50, 60, 10, 30][index] ?? 0)),
        ),
      ];
    });
