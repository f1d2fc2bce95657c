import { describe, expect, it } from 'vitest';
import { readHourly } from '../../seeds/cambridge/files.js';
import type { Day, Days } from '../../src/findings/days.js';
import type { Mark } from '../../src/findings/finding.js';
import { baseloadRises, nightUses, weekendUses } from '../../src/findings/rules/habits.js';
import { flatLines, zeroRuns } from '../../src/findings/rules/runs.js';
import { spikeDays } from '../../src/findings/rules/spikes.js';
import { unitSteps } from '../../src/findings/rules/units.js';
import { seeded } from '../support/random.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const FIRST = Date.UTC(2022, 0, 1) / 86_400_000;
const DAYS = 365;
const HOURS = DAYS * 24;
const YEAR = { from: FIRST, to: FIRST + DAYS };

/** The hours of real meters: electricity of 24 buildings, of which 0 is missing data. */
const meters = [...readHourly('electricity').values.values()].map((hours) =>
  Array.from({ length: HOURS }, (_, hour) => hours[hour] ?? 0).map((value) => (value === 0 ? null : value)),
);
type Hours = (number | null)[];

/** The days of a meter as the rules have them; an hour is two half-hours. */
function daysOf(hours: Hours): Days {
  const days = new Map<number, Day>();
  for (let day = 0; day < DAYS; day += 1) {
    const own = hours.slice(day * 24, day * 24 + 24).filter((value) => value !== null);
    if (own.length === 0) continue;
    const halves = own.map((value) => value / 2);
    days.set(FIRST + day, {
      day: FIRST + day,
      covered: own.length * 3_600_000,
      quantity: own.reduce((sum, value) => sum + value, 0),
      estimated: 0,
      highest: Math.max(...halves),
      lowest: Math.min(...halves),
      night: hours.slice(day * 24, day * 24 + 5).reduce<number>((sum, value) => sum + (value ?? 0), 0),
    });
  }
  return days;
}

type Rule = (days: Days) => readonly { readonly from: number; readonly to: number }[];
type Inject = (hours: Hours, hour: number, size: number) => number;

const day = (mark: Mark): Mark => mark;
const RULES: Readonly<Record<string, Rule>> = {
  spike: (days) =>
    spikeDays(days, YEAR, 2.5).map((one) => ({ from: one.day * 86_400_000, to: (one.day + 1) * 86_400_000 })),
  'flat-line': (days) => flatLines(days, YEAR, 1, false).map(day),
  'zero-run': (days) => zeroRuns(days, YEAR, 3).map(day),
  'unit-suspect': (days) => unitSteps(days, YEAR).map(day),
  'baseload-rise': (days) => baseloadRises(days, YEAR, 30).map(day),
  'night-use': (days) => nightUses(days, YEAR, 50).map(day),
  'weekend-use': (days) => weekendUses(days, YEAR, 50).map(day),
};

const highest = (hours: Hours): number => Math.max(...hours.map((value) => value ?? 0));
const change = (hours: Hours, from: number, to: number, of: (value: number) => number): number => {
  for (let hour = from; hour < Math.min(to, HOURS); hour += 1) {
    const value = hours[hour];
    if (typeof value === 'number') hours[hour] = of(value);
  }
  return to;
};

/** Each puts a fault of a size at an hour, a midnight, and says the hour after it. */
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
      // A meter that is stuck keeps what it showed last.
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
    inject: (hours, at, size) => change(hours, at, at + 5, (value) => value * size),
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

describe('faults that are put into real meters', () => {
  const clean = new Map(
    Object.entries(RULES).map(([kind, rule]) => [kind, meters.map((hours) => rule(daysOf(hours)))]),
  );

  it.each(Object.entries(FAULTS))(
    '%s: most are found, of every size, and nothing else is',
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

  it('the untouched meters have few findings, which docs/findings.md names', () => {
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
