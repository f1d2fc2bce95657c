import { readHourly } from '../../seeds/cambridge/files.js';
import type { Day, Days } from '../../src/findings/days.js';
import type { Observation } from '../../src/findings/finding.js';
import { localUseOf, startHalfHours } from '../../src/findings/localUse.js';
import { baseloadRises, nightUses, weekendUses } from '../../src/findings/rules/habits.js';
import { flatLines, zeroRuns } from '../../src/findings/rules/runs.js';
import { spikeDays } from '../../src/findings/rules/spikes.js';
import { unitSteps } from '../../src/findings/rules/units.js';

/** 2022-01-01, a Saturday. */
export const FIRST = Date.UTC(2022, 0, 1) / 86_400_000;
const DAYS = 365;
export const HOURS = DAYS * 24;
export const YEAR = { from: FIRST, to: FIRST + DAYS };

/** The hours of real meters: electricity of 24 buildings, in which 0 means missing data. */
export const meters = [...readHourly('electricity').values.values()].map((hours) =>
  Array.from({ length: HOURS }, (_, hour) => hours[hour] ?? 0).map((value) => (value === 0 ? null : value)),
);
export type Hours = (number | null)[];

/** The days of a meter in the form of the rules; an hour is two half-hours. */
export function daysOf(hours: Hours): Days {
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
      sums: sumsOf(hours.slice(day * 24, day * 24 + 24)),
    });
  }
  return days;
}

/** Real meters are in London: local days begin with UTC in winter, and an hour before it in summer. */
const ZONE = 'Europe/London';
const STARTS = startHalfHours(ZONE, YEAR);

function sumsOf(hours: Hours): Day['sums'] {
  const half = (slot: number): number => (hours[Math.floor(slot / 2)] ?? 0) / 2;
  const sum = (from: number, to: number): number =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => half(from + index)).reduce((all, one) => all + one, 0);
  return STARTS.map((start) => ({
    ...{ start, head: sum(0, start), night: sum(start, Math.min(48, start + 10)), rest: sum(0, start + 10 - 48) },
  }));
}

type Rule = (days: Days) => readonly { readonly from: number; readonly to: number }[];

const day = (mark: Observation): Observation => mark;
/** Each kind with its default thresholds. */
export const RULES: Readonly<Record<string, Rule>> = {
  spike: (days) =>
    spikeDays(days, YEAR, 2.5, false).map((one) => ({ from: one.day * 86_400_000, to: (one.day + 1) * 86_400_000 })),
  'flat-line': (days) => flatLines(days, YEAR, 1, false).map(day),
  'zero-run': (days) => zeroRuns(days, YEAR, 3).map(day),
  'unit-suspect': (days) => unitSteps(days, YEAR, null).map(day),
  'baseload-rise': (days) => baseloadRises(days, YEAR, 30).map(day),
  'night-use': (days) =>
    nightUses(localUseOf(days, ZONE, YEAR), days, YEAR, { percent: 50, least: 10, leastCost: 0 }, null).map(day),
  'weekend-use': (days) =>
    weekendUses(localUseOf(days, ZONE, YEAR), days, YEAR, { percent: 50, least: 20, leastCost: 0 }, null).map(day),
};
