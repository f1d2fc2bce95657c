import { quoted } from '../../errors/suggest.js';

/** Columns of the periods of a day. */
export interface PeriodColumns {
  /** Places in the record, in order. */
  readonly places: readonly number[];
  /** Minutes of a period. */
  readonly length: number;
  /** Of columns that are labelled with the clock: the starts, in minutes after midnight; null: they are counted. */
  readonly starts: readonly number[] | null;
}

/** A column whose label says which period of the day it holds. */
export interface Labelled {
  readonly label: string;
  readonly place: number;
}

/** Periods of a day, and those of a day that is an hour longer. */
const NORMAL: Readonly<Record<number, number>> = { 24: 24, 48: 48, 96: 96, 25: 24, 50: 48, 100: 96 };
const DAY_MINUTES = 24 * 60;

const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/;
const DIGITS = /^(?:hh)?(\d\d)(\d\d)$/i;
const RANGE = /^([\d:]+)\s*(?:-|–|to)\s*([\d:]+)$/i;
const COUNTED = /^(?:hh|sp|p|kwh|period)?[\s_-]*0{0,2}(\d{1,3})$/i;

/** Whether a label names a period: `00:30`, `00:00-00:30`, `HH0030`, `1`, `HH01`, `SP1`, `kWh_1`, `period 1`. */
export function isPeriod(label: string): boolean {
  return periodKey(label) !== null;
}

/** The period that a label names, whatever its form: minutes after midnight, or `#1` where it counts; null: none. */
export function periodKey(label: string): string | null {
  const count = countOf(label);
  if (count !== null) return `#${count}`;
  const minutes = minutesOf(label) ?? rangeOf(label);
  return minutes === null ? null : String(minutes);
}

/**
 * Reads the period columns of a header: 24, 48 or 96 of them, or 25, 50 or 100 with those of the longest day.
 * @param stamps whether a clock label is the start or the end of its period; null: as the first label tells
 * @throws Error when they are not all periods of a day in order, or do not fit `stamps`
 */
export function readPeriodColumns(columns: readonly Labelled[], stamps: 'start' | 'end' | null): PeriodColumns {
  const labels = columns.map(({ label }) => label);
  const normal = NORMAL[labels.length];
  if (normal === undefined) {
    throw new Error(
      `the header has ${labels.length} period columns; a day has 24, 48 or 96 (25, 50 or 100 on a long one)`,
    );
  }
  const length = DAY_MINUTES / normal;
  const places = columns.map(({ place }) => place);
  const [first = ''] = labels;
  if (rangeOf(first) !== null) {
    refuseEnd(stamps, 'names the start of each period');
    return { places, length, starts: even(labels, (label) => rangeOf(label, length), length) };
  }
  if (minutesOf(first) === null) {
    refuseEnd(stamps, 'numbers its periods');
    const wrong = labels.find((label, index) => countOf(label) !== index + 1);
    if (wrong !== undefined) {
      throw new Error(`the header must number its periods from 1, one after the other, got ${quoted(wrong)}`);
    }
    return { places, length, starts: null };
  }
  return { places, length, starts: clockStarts(labels, length, stamps) };
}

function clockStarts(labels: readonly string[], length: number, stamps: 'start' | 'end' | null): readonly number[] {
  const first = minutesOf(labels[0] ?? '');
  // A period that ends at its last minute, 00:29, ends at the minute after.
  const isLastMinute = first === length - 1 && length > 1;
  const isEnd = first === length || isLastMinute;
  if (isEnd && stamps === 'start') {
    throw new Error(
      `the header begins at ${labels[0] ?? ''}: its stamps look like the ends of periods, use --stamps end`,
    );
  }
  if (first === 0 && stamps === 'end') {
    throw new Error(
      `the header begins at ${labels[0] ?? ''}: its stamps are the starts of periods, leave out --stamps end`,
    );
  }
  if (stamps !== 'end' && !isEnd) return even(labels, minutesOf, length);
  const last = labels.length - 1;
  const endOf = (label: string, index: number): number | null => {
    const written = minutesOf(label);
    const minutes = written === null || !isLastMinute ? written : written + 1;
    // The last period of a date ends at its midnight, which is written 24:00 or 00:00.
    return minutes === 0 && index === last ? DAY_MINUTES : minutes;
  };
  return even(
    labels,
    (label, index) => {
      const end = endOf(label, index);
      return end === null ? null : end - length;
    },
    length,
  );
}

/** The starts, from midnight on at even distance; one with a longer day's columns goes back one hour once. */
function even(
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
  if (stamps === 'end') throw new Error(`the header ${why}, so --stamps is not for it`);
}

/** Minutes after midnight, up to 24:00; null for a label that is no time. */
function minutesOf(label: string): number | null {
  const [, hours, minutes, seconds = '00'] = CLOCK.exec(label) ?? DIGITS.exec(label) ?? [];
  if (hours === undefined || seconds !== '00' || Number(minutes) > 59) return null;
  const all = Number(hours) * 60 + Number(minutes);
  return all <= DAY_MINUTES ? all : null;
}

/** The start of a label that is a range, as long as a period where that is given. */
function rangeOf(label: string, length?: number): number | null {
  const [, from = '', to = ''] = RANGE.exec(label) ?? [];
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === null || end === null) return null;
  const size = (end - start + DAY_MINUTES) % DAY_MINUTES;
  return length === undefined || size === length || size === length - 1 ? start : null;
}

function countOf(label: string): number | null {
  const [, count] = COUNTED.exec(label) ?? [];
  return count === undefined || DIGITS.test(label) ? null : Number(count);
}
