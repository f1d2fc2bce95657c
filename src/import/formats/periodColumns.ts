import { quoted } from '../../errors/suggest.js';
import { readPeriodLabel } from './periodLabel.js';

/** The columns of the periods of a day. */
export interface PeriodColumns {
  /** Indexes of the columns, in order. */
  readonly columns: readonly number[];
  /** Minutes of a period. */
  readonly length: number;
  /** The starts of periods in minutes after midnight, if labels are local times; null: the labels are numbers. */
  readonly starts: readonly number[] | null;
  /** Whether the labels are ends of periods. */
  readonly isOfEnds: boolean;
  /** The unit in the labels, as in `kWh_1`; null: none. */
  readonly unit: string | null;
}

/** A column whose label states its period of the day. */
export interface LabelledColumn {
  readonly label: string;
  readonly index: number;
}

/** The number of periods of a normal day, by the number of columns. A header for days of 25 hours has more columns. */
const NORMAL: Readonly<Record<number, number>> = { 24: 24, 48: 48, 96: 96, 25: 24, 50: 48, 100: 96 };
const DAY_MINUTES = 24 * 60;

/** Whether a label names a period: `00:30`, `12:30 AM`, `00:00-00:30`, `HH0030`, `1`, `HH01`, `SP1`, `kWh_1`, `period 1`. */
export function isPeriod(label: string): boolean {
  return readPeriodLabel(label) !== null;
}

/**
 * Returns a key of the period that a label names: minutes after midnight, or `#1` for a number; null: the label names
 * no period.
 */
export function periodKey(label: string): string | null {
  const read = readPeriodLabel(label);
  if (read === null) return null;
  return read.kind === 'count' ? `#${read.count}` : String(read.kind === 'time' ? read.at : read.from);
}

/**
 * Reads the period columns of a header: 24, 48 or 96 of them, or 25, 50 or 100 with those of the longest day. Numbers
 * count from 1 or from 0.
 * @param stamps whether a clock label is the start or the end of its period; null: the first label decides
 * @throws Error if they are not all periods of a day in order, or do not fit `stamps`
 */
export function readPeriodColumns(labelled: readonly LabelledColumn[], stamps: 'start' | 'end' | null): PeriodColumns {
  const labels = labelled.map(({ label }) => label);
  const normal = NORMAL[labels.length];
  if (normal === undefined) {
    throw new Error(
      `the header must have 24, 48 or 96 period columns (25, 50 or 100 for a long day), got ${labels.length}`,
    );
  }
  const length = DAY_MINUTES / normal;
  const columns = labelled.map(({ index }) => index);
  const [first = ''] = labels;
  const common = { columns, length, unit: readPeriodLabel(first)?.unit ?? null };
  if (rangeOf(first) !== null) {
    refuseEnd(stamps, 'names the start of each period');
    return { ...common, isOfEnds: false, starts: evenStarts(labels, (label) => rangeOf(label, length), length) };
  }
  if (minutesOf(first) === null) {
    refuseEnd(stamps, 'numbers its periods');
    const from = countOf(first) === 0 ? 0 : 1;
    const wrong = labels.find((label, index) => countOf(label) !== index + from);
    if (wrong !== undefined) {
      throw new Error(`the header must number its periods consecutively from 1, got ${quoted(wrong)}`);
    }
    return { ...common, isOfEnds: false, starts: null };
  }
  if (labels.some((label) => (minutesOf(label) ?? 0) > DAY_MINUTES))
    return { ...common, ...longDay(labels, length, stamps) };
  return { ...common, ...clockStarts(labels, length, stamps) };
}

/**
 * Reads labels beyond 24:00, such as `H2430` and `H2500` of a day of 25 hours. They are not local times, but number the
 * periods of a day.
 * @throws Error if they are not all periods in order
 */
function longDay(
  labels: readonly string[],
  length: number,
  stamps: 'start' | 'end' | null,
): Pick<PeriodColumns, 'starts' | 'isOfEnds'> {
  const isOfEnds = stamps === 'end' || (stamps === null && minutesOf(labels[0] ?? '') === length);
  for (const [index, label] of labels.entries()) {
    if (minutesOf(label) === (index + (isOfEnds ? 1 : 0)) * length) continue;
    throw new Error(`the header must have a period every ${length} minutes from midnight on, got ${quoted(label)}`);
  }
  return { isOfEnds, starts: null };
}

