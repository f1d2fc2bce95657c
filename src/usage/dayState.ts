import { DAY_MS, isDaytime, HALF_HOUR_MS, HALF_HOURS_PER_DAY } from './grid.js';
import type { Picks } from './combine.js';
import type { HalfHourGrid } from './halfHourGrid.js';
import { COMBINED_SOURCES, type CombinedSource, type SourceCode } from './sources.js';

/** Totals of a time range in the canonical unit. For temperatures, sums of °C × ms, to be divided by the covered time. */
export interface Sums {
  readonly quantity: number;
  readonly estimated: number;
  /** The quantity of half-hours that start in [06:00, 18:00) UTC. */
  readonly dayQuantity: number;
  readonly coveredMs: number;
  /** For `combined`: the contribution of each source, or null if it has no half-hour. */
  readonly parts: Readonly<Record<CombinedSource, number | null>> | null;
}

/** A day of an account and source with data. */
export interface DayState extends Sums {
  /** Whether `combined` takes the whole day from this source. */
  readonly whole: boolean;
  /** Null if the day is uniform: all half-hours are fully covered and equal. */
  readonly halfHours: DayHalfHours | null;
}

export interface DayHalfHours {
  /** Null for a half-hour without coverage and quantity. */
  readonly quantity: readonly (number | null)[];
  /** Null if no part of the day is estimated. */
  readonly estimates: readonly number[] | null;
  /** The covered milliseconds; null if each half-hour is covered fully or not at all. */
  readonly coverage: readonly number[] | null;
  /** For `combined`: a letter for the source of each half-hour. */
  readonly picks: string | null;
}

/** The days of an account with data, by source and day. */
export type AccountUsage = ReadonlyMap<SourceCode, ReadonlyMap<number, DayState>>;

/** The letters of {@link DayHalfHours.picks}; a space means no source. */
export const LETTERS: Readonly<Record<CombinedSource, string>> = { hh: 'h', reading: 'r', invoice: 'i', custom: 'c' };

/**
 * Returns one day of a grid, or null if no half-hour has coverage or a quantity.
 * @param index the index of the day in the grid
 * @param picks the picked sources, for `combined` only
 */
export function dayState(
  grid: HalfHourGrid,
  index: number,
  { mean, whole, picks }: { readonly mean: boolean; readonly whole: boolean; readonly picks?: Picks },
): DayState | null {
  const at = index * HALF_HOURS_PER_DAY;
  const quantity = grid.quantity.subarray(at, at + HALF_HOURS_PER_DAY);
  const estimated = grid.estimated.subarray(at, at + HALF_HOURS_PER_DAY);
  const covered = grid.covered.subarray(at, at + HALF_HOURS_PER_DAY);
  const present = (halfHour: number): boolean => (covered[halfHour] ?? 0) > 0 || (quantity[halfHour] ?? 0) !== 0;
  const weigh = (halfHour: number): number => (quantity[halfHour] ?? 0) * (mean ? (covered[halfHour] ?? 0) : 1);
  const parts: Record<CombinedSource, number | null> = { hh: null, reading: null, invoice: null, custom: null };
  const sums = { quantity: 0, estimated: 0, dayQuantity: 0, coveredMs: 0 };
  let [any, uniform, partial] = [false, picks === undefined, false];
  for (let halfHour = 0; halfHour < HALF_HOURS_PER_DAY; halfHour += 1) {
    if (!present(halfHour)) {
      uniform = false;
      continue;
    }
    any = true;
    sums.quantity += weigh(halfHour);
    sums.estimated += estimated[halfHour] ?? 0;
    if (isDaytime(halfHour)) sums.dayQuantity += weigh(halfHour);
    sums.coveredMs += covered[halfHour] ?? 0;
    if (covered[halfHour] !== HALF_HOUR_MS) partial = true;
    if (quantity[halfHour] !== quantity[0] || estimated[halfHour] !== estimated[0]) uniform = false;
    const part = picks?.[at + halfHour];
    if (part !== undefined) parts[part] = (parts[part] ?? 0) + weigh(halfHour);
  }
  if (!any) return null;
  const common = { whole, parts: picks ? parts : null };
  if (uniform && !partial)
    return { ...uniformSums(quantity[0] ?? 0, estimated[0] ?? 0, mean), ...common, halfHours: null };
  const coverage = partial ? [...covered] : null;
  const letters = picks ? picks.slice(at, at + HALF_HOURS_PER_DAY).map((part) => (part ? LETTERS[part] : ' ')) : null;
  return {
    ...sums,
    ...common,
    halfHours: {
      quantity: Array.from(quantity, (value, halfHour) => (present(halfHour) ? value : null)),
      estimates: sums.estimated !== 0 || estimated.some((value) => value !== 0) ? [...estimated] : null,
      coverage,
      picks: letters?.join('') ?? null,
    },
  };
}

/** Returns the totals of a uniform day by multiplication, so that they do not depend on the stored form. */
function uniformSums(quantity: number, estimated: number, mean: boolean): Omit<Sums, 'parts'> {
  const perDay = quantity * (mean ? DAY_MS : HALF_HOURS_PER_DAY);
  return { quantity: perDay, estimated: estimated * HALF_HOURS_PER_DAY, dayQuantity: perDay / 2, coveredMs: DAY_MS };
}

/** Returns a uniform day from a stored uniform range. */
export function uniformDay(quantity: number, estimated: number, whole: boolean): DayState {
  return { quantity, estimated, dayQuantity: quantity / 2, coveredMs: DAY_MS, parts: null, whole, halfHours: null };
}

/** Returns the only source of `combined` on a day; undefined if there are none or several. */
export function onlySourceOf(picks: Picks, index: number): CombinedSource | undefined {
  const day = picks.slice(index * HALF_HOURS_PER_DAY, (index + 1) * HALF_HOURS_PER_DAY);
  const named = COMBINED_SOURCES.filter((part) => day.includes(part));
  return named.length === 1 ? named[0] : undefined;
}
