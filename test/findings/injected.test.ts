import { describe, expect, it } from 'vitest';
import { merge } from '../../src/findings/merge.js';
import { seeded } from '../support/random.js';
import { daysOf, FIRST, HOURS, meters, RULES, type Hours } from './realMeters.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);

const WORDING = { units: null, currency: null, timeZone: 'UTC' };

type Inject = (hours: Hours, hour: number, size: number) => number;

const highest = (hours: Hours): number => Math.max(...hours.map((value) => value ?? 0));
const change = (hours: Hours, from: number, to: number, of: (value: number) => number): number => {
  for (let hour = from; hour < Math.min(to, HOURS); hour += 1) {
    const value = hours[hour];
    if (typeof value === 'number') hours[hour] = of(value);
  }
  return to;
};

/** Clocks in London are an hour ahead from 27 March to 30 October 2022. */
const isSummer = (hour: number): boolean => hour >= 85 * 24 && hour < 302 * 24;

/** Each inserts a fault of a size at an hour, a midnight, and returns the hour after the fault. */
const FAULTS: Readonly<
  Record<string, { readonly sizes: readonly number[]; readonly inject: Inject; readonly recall: number }>
> = {
  spike: {
    sizes: [3, 10, 1_000],
    recall: 0.95,
    inject: (hours, at, size) => change(hours, at + 9, at + 10, () => size * highest(hours)),
  },
  'flat-line': {
    sizes: [1, 3, 10],
    recall: 0.95,
    inject: (hours, at, size) => {
      // A stuck meter repeats its last value.
      const last = hours[at - 10] ?? 1;
      return change(hours, at, at + size * 24, () => last);
    },
  },
  'zero-run': {
    sizes: [3, 7, 14],
    recall: 0.95,
    inject: (hours, at, size) => change(hours, at, at + size * 24, () => 0),
  },
  'unit-suspect': {
    sizes: [1_000, 0.001, 29.3],
    recall: 0.95,
    inject: (hours, at, size) => change(hours, at, HOURS, (value) => value * size),
  },
  'baseload-rise': {
    sizes: [1, 2],
    recall: 0.95,
    inject: (hours, at, size) => {
      const lowest = [...hours.filter((value) => value !== null)].sort((a, b) => a - b)[400] ?? 0;
      return change(hours, at, at + 60 * 24, (value) => value + size * lowest);
    },
  },
  'night-use': {
    sizes: [2, 3],
    recall: 0.9,
    inject: (hours, at, size) => {
      const midnight = at - (isSummer(at) ? 1 : 0);
      return change(hours, midnight, midnight + 5, (value) => value * size);
    },
  },
  'weekend-use': {
    sizes: [2, 3],
    recall: 0.95,
    inject: (hours, at, size) => {
      // 2022-01-01 was a Saturday.
      const saturday = at - ((at / 24) % 7) * 24;
      return change(hours, saturday, saturday + 48, (value) => value * size);
    },
  },
};

describe('faults inserted into real meters', () => {
  const clean = new Map(
    Object.entries(RULES).map(([kind, rule]) => [kind, meters.map((hours) => rule(daysOf(hours)))]),
  );

  it.each(Object.entries(FAULTS))(
    '%s: most faults of every size are found, and no other findings appear',
    (kind, { sizes, inject, recall }) => {
      const random = seeded(SEED);
      const rule = RULES[kind];
      if (!rule) throw new Error(kind);
      let [put, found, others] = [0, 0, 0];
      for (const [index, size] of sizes.entries()) {
        for (const [meter, original] of meters.entries()) {
          if (meter % 2 === index % 2) continue;
          const hours = [...original];
          const at = (70 + Math.floor(random() * 270)) * 24;
          const end = inject(hours, at, size);
          const [from, to] = [FIRST * 86_400_000 + (at - 168) * 3_600_000, FIRST * 86_400_000 + end * 3_600_000];
          const marks = rule(daysOf(hours));
          const before = clean.get(kind)?.[meter] ?? [];
          put += 1;
          if (marks.some((mark) => mark.from < to && mark.to > from)) found += 1;
          others += marks.filter(
            (mark) =>
              !(mark.from < to + 8 * 604_800_000 && mark.to > from) && !before.some((one) => one.from === mark.from),
          ).length;
        }
      }
      expect(others).toBe(0);
      expect(found / put, `${found} of ${put}`).toBeGreaterThanOrEqual(recall);
    },
  );

  it.each([
    ['stays', HOURS],
    ['is mended after 60 days', 60 * 24],
  ])('a wrong unit that %s has one finding for each step, and no finding of another kind', (_, length) => {
    const random = seeded(SEED);
    const others: string[] = [];
    let [put, found] = [0, 0];
    for (const size of [1_000, 0.001, 29.3, 11.2, 3.6, 1 / 3.6]) {
      for (const [meter, original] of meters.entries()) {
        const at = (70 + Math.floor(random() * 200)) * 24;
        const steps = length === HOURS ? [at] : [at, at + length];
        const hours = [...original];
        change(hours, at, at + length, (value) => value * size);
        const days = daysOf(hours);
        put += 1;
        const units = merge('unit-suspect', RULES['unit-suspect']?.(days) ?? [], WORDING).map(({ from }) => from);
        if (units.join() !== steps.map((hour) => FIRST * 86_400_000 + hour * 3_600_000).join()) continue;
        found += 1;
        for (const [kind, rule] of Object.entries(RULES)) {
          if (kind === 'unit-suspect') continue;
          const before = clean.get(kind)?.[meter] ?? [];
          const more = rule(days).filter((mark) => !before.some((one) => one.from < mark.to && one.to > mark.from));
          others.push(...more.map(({ from }) => `${kind} of meter ${meter}, ${size} times: ${from}`));
        }
      }
    }
    expect(others).toEqual([]);
    expect(found / put, `${found} of ${put}`).toBeGreaterThanOrEqual(0.85);
  });

  it('the unchanged meters have few findings, which docs/findings.md lists', () => {
    const counts = Object.fromEntries(
      [...clean].map(([kind, found]) => [kind, found.filter((marks) => marks.length > 0).length]),
    );
    expect(counts).toEqual({
      spike: 1,
      'flat-line': 0,
      'zero-run': 0,
      'unit-suspect': 0,
      'baseload-rise': 3,
      'night-use': 1,
      'weekend-use': 2,
    });
  });
});
