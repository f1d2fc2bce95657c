import { SLOT_MS, type DayRange } from './grid.js';
import { eachSlot, emptyGrid, type SlotGrid } from './slotGrid.js';

/** A reading of a cumulative register in the canonical unit. */
export interface RegisterReading {
  /** Milliseconds. */
  readonly at: number;
  readonly value: number;
  /** Its type is `E`. */
  readonly estimated: boolean;
  /** The first after the meter was reset to 0. */
  readonly reset: boolean;
  readonly register: string | null;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Paints the readings of an account (consumption, the sources and their spans): the difference between two readings of
 * a register that follow each other is spread over the time between them, a fall without a reset is a gap, and
 * registers add up. A slot is covered as far as every register that is alive in it, between its first and last reading,
 * covers it.
 * @param readings ordered by time and `_id`; of a register's readings at one instant the last counts. They must reach
 *   from the last reading before the range to the first after it, of each register
 */
export function paintReadings(range: DayRange, readings: readonly RegisterReading[]): SlotGrid {
  const grid = emptyGrid(range);
  const alive: Stretch[] = [];
  const gaps: Stretch[] = [];
  for (const series of registersOf(readings)) {
    const [first, last] = [series[0], series.at(-1)];
    if (!first || !last || first === last) continue;
    // A slot that a register is alive in is covered only as far as the register covers it.
    const slot = { start: Math.floor(first.at / SLOT_MS) * SLOT_MS, end: Math.ceil(last.at / SLOT_MS) * SLOT_MS };
    alive.push(slot);
    gaps.push({ start: slot.start, end: first.at }, { start: last.at, end: slot.end });
    for (const [index, b] of series.entries()) {
      const a = series[index - 1];
      if (!a) continue;
      const value = b.reset ? b.value : b.value - a.value;
      if (value < 0 && !b.reset) gaps.push({ start: a.at, end: b.at });
      else {
        eachSlot(range, a.at, b.at, (slot, from, to) => {
          const quantity = value * ((to - from) / (b.at - a.at));
          grid.quantity[slot] = (grid.quantity[slot] ?? 0) + quantity;
          if (a.estimated || b.estimated) grid.estimated[slot] = (grid.estimated[slot] ?? 0) + quantity;
        });
      }
    }
  }
  for (const { start, end } of without(union(alive), union(gaps))) {
    eachSlot(range, start, end, (slot, from, to) => {
      grid.covered[slot] = (grid.covered[slot] ?? 0) + (to - from);
    });
  }
  return grid;
}

/** The readings by register, in an order of their own: sums come out the same whichever days are painted. */
function registersOf(readings: readonly RegisterReading[]): readonly (readonly RegisterReading[])[] {
  const registers = new Map<string | null, RegisterReading[]>();
  for (const reading of readings) {
    const series = registers.get(reading.register);
    if (!series) registers.set(reading.register, [reading]);
    else if (series.at(-1)?.at === reading.at) series[series.length - 1] = reading;
    else series.push(reading);
  }
  return [...registers].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)).map(([, series]) => series);
}

/** The stretches sorted, and joined where they touch; what is empty is left out. */
function union(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { start: number; end: number }[] = [];
  const some = stretches.filter(({ start, end }) => start < end);
  for (const { start, end } of some.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** What of some stretches is in no hole; both sorted and disjoint. */
function without(stretches: readonly Stretch[], holes: readonly Stretch[]): readonly Stretch[] {
  const left: Stretch[] = [];
  let next = 0;
  for (const { start, end } of stretches) {
    let from = start;
    while ((holes[next]?.end ?? Infinity) <= from) next += 1;
    for (let hole = holes[next]; hole && hole.start < end; hole = holes[++next]) {
      if (hole.start > from) left.push({ start: from, end: hole.start });
      from = Math.max(from, hole.end);
      if (hole.end > end) break;
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}
