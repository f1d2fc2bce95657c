/** A reading of a cumulative register in the canonical unit. */
export interface RegisterReading {
  /** Milliseconds. */
  readonly at: number;
  readonly value: number;
  /** The value in its own unit, as the register showed it. */
  readonly shown: number;
  /** Its type is `E`. */
  readonly estimated: boolean;
  /** The first after the meter was reset to 0, or of another meter. */
  readonly reset: boolean;
  readonly register: string | null;
  /** What its source says was used since the reading before; null: it says nothing. */
  readonly quantity: number | null;
  /** Where the register turns over to 0, ten to the power of its digits; null: not known. */
  readonly turnover: number | null;
}

/** What was used between two moments that follow each other, in the canonical unit. */
export interface RegisterSpan {
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly estimated: boolean;
  /** The readings that it is between. */
  readonly readings: readonly [RegisterReading, RegisterReading];
}

/** The time between two moments, of which the use is not known. They follow each other, unless a glitch is between them. */
export interface RegisterGap {
  readonly register: string | null;
  readonly from: number;
  readonly to: number;
  /** A fall that nothing explains; the readings that are a glitch; or one moment, `at`, has readings that contradict each other. */
  readonly why: { readonly fell: true } | { readonly glitch: readonly RegisterReading[] } | { readonly at: number };
  /** What was shown before and after the fall or the glitch, or the readings that contradict each other. */
  readonly readings: readonly [RegisterReading, RegisterReading];
}

/** @param account its key */
export type OnGap = (account: number, gap: RegisterGap) => void;

/**
 * The readings of a register at one moment. Where a meter was exchanged they are two: the last of the old one ends the
 * span before, the first of the new one, the reset, begins the span after.
 */
export type Moment =
  { readonly at: number; readonly before: RegisterReading; readonly after: RegisterReading } | Contradicted;

interface Contradicted {
  readonly at: number;
  readonly contradiction: readonly [RegisterReading, RegisterReading];
}

/**
 * The moments of each register, in an order of their own: sums come out the same whichever days are computed.
 * @param readings ordered by time and `_id`; of those of a moment that say the same, the last counts
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

/** @param readings at least one, all of one moment */
function momentOf(readings: readonly RegisterReading[]): Moment {
  const sides: RegisterReading[] = [];
  const at = readings[0]?.at ?? 0;
  for (const reset of [false, true]) {
    let side: RegisterReading | undefined;
    for (const reading of readings.filter((one) => one.reset === reset)) {
      if (side && contradict(side, reading)) return { at, contradiction: [side, reading] };
      // One of them may say what the others leave out.
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
 * What was used between two moments that follow each other (figures 4): what the source says, else after a
 * reset what the register shows, else the difference, over the end of a register whose digits are known. A fall without
 * any of it is a gap, and so is a moment that contradicts itself, to both sides.
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

/** The use between two readings; below 0 where it cannot be told. */
function used(a: RegisterReading, b: RegisterReading): number {
  if (b.quantity !== null) return b.quantity;
  if (b.reset) return b.value;
  const difference = b.value - a.value;
  if (difference >= 0) return difference;
  const turnover = b.turnover ?? a.turnover;
  return turnover === null ? difference : turnover + difference;
}
