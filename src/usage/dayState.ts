import { DAY_MS, isDaytime, SLOT_MS, SLOTS } from './grid.js';
import type { Picks } from './combine.js';
import type { SlotGrid } from './slotGrid.js';
import { COMBINED_SOURCES, type CombinedSource, type SourceCode } from './sources.js';

/** Sums of some time, in the canonical unit. Temperatures are sums of °C × ms, to be divided by the covered time. */
export interface Sums {
  readonly quantity: number;
  readonly estimated: number;
  /** Of the slots that start in [06:00, 18:00) UTC. */
  readonly dayQuantity: number;
  readonly coveredMs: number;
  /** Of combined: what each source contributes; null where it has no slot. */
  readonly parts: Readonly<Record<CombinedSource, number | null>> | null;
}

/** A day of an account and source that has something in it. */
export interface DayState extends Sums {
  /** Combined takes its whole day from this source. */
  readonly whole: boolean;
  /** Null where the day is uniform: every slot fully covered and the same. */
  readonly slots: DaySlots | null;
}

export interface DaySlots {
  /** Null where there is nothing: no coverage and no quantity. */
  readonly quantity: readonly (number | null)[];
  /** Null where no part of the day is estimated. */
  readonly estimates: readonly number[] | null;
  /** Milliseconds; null where each slot is covered fully or not at all. */
  readonly coverage: readonly number[] | null;
  /** Of combined: a letter for the source of each slot. */
  readonly picks: string | null;
}

/** The days of an account that have something in them, by source and day. */
export type AccountUsage = ReadonlyMap<SourceCode, ReadonlyMap<number, DayState>>;

/** What the letters of {@link DaySlots.picks} stand for; a space for nothing. */
export const LETTERS: Readonly<Record<CombinedSource, string>> = { hh: 'h', reading: 'r', invoice: 'i', custom: 'c' };

/**
 * One day of a grid; null when nothing in it is covered or has a quantity.
 * @param index of the day in the grid
 * @param picks of combined itself
 */
export function dayState(
  grid: SlotGrid,
  index: number,
  { mean, whole, picks }: { readonly mean: boolean; readonly whole: boolean; readonly picks?: Picks },
): DayState | null {
  const at = index * SLOTS;
  const quantity = grid.quantity.subarray(at, at + SLOTS);
  const estimated = grid.estimated.subarray(at, at + SLOTS);
  const covered = grid.covered.subarray(at, at + SLOTS);
  const present = (slot: number): boolean => (covered[slot] ?? 0) > 0 || (quantity[slot] ?? 0) !== 0;
  const weigh = (slot: number): number => (quantity[slot] ?? 0) * (mean ? (covered[slot] ?? 0) : 1);
  const parts: Record<CombinedSource, number | null> = { hh: null, reading: null, invoice: null, custom: null };
  const sums = { quantity: 0, estimated: 0, dayQuantity: 0, coveredMs: 0 };
  let [any, uniform, partial] = [false, picks === undefined, false];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (!present(slot)) {
      uniform = false;
      continue;
    }
    any = true;
    sums.quantity += weigh(slot);
    sums.estimated += estimated[slot] ?? 0;
    if (isDaytime(slot)) sums.dayQuantity += weigh(slot);
    sums.coveredMs += covered[slot] ?? 0;
    if (covered[slot] !== SLOT_MS) partial = true;
    if (quantity[slot] !== quantity[0] || estimated[slot] !== estimated[0]) uniform = false;
    const part = picks?.[at + slot];
    if (part !== undefined) parts[part] = (parts[part] ?? 0) + weigh(slot);
  }
  if (!any) return null;
  const own = { whole, parts: picks ? parts : null };
  if (uniform && !partial) return { ...uniformSums(quantity[0] ?? 0, estimated[0] ?? 0, mean), ...own, slots: null };
  const coverage = partial ? [...covered] : null;
  const letters = picks ? picks.slice(at, at + SLOTS).map((part) => (part ? LETTERS[part] : ' ')) : null;
  return {
    ...sums,
    ...own,
    slots: {
      quantity: Array.from(quantity, (value, slot) => (present(slot) ? value : null)),
      estimates: sums.estimated !== 0 || estimated.some((value) => value !== 0) ? [...estimated] : null,
      coverage,
      picks: letters?.join('') ?? null,
    },
  };
}

/** The sums of a uniform day, by multiplication, so that they are the same however they were stored. */
function uniformSums(quantity: number, estimated: number, mean: boolean): Omit<Sums, 'parts'> {
  const perDay = quantity * (mean ? DAY_MS : SLOTS);
  return { quantity: perDay, estimated: estimated * SLOTS, dayQuantity: perDay / 2, coveredMs: DAY_MS };
}

/** A uniform day as it is read back from a run. */
export function uniformDay(quantity: number, estimated: number, whole: boolean): DayState {
  return { quantity, estimated, dayQuantity: quantity / 2, coveredMs: DAY_MS, parts: null, whole, slots: null };
}

/** The source that combined takes all of a day from, and so all that the source has; undefined where there are others. */
export function wholeOf(picks: Picks, index: number): CombinedSource | undefined {
  const day = picks.slice(index * SLOTS, (index + 1) * SLOTS);
  const named = COMBINED_SOURCES.filter((part) => day.includes(part));
  return named.length === 1 ? named[0] : undefined;
}
