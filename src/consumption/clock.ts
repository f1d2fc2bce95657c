import { invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, dayOf, isoOf, SLOT_MS } from '../usage/grid.js';
import { stretchesOf, type Stretch } from '../values/offsets.js';
import { UTC } from '../values/timeZone.js';

/** A part of a time in which clocks are the same time ahead of UTC: `[start, end)`, all in milliseconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** The days of a range as clocks of a time zone show them. */
export interface Clock {
  /** Canonical IANA name. */
  readonly timeZone: string;
  /** The local days. */
  readonly range: DayRange;
  /** The instants at which they begin and end. */
  readonly start: number;
  readonly end: number;
  /** The days of UTC that they touch. */
  readonly utcDays: DayRange;
  /** All of the time, by offset. */
  readonly parts: readonly Part[];
  /** Whether local days are those of UTC. */
  readonly isUtc: boolean;
  /** The first instant of a local day; of one that clocks skip, of the next. */
  readonly startOf: (day: number) => number;
  /** The wall-clock time of an instant within the time, in milliseconds as if it were UTC. */
  readonly localOf: (instant: number) => number;
}

/** No place was ever further from UTC since 1900. */
const FURTHEST = 16 * 3_600_000;

/**
 * The local days of a range.
 * @param timeZone canonical IANA name
 * @throws AppError invalid-parameter where half-hours of UTC are no half-hours there, so that figures would not be exact
 */
export function clockOf(timeZone: string, range: DayRange): Clock {
  const [first, last] = [range.from * DAY_MS, range.to * DAY_MS];
  const stretches =
    timeZone === UTC
      ? [{ from: -Infinity, offset: 0 }]
      : stretchesOf(timeZone, first - FURTHEST - DAY_MS, last + FURTHEST + DAY_MS);
  const startOf = (day: number): number => startIn(stretches, day);
  const [start, end] = [startOf(range.from), startOf(range.to)];
  const parts = stretches.flatMap(({ from, offset }, index): readonly Part[] => {
    const part = { start: Math.max(from, start), end: Math.min(stretches[index + 1]?.from ?? Infinity, end), offset };
    return part.start < part.end ? [part] : [];
  });
  const problem = inexactPart(parts, start, end) ?? turnedBack(stretches, range);
  if (problem !== null) {
    const message = `timeZone ${timeZone} ${problem}; figures are sums of half-hours of UTC, so they can't be told exactly there.`;
    throw invalidParameters([{ parameter: 'timeZone', message }]);
  }
  return {
    timeZone,
    range,
    start,
    end,
    utcDays: { from: dayOf(start), to: Math.max(dayOf(start), Math.ceil(end / DAY_MS)) },
    parts,
    isUtc: parts.every(({ offset }) => offset === 0),
    startOf,
    localOf: (instant) => instant + (partAt(parts, instant)?.offset ?? 0),
  };
}

/** The day that clocks of a time zone show at an instant. */
export function localDayOf(timeZone: string, instant: number): number {
  if (timeZone === UTC) return dayOf(instant);
  const stretch = stretchesOf(timeZone, instant, instant).findLast(({ from }) => from <= instant);
  return dayOf(instant + (stretch?.offset ?? 0));
}

function startIn(stretches: readonly Stretch[], day: number): number {
  // From the last that begins before anything of the day can be.
  let [low, high] = [0, stretches.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle]?.from ?? Infinity) <= day * DAY_MS - FURTHEST) low = middle;
    else high = middle - 1;
  }
  for (let index = low; ; index += 1) {
    const { from = -Infinity, offset = 0 } = stretches[index] ?? {};
    const start = Math.max(from, day * DAY_MS - offset);
    if (start < (stretches[index + 1]?.from ?? Infinity)) return start;
  }
}

function partAt(parts: readonly Part[], instant: number): Part | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start ?? Infinity) <= instant) low = middle;
    else high = middle - 1;
  }
  return parts[low];
}

/** What keeps slots of UTC from being half-hours of clocks; null: nothing. */
function inexactPart(parts: readonly Part[], start: number, end: number): string | null {
  for (const { start: from, offset } of parts) {
    if (offset % SLOT_MS !== 0) return `is ${offsetText(offset)} from UTC on ${isoOf(from).slice(0, 10)}`;
    if (from % SLOT_MS !== 0) return changeText(from);
  }
  return end > start && end % SLOT_MS !== 0 ? changeText(end) : null;
}

/** Clocks that were set back over a midnight that they had shown: the day had begun, and began again. */
function turnedBack(stretches: readonly Stretch[], { from, to }: DayRange): string | null {
  for (const [index, { from: at, offset }] of stretches.entries()) {
    const before = stretches[index - 1];
    if (!before || before.offset <= offset) continue;
    const day = dayOf(at + before.offset - 1);
    if (day * DAY_MS > at + offset && from <= day && day <= to) return changeText(at);
  }
  return null;
}

function changeText(at: number): string {
  return `changes its clocks within a half-hour or over midnight, at ${new Date(at).toISOString()}`;
}

/** `+05:45`, or with seconds where there are any. */
function offsetText(offset: number): string {
  const text = new Date(Math.abs(offset)).toISOString().slice(11, 19);
  return `${offset < 0 ? '-' : '+'}${text.endsWith(':00') ? text.slice(0, 5) : text}`;
}
