import type { Fuel } from '../seeds/cambridge/files.js';
import type { Day, Days } from '../src/findings/days.js';
import type { Observation } from '../src/findings/finding.js';
import { localUseOf, startHalfHours } from '../src/findings/localUse.js';
import type { FindingKind } from '../src/findings/kinds.js';
import { merge } from '../src/findings/merge.js';
import type { Month } from '../src/findings/months.js';
import { baseloadRises, nightUses, weekendUses } from '../src/findings/rules/habits.js';
import { spikeDays } from '../src/findings/rules/spikes.js';
import { unitSteps } from '../src/findings/rules/units.js';
import { seasonsOf } from '../src/findings/season.js';
import { DAY_MS, monthOf, type DayRange } from '../src/usage/grid.js';
import type { PublishedMeter } from './publishedMeters.js';

/** The zone of the real meters, which are in Cambridge. */
const ZONE = 'Europe/London';
const FACTORS = [1_000, 1 / 1_000, 29.307, 1 / 29.307];
/** Days from 1 January on. Data that begins then has no winter that would explain the first heating. */
const TO_JULY = 181;
/** The days before and after a day that rules need. */
const AROUND = 70;

/** How many faults of a kind were inserted and found. */
export interface Recall {
  readonly fuel: Fuel;
  readonly fault: string;
  readonly put: number;
  readonly found: number;
  /** The inserted faults at meters with use on half the days of both weeks around the fault. */
  readonly putInUse: number;
  readonly foundInUse: number;
}

export interface FalseAlarms {
  readonly fuel: Fuel;
  readonly kind: string;
  readonly count: number;
}

/**
 * Returns the days of a meter for the rules, multiplied by a factor from a day on. For electricity the publisher uses 0
 * for missing data.
 */
function daysOf({ fuel, first, hours }: PublishedMeter, from: number, factor: number, starts: readonly number[]): Days {
  const days = new Map<number, Day>();
  for (let index = 0; index * 24 < hours.length; index += 1) {
    const times = index >= from ? factor : 1;
    const values = hours
      .slice(index * 24, index * 24 + 24)
      .map((value) => (Number.isNaN(value) || (fuel === 'electricity' && value === 0) ? null : (value * times) / 2));
    const halves = values.filter((value) => value !== null);
    if (halves.length === 0) continue;
    const sum = (start: number, end: number): number => {
      let all = 0;
      for (let slot = start; slot < end; slot += 1) all += values[Math.floor(slot / 2)] ?? 0;
      return all;
    };
    days.set(first + index, {
      ...{ day: first + index, covered: halves.length * 3_600_000, quantity: sum(0, 48), estimated: 0 },
      ...{ highest: Math.max(...halves), lowest: Math.min(...halves) },
      sums: starts.map((start) => ({
        ...{ start, head: sum(0, start), night: sum(start, Math.min(48, start + 10)), rest: sum(0, start + 10 - 48) },
      })),
    });
  }
  return days;
}

function monthsOf(days: Days): readonly Month[] {
  const months = new Map<number, { month: number; quantity: number; covered: number }>();
  for (const { day, quantity, covered } of days.values()) {
    const sums = months.get(monthOf(day)) ?? { month: monthOf(day), quantity: 0, covered: 0 };
    months.set(sums.month, { ...sums, quantity: sums.quantity + quantity, covered: sums.covered + covered });
  }
  return [...months.values()];
}

const seasonOf = (fuel: Fuel, days: Days) => (fuel === 'gas' ? seasonsOf(monthsOf(days)) : null);

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Inserts wrong units from random days on. A fault counts as found if a rule reports the factor within 3 days. */
export function recallsOf(meters: readonly PublishedMeter[], seed: number, draws: number): readonly Recall[] {
  const random = drawing(seed);
  const recalls = new Map<string, Recall>();
  for (const meter of meters) {
    const clean = daysOf(meter, 0, 1, []);
    for (const factor of FACTORS) {
      for (let draw = 0; draw < draws; draw += 1) {
        const index = AROUND + Math.floor(random() * (meter.hours.length / 24 - AROUND - 30));
        const at = meter.first + index;
        const days = daysOf(meter, index, factor, []);
        const marks = unitSteps(days, { from: at - 3, to: at + 4 }, seasonOf(meter.fuel, days));
        const isFound = marks.some(({ share = 0 }) => share > 0 === factor > 1);
        add(recalls, { fuel: meter.fuel, fault: `× ${faultName(factor)}` }, isFound, isInUse(clean, at));
      }
    }
  }
  return [...recalls.values()];
}