function clockStarts(
  labels: readonly string[],
  length: number,
  stamps: 'start' | 'end' | null,
): Pick<PeriodColumns, 'starts' | 'isOfEnds'> {
  const [label = ''] = labels;
  const first = minutesOf(label);
  // A period with the end 00:29 ends at 00:30.
  const isLastMinute = first === length - 1 && length > 1;
  const isEnd = first === length || isLastMinute;
  if (isEnd && stamps === 'start') {
    throw new Error(`the header begins at ${label}, so its times look like the ends of periods: give --stamps end`);
  }
  if (first === 0 && stamps === 'end') {
    throw new Error(`the header begins at ${label}, so its times are the starts of periods: omit --stamps end`);
  }
  if (stamps !== 'end' && !isEnd) return { isOfEnds: false, starts: evenStarts(labels, minutesOf, length) };
  const last = labels.length - 1;
  const startOf = (text: string, index: number): number | null => {
    const written = minutesOf(text);
    if (written === null) return null;
    const minutes = isLastMinute || (written === DAY_MINUTES - 1 && index === last) ? written + 1 : written;
    // The last period of a date ends at midnight, written as 24:00, 23:59 or 00:00.
    return (minutes === 0 && index === last ? DAY_MINUTES : minutes) - length;
  };
  return { isOfEnds: true, starts: evenStarts(labels, startOf, length) };
}

/**
 * Returns the starts, and checks that they are at equal distances from midnight. A header for the longest day may go
 * back one hour once.
 */
function evenStarts(
  labels: readonly string[],
  startOf: (label: string, index: number) => number | null,
  length: number,
): readonly number[] {
  let expected = 0;
  let mayRepeat = labels.length > DAY_MINUTES / length;
  return labels.map((label, index) => {
    const start = startOf(label, index);
    if (start !== expected && mayRepeat && start === expected - 60) {
      mayRepeat = false;
      expected = start;
    }
    if (start !== expected) {
      throw new Error(`the header must have a period every ${length} minutes from midnight on, got ${quoted(label)}`);
    }
    expected += length;
    return start;
  });
}

function refuseEnd(stamps: 'start' | 'end' | null, why: string): void {
  if (stamps === 'end') throw new Error(`the header ${why}, so --stamps does not apply`);
}

/** Returns the start of a label that is a range; null: it is not a range, or does not have the given length. */
function rangeOf(label: string, length?: number): number | null {
  const read = readPeriodLabel(label);
  if (read?.kind !== 'range') return null;
  const size = (read.to - read.from + DAY_MINUTES) % DAY_MINUTES;
  return length === undefined || size === length || size === length - 1 ? read.from : null;
}

function minutesOf(label: string): number | null {
  const read = readPeriodLabel(label);
  return read?.kind === 'time' ? read.at : null;
}

function countOf(label: string): number | null {
  const read = readPeriodLabel(label);
  return read?.kind === 'count' ? read.count : null;
}

/**
 * Finds the columns of a day's periods from the first one, whatever their names. These are the columns whose labels
 * differ only in their numbers or times, such as `Cost 1`, `Cost 2`. If the first label has no number, these are all
 * columns with the same label, or all that follow.
 * @returns the columns by index, each with a label that states its period
 */
export function periodsFrom(labels: readonly string[], first: number): ReadonlyMap<number, LabelledColumn> {
  const family = familyOf(labels[first] ?? '');
  const rest = labels.flatMap((label, index) => (index < first ? [] : [{ label, index }]));
  const same = rest.filter(({ label }) => familyOf(label) === family);
  const all = same.length > 1 ? same : rest.filter(({ label }) => label !== '');
  const hasNumbers = same.length > 1 && all.every(({ label }) => /\d/.test(label));
  return new Map(
    all.map(({ label, index }, at) => [index, { label: hasNumbers ? periodIn(label) : String(at + 1), index }]),
  );
}

/** Returns a label without its numbers and without AM or PM. */
function familyOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[ap]\.?m\.?$/, '')
    .trim();
}

/** Returns the part of a label that names a period, between unknown words. */
function periodIn(label: string): string {
  const bare = label.replace(/^\D+/, '');
  const texts = [label, bare, bare.replace(/\D+$/, '')];
  return texts.find((text) => readPeriodLabel(text) !== null) ?? label;
}
