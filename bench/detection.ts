import type { Fuel } from '../seeds/cambridge/files.js';
import type { Day, Days } from '../src/findings/days.js';
import type { Mark } from '../src/findings/finding.js';
import { localUseOf, startHalfHours } from '../src/findings/localUse.js';
import type { Kind } from '../src/findings/kinds.js';
import { merge } from '../src/findings/merge.js';
import type { Month } from '../src/findings/months.js';
import { baseloadRises, nightUses, weekendUses } from '../src/findings/rules/habits.js';
import { spikeDays } from '../src/findings/rules/spikes.js';
import { unitSteps } from '../src/findings/rules/units.js';
import { seasonsOf } from '../src/findings/season.js';
import { DAY_MS, monthOf, type DayRange } from '../src/usage/grid.js';
import type { PublishedMeter } from './publishedMeters.js';

/** Real meters are in Cambridge. */
const ZONE = 'Europe/London';
const FACTORS = [1_000, 1 / 1_000, 29.307, 1 / 29.307];
/** Days from the first of January on: no winter tells of the first heating of data that begins then. */
const TO_JULY = 181;
/** Days that rules look at before and after a day. */
const AROUND = 70;

/** How many faults of a kind were put in, and found. */
export interface Recall {
  readonly fuel: Fuel;
  readonly fault: string;
  readonly put: number;
  readonly found: number;
  /** Of those put in where the meter shows use on half the days of both weeks beside the fault. */
  readonly putInUse: number;
  readonly foundInUse: number;
}

export interface FalseAlarms {
  readonly fuel: Fuel;
  readonly kind: string;
  readonly count: number;
}

/** The days of a meter as rules have them, with a factor from a day on. Of electricity a 0 is missing data, as the publisher says. */
function daysOf({ fuel, first, hours }: PublishedMeter, from: number, factor: number, starts: readonly number[]): Days {
  const days = new Map<number, Day>();
  for (let index = 0; index * 24 < hours.length; index += 1) {
    const times = index >= from ? factor : 1;
    const known = hours
      .slice(index * 24, index * 24 + 24)
      .map((value) => (Number.isNaN(value) || (fuel === 'electricity' && value === 0) ? null : (value * times) / 2));
    const halves = known.filter((value) => value !== null);
    if (halves.length === 0) continue;
    const sum = (start: number, end: number): number => {
      let all = 0;
      for (let slot = start; slot < end; slot += 1) all += known[Math.floor(slot / 2)] ?? 0;
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
    const own = months.get(monthOf(day)) ?? { month: monthOf(day), quantity: 0, covered: 0 };
    months.set(own.month, { ...own, quantity: own.quantity + quantity, covered: own.covered + covered });
  }
  return [...months.values()];
}

const seasonOf = (fuel: Fuel, days: Days) => (fuel === 'gas' ? seasonsOf(monthsOf(days)) : null);

/** The same numbers from 0 to 1 for the same seed. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Wrong units from a day on, at days that a seed draws: found are those with a mark of the factor within 3 days. */
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
  const own = recalls.get(key) ?? { fuel, fault, put: 0, found: 0, putInUse: 0, foundInUse: 0 };
  recalls.set(key, {
    ...own,
    ...{ put: own.put + 1, found: own.found + (isFound ? 1 : 0) },
    ...{ putInUse: own.putInUse + (inUse ? 1 : 0), foundInUse: own.foundInUse + (isFound && inUse ? 1 : 0) },
  });
}

/** What is found in meters as they were published. */
export function falseAlarmsOf(meters: readonly PublishedMeter[]): readonly FalseAlarms[] {
  const counts = new Map<string, FalseAlarms>();
  const count = (fuel: Fuel, kind: Kind, marks: readonly Mark[], of: string): void => {
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
  const spikes = spikeDays(days, range, 2.5, isSeasonal).map(({ day }): Mark => ({
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