const faultName = (factor: number): string =>
  factor > 1 ? factor.toLocaleString('en', { maximumFractionDigits: 1 }) : `1/${faultName(1 / factor)}`;

function isInUse(days: Days, at: number): boolean {
  const used = (from: number): number =>
    Array.from({ length: 14 }, (_, index) => days.get(from + index)?.quantity ?? 0).filter((one) => one > 0).length;
  return used(at - 14) >= 7 && used(at) >= 7;
}

function add(
  recalls: Map<string, Recall>,
  { fuel, fault }: Pick<Recall, 'fuel' | 'fault'>,
  isFound: boolean,
  inUse: boolean,
): void {
  const key = `${fuel} ${fault}`;
  const recall = recalls.get(key) ?? { fuel, fault, put: 0, found: 0, putInUse: 0, foundInUse: 0 };
  recalls.set(key, {
    ...recall,
    ...{ put: recall.put + 1, found: recall.found + (isFound ? 1 : 0) },
    ...{ putInUse: recall.putInUse + (inUse ? 1 : 0), foundInUse: recall.foundInUse + (isFound && inUse ? 1 : 0) },
  });
}

/** Returns the findings in unchanged published meters. */
export function falseAlarmsOf(meters: readonly PublishedMeter[]): readonly FalseAlarms[] {
  const counts = new Map<string, FalseAlarms>();
  const count = (fuel: Fuel, kind: FindingKind, marks: readonly Observation[], of: string): void => {
    const key = `${fuel} ${kind}${of}`;
    const found = merge(kind, marks, { units: 'kWh', currency: null, timeZone: ZONE }).length;
    counts.set(key, { fuel, kind: `${kind}${of}`, count: (counts.get(key)?.count ?? 0) + found });
  };
  for (const meter of meters) {
    const { fuel } = meter;
    const range = rangeOf(meter);
    const days = daysOf(meter, 0, 1, startHalfHours(ZONE, range));
    for (const [kind, marks] of marksOf(fuel, days, range)) count(fuel, kind, marks, '');
    if (fuel !== 'gas') continue;
    const late = { ...meter, first: meter.first + TO_JULY, hours: meter.hours.slice(TO_JULY * 24) };
    const lateDays = daysOf(late, 0, 1, []);
    count(fuel, 'unit-suspect', unitSteps(lateDays, rangeOf(late), seasonOf(fuel, lateDays)), ', data from July on');
  }
  return [...counts.values()];
}

const rangeOf = ({ first, hours }: PublishedMeter): DayRange => ({ from: first, to: first + hours.length / 24 });

function marksOf(fuel: Fuel, days: Days, range: DayRange) {
  const isSeasonal = fuel === 'gas';
  const spikes = spikeDays(days, range, 2.5, isSeasonal).map(({ day }): Observation => ({
    from: day * DAY_MS,
    to: (day + 1) * DAY_MS,
    quantity: 0,
  }));
  const both = [
    ['unit-suspect', unitSteps(days, range, seasonOf(fuel, days))],
    ['spike', spikes],
  ] as const;
  if (isSeasonal) return both;
  const local = localUseOf(days, ZONE, range);
  return [
    ...both,
    ['baseload-rise', baseloadRises(days, range, 30)] as const,
    ['night-use', nightUses(local, days, range, { percent: 50, least: 10, leastCost: 0 }, null)] as const,
    ['weekend-use', weekendUses(local, days, range, { percent: 50, least: 20, leastCost: 0 }, null)] as const,
  ];
}
