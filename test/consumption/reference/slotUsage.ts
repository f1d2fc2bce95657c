import type { Register } from './registers.js';
import type { Span } from './spans.js';
import { HALF_HOUR, measure, overlap } from './time.js';

/** The values of a source in a half-hour. */
export interface Slot {
  /** The quantity; a mean for temperatures, which is meaningless when nothing is covered. */
  readonly quantity: number;
  readonly estimated: number;
  /** Covered seconds, up to 1,800 */
  readonly seconds: number;
}

export const FULL = 1800;

const touches = (start: number, { from, to }: Span): boolean => overlap(from, to, start, start + HALF_HOUR) > 0;
const within = (time: number, { from, to }: Span): boolean => from <= time && time < to;

/** The part of a span's quantity that falls into the slot. */
const part = (start: number, { from, to, quantity }: Span): number =>
  (quantity * overlap(from, to, start, start + HALF_HOUR)) / (to - from);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const cutsOf = (spans: readonly Span[]): readonly number[] => spans.flatMap(({ from, to }) => [from, to]);

const unionSeconds = (start: number, spans: readonly Span[]): number =>
  measure(start, start + HALF_HOUR, cutsOf(spans), (time) => spans.some((span) => within(time, span))) / 1000;

/** Spans that add up: invoices, and intervals of one duration. */
export function spanUsage(start: number, all: readonly Span[]): Slot {
  const spans = all.filter((span) => touches(start, span));
  return {
    quantity: sum(spans.map((span) => part(start, span))),
    estimated: sum(spans.map((span) => part(start, { ...span, quantity: span.estimated }))),
    seconds: unionSeconds(start, spans),
  };
}

/** The intervals that count in a slot: those of one duration. */
function countingIntervals(start: number, all: readonly Span[]): readonly Span[] {
  const spans = all.filter((span) => touches(start, span));
  const durations = [...new Set(spans.map(({ from, to }) => to - from))].sort((a, b) => a - b);
  const groups = durations.map((duration) => spans.filter(({ from, to }) => to - from === duration));
  const full = groups.find((group) => unionSeconds(start, group) === FULL);
  if (full) return full;
  const most = Math.max(...groups.map((group) => unionSeconds(start, group)));
  return groups.find((group) => unionSeconds(start, group) === most) ?? [];
}

export const intervalUsage = (start: number, all: readonly Span[]): Slot =>
  spanUsage(start, countingIntervals(start, all));

/** The mean of the slot's records, weighted by seconds. */
export function temperatureUsage(start: number, all: readonly Span[]): Slot {
  const spans = countingIntervals(start, all);
  const weights = spans.map(({ from, to }) => overlap(from, to, start, start + HALF_HOUR));
  const weighted = sum(spans.map(({ quantity }, index) => quantity * (weights[index] ?? 0)));
  return { quantity: weighted / (sum(weights) || 1), estimated: 0, seconds: unionSeconds(start, spans) };
}

/** Registers add up. A slot is covered as far as every register that is alive covers it; a setting defines alive. */
export function registerUsage(start: number, all: readonly Register[], aliveBy: 'slot' | 'instant'): Slot {
  const alive = all.filter(({ from, to }) => overlap(from, to, start, start + HALF_HOUR) > 0);
  const spans = alive.flatMap((register) => register.spans);
  const everyOne = (time: number): boolean => {
    const now = aliveBy === 'slot' ? alive : alive.filter(({ from, to }) => from <= time && time < to);
    return now.length > 0 && now.every((register) => register.spans.some((span) => within(time, span)));
  };
  const cuts = [...cutsOf(spans), ...alive.flatMap(({ from, to }) => [from, to])];
  return { ...spanUsage(start, spans), seconds: measure(start, start + HALF_HOUR, cuts, everyOne) / 1000 };
}
