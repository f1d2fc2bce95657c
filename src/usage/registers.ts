/** A reading of a cumulative register in the canonical unit. */
export interface RegisterReading {
  /** Milliseconds. */
  readonly at: number;
  readonly value: number;
  /** The value as recorded, in the recorded unit. */
  readonly shown: number;
  /** Whether the type is `E`. */
  readonly estimated: boolean;
  /** Whether it is the first reading after a reset to 0 or after an exchange of the meter. */
  readonly reset: boolean;
  readonly register: string | null;
  /** The use since the previous reading as stated by the source, or null. */
  readonly quantity: number | null;
  /** The value at which the register turns over to 0, ten to the power of its digits; null if unknown. */
  readonly turnover: number | null;
}

/** The use between two consecutive moments, in the canonical unit. */
export interface RegisterSpan {
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly estimated: boolean;
  /** The readings at its start and end. */
  readonly readings: readonly [RegisterReading, RegisterReading];
}

/** The time between two moments with unknown use. The moments are consecutive, except around a glitch. */
export interface RegisterGap {
  readonly register: string | null;
  readonly from: number;
  readonly to: number;
  /** An unexplained fall, the readings of a glitch, or the moment `at` with contradicting readings. */
  readonly why: { readonly fell: true } | { readonly glitch: readonly RegisterReading[] } | { readonly at: number };
  /** The readings before and after the fall or the glitch, or the contradicting readings. */
  readonly readings: readonly [RegisterReading, RegisterReading];
}

/** Receives a gap. @param account the key of the account */
export type OnGap = (account: number, gap: RegisterGap) => void;

/**
 * The readings of a register at one moment. After an exchange of the meter there are two: the last of the old meter
 * ends the span before, and the first of the new meter, the reset, starts the span after.
 */
export type Moment =
  { readonly at: number; readonly before: RegisterReading; readonly after: RegisterReading } | Contradicted;

interface Contradicted {
  readonly at: number;
  readonly contradiction: readonly [RegisterReading, RegisterReading];
}

/**
 * Returns the moments of each register. The registers are in a fixed order, so that sums are reproducible.
 * @param readings the readings, ordered by time and `_id`; of equal ones at a moment the last counts
 */
export function registersOf(readings: readonly RegisterReading[]): readonly (readonly Moment[])[] {
  const registers = new Map<string, RegisterReading[]>();
  for (const reading of readings) {
    const name = reading.register ?? '';
    const series = registers.get(name);
    if (series) series.push(reading);
    else registers.set(name, [reading]);
  }
  return [...registers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, series]) => momentsOf(series));
}

function momentsOf(series: readonly RegisterReading[]): readonly Moment[] {
  const moments: Moment[] = [];
  for (let from = 0, to = 0; from < series.length; from = to) {
    const first = series[from];
    if (!first) break;
    while (series[to]?.at === first.at) to += 1;
    moments.push(to === from + 1 ? { at: first.at, before: first, after: first } : momentOf(series.slice(from, to)));
  }
  return moments;
}

/** @param readings one or more readings of the same moment */
function momentOf(readings: readonly RegisterReading[]): Moment {
  const sides: RegisterReading[] = [];
  const at = readings[0]?.at ?? 0;
  for (const reset of [false, true]) {
    let side: RegisterReading | undefined;
    for (const reading of readings.filter((one) => one.reset === reset)) {
      if (side && contradict(side, reading)) return { at, contradiction: [side, reading] };
      // One reading may state values that others omit.
      const { quantity = null, turnover = null } = side ?? {};
      side = { ...reading, quantity: reading.quantity ?? quantity, turnover: reading.turnover ?? turnover };
    }
    if (side) sides.push(side);
  }
  const [before, after = before] = sides;
  if (!before || !after) throw new Error('a moment has a reading');
  return { at, before, after };
}

function contradict(a: RegisterReading, b: RegisterReading): boolean {
  const differ = (one: number | null, other: number | null): boolean => one !== null && other !== null && one !== other;
  return a.value !== b.value || differ(a.quantity, b.quantity) || differ(a.turnover, b.turnover);
}

/**
 * Returns the use between two consecutive moments (figures 4): the quantity stated by the source; otherwise the value
 * after a reset; otherwise the difference, across a turnover if the digits of the register are known. An unexplained
 * fall is a gap. A moment with contradicting readings is a gap on both sides.
 */
export function between(one: Moment, other: Moment): RegisterSpan | RegisterGap {
  const [from, to] = [one.at, other.at];
  const contradicted = ({ at, contradiction }: Contradicted): RegisterGap => {
    return { register: contradiction[0].register, from, to, why: { at }, readings: contradiction };
  };
  if ('contradiction' in one) return contradicted(one);
  if ('contradiction' in other) return contradicted(other);
  const [a, b] = [one.after, other.before];
  const quantity = used(a, b);
  if (quantity < 0) return { register: b.register, from, to, why: { fell: true }, readings: [a, b] };
  return { from, to, quantity, estimated: a.estimated || b.estimated, readings: [a, b] };
}

/** Returns the use between two readings; it is negative if unknown. */
function used(a: RegisterReading, b: RegisterReading): number {
  if (b.quantity !== null) return b.quantity;
  if (b.reset) return b.value;
  const difference = b.value - a.value;
  if (difference >= 0) return difference;
  const turnover = b.turnover ?? a.turnover;
  return turnover === null ? difference : turnover + difference;
}
