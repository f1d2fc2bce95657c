import type { RegisterGap, RegisterReading, RegisterSpan } from '../../usage/registers.js';
import type { Evidence, Observation } from '../finding.js';
import { DAY_MS, dayOf } from '../../usage/grid.js';

/** Finds falls of registers without an explanation, and glitches, each once. */
export function registerFalls(gaps: readonly RegisterGap[]): readonly Observation[] {
  const falls = new Map<string, Observation>();
  for (const { register, from, to, why, readings } of gaps) {
    if ('at' in why || to <= from) continue;
    const [before, after] = readings;
    const evidence = [
      ...(register === null ? [] : [{ name: 'registerId', text: register }]),
      { name: 'before', value: before.shown, from, to: from + 1 },
      ...('glitch' in why ? why.glitch.map(wrongReading) : []),
      { name: 'after', value: after.shown, from: to, to: to + 1 },
    ];
    falls.set(`${register ?? ''} ${from} ${to}`, { from, to, evidence });
  }
  return [...falls.values()];
}

function wrongReading({ at, shown }: RegisterReading): Evidence {
  return { name: 'glitch', value: shown, from: at, to: at + 1 };
}

/** Consecutive days of an account with the same daily use according to its readings. */
export interface DailyUse {
  /** Days since 1970-01-01. */
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  /** The use of each day, of all registers, in the canonical unit. */
  readonly quantity: number;
}

/** The limits that a rise of a register must exceed to be a jump. */
export interface JumpThresholds {
  /** How many times the largest use of any other day the use of a day must be. */
  readonly times: number;
  /** The minimum quantity, in the canonical unit. */
  readonly least: number;
}

/** The minimum number of other days for a comparison. */
const MIN_DAYS = 3;

/**
 * Returns a day that a jump covers, if the account has one: the day of the largest use. Null: nearly all days are
 * alike, so its readings need not be read. A day at the edge of a jump has at least half of its daily use.
 * @param use in the order of time
 */
export function dayOfJump(use: readonly DailyUse[], { times }: JumpThresholds): number | null {
  const most = use.reduce((all, { quantity }) => Math.max(all, quantity), 0);
  const others = use.filter(({ quantity }) => quantity * times < 2 * most);
  if (most <= 0 || countOf(others) < MIN_DAYS) return null;
  return use.find(({ quantity }) => quantity === most)?.from ?? null;
}

/**
 * Finds the rise of a register that is far beyond the account's use of all other days, if use continues afterwards as
 * before. The cause is a wrong digit or an exchanged meter. After a larger meter or the start of a season, later days
 * have similar use.
 * @param spans that touch the day of the largest use
 * @param use of all days that the readings cover, in the order of time
 */
export function registerJumps(
  spans: readonly RegisterSpan[],
  use: readonly DailyUse[],
  { times, least }: JumpThresholds,
): readonly Observation[] {
  return spans.flatMap((span) => {
    const { from, to, quantity, readings } = span;
    const [before, after] = readings;
    if (after.reset || after.quantity !== null || quantity < least) return [];
    const [first, last] = [dayOf(from), dayOf(to - 1)];
    const [earlier, later] = [use.filter((one) => one.from < first), use.filter((one) => one.to > last + 1)];
    const others = [
      ...earlier.map((one) => ({ ...one, to: Math.min(one.to, first) })),
      ...later.map((one) => ({ ...one, from: Math.max(one.from, last + 1) })),
    ];
    if (earlier.length === 0 || later.length === 0 || countOf(others) < MIN_DAYS) return [];
    const most = others.reduce((all, one) => Math.max(all, one.quantity), 0);
    const daily = quantity / Math.max(1, (to - from) / DAY_MS);
    if (most <= 0 || daily <= times * most) return [];
    const evidence = [
      ...(before.register === null ? [] : [{ name: 'registerId', text: before.register }]),
      { name: 'before', value: before.shown, from, to: from + 1 },
      { name: 'after', value: after.shown, from: to, to: to + 1 },
      { name: 'usual', value: most * Math.max(1, (to - from) / DAY_MS) },
    ];
    return [{ from, to, quantity, share: daily / most - 1, evidence }];
  });
}

function countOf(use: readonly DailyUse[]): number {
  return use.reduce((days, { from, to }) => days + to - from, 0);
}
