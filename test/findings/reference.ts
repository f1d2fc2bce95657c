import { DAY, HALF_HOUR, type Values } from './meter.js';

/**
 * Rules of docs/findings.md once more, slowly, over half-hours one by one: nothing of src is used. Half-hours count from the
 * first one; ends are excluded.
 */
export interface Stretch {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Times without records between records, of 3 hours and more. */
export function gaps(values: Values): readonly Stretch[] {
  const first = values.findIndex((value) => value !== null);
  const last = values.findLastIndex((value) => value !== null);
  return stretches(values, first, last + 1, (value) => value === null)
    .filter(([from, to]) => to - from >= 6)
    .map(([from, to]) => ({ kind: 'gap', from, to }));
}

function stretches(
  values: Values,
  first: number,
  after: number,
  isOf: (value: number | null, index: number) => boolean,
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let index = first; index < after; index += 1) {
    if (!isOf(values[index] ?? null, index)) continue;
    const last = found.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  }
  return found;
}

export function negatives(values: Values): readonly Stretch[] {
  return stretches(values, 0, values.length, (value) => value !== null && value < 0).map(([from, to]) => ({
    ...{ kind: 'negative', from, to },
  }));
}

/** The half-hours of a day; null where one is missing. */
function dayOf(values: Values, day: number): readonly number[] | null {
  if (day < 0 || (day + 1) * 48 > values.length) return null;
  const own = values.slice(day * 48, day * 48 + 48).filter((value) => value !== null);
  return own.length === 48 ? own : null;
}

function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN)) / 2
  );
}

const isUniform = (own: readonly number[] | null): own is readonly number[] =>
  own?.every((value) => value === own[0]) === true;

/** Whole days of one value, 28 of them at most, that follow a day that is otherwise; with the days of 4 weeks before. */
function runs(
  values: Values,
  least: number,
  isUnusual: (value: number, before: readonly (readonly number[])[]) => boolean,
) {
  const found: { from: number; to: number }[] = [];
  for (let day = 0; day * 48 < values.length; day += 1) {
    const own = dayOf(values, day);
    const yesterday = dayOf(values, day - 1);
    if (!isUniform(own) || (isUniform(yesterday) && yesterday[0] === own[0])) continue;
    let end = day + 1;
    for (let next = dayOf(values, end); isUniform(next) && next[0] === own[0]; next = dayOf(values, end)) end += 1;
    const to = Math.min(end, day + 28);
    const before = Array.from({ length: 28 }, (_, index) => dayOf(values, day - 28 + index)).filter(
      (one) => one !== null,
    );
    if (to - day >= least && before.length >= 14 && isUnusual(own[0] ?? 0, before)) {
      found.push({ from: day * 48, to: to * 48 });
    }
  }
  return found;
}

export function zeroRuns(values: Values): readonly Stretch[] {
  const isZero = (own: readonly number[]): boolean => own.every((value) => value === 0);
  return runs(values, 3, (value, before) => value === 0 && !before.some(isZero)).map((run) => ({
    ...{ kind: 'zero-run', ...run },
  }));
}

/** Of electricity. */
export function flatLines(values: Values): readonly Stretch[] {
  return runs(values, 1, (value, before) => value !== 0 && before.filter(isUniform).length <= before.length / 10).map(
    (run) => ({ kind: 'flat-line', ...run }),
  );
}

export function spikes(values: Values): readonly Stretch[] {
  const highest = (day: number): number | null => {
    if (day < 0 || day * 48 >= values.length) return null;
    const own = values.slice(day * 48, day * 48 + 48).filter((value) => value !== null);
    return own.length === 0 ? null : Math.max(...own);
  };
  const maxima = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from }, (_, index) => highest(from + index)).filter((value) => value !== null);
  return stretches(values, 0, values.length, (value, index) => {
    const day = Math.floor(index / 48);
    const [before, after] = [maxima(day - 56, day), maxima(day + 1, day + 8)];
    if (value === null || before.length < 21) return false;
    const third = [...before].sort((a, b) => b - a)[2] ?? Infinity;
    const usual = middle(before);
    const spread = 1.4826 * middle(before.map((one) => Math.abs(one - usual)));
    if (third <= 0 || usual <= 0 || value <= 2.5 * third || value <= usual + 10 * spread) return false;
    return after.length < 3 || middle(after) <= (highest(day) ?? 0) / 2;
  }).map(([from, to]) => ({ kind: 'spike', from, to }));
}

/** Days that stretches of a kind may be apart and yet be one finding. */
const NEAR: Readonly<Record<string, number>> = { 'flat-line': 7, gap: 7, negative: 28, spike: 28, 'zero-run': 7 };

/** The findings that stretches become, in milliseconds, by kind and start. */
export function expectedRows(found: readonly Stretch[], first: number): readonly Stretch[] {
  const rows: Stretch[] = [];
  const sorted = [...found].sort((a, b) => (a.kind === b.kind ? a.from - b.from : a.kind < b.kind ? -1 : 1));
  for (const { kind, from, to } of sorted) {
    const last = rows.at(-1);
    const [start, end] = [first + from * HALF_HOUR, first + to * HALF_HOUR];
    if (last?.kind === kind && start - last.to <= (NEAR[kind] ?? 0) * DAY) {
      rows[rows.length - 1] = { kind, from: last.from, to: Math.max(last.to, end) };
    } else rows.push({ kind, from: start, to: end });
  }
  return rows;
}
