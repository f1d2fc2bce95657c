import { quoted } from '../../errors/suggest.js';
import { isProblem, type Parsed, parseNumber } from '../../values/scalars.js';
import type { Zone } from '../../values/zone.js';
import { readStamp, type Stamp } from '../readStamp.js';
import type { Stamps } from './intervalTimes.js';
import { headerUnit } from './headerUnit.js';
import { inFullMinute, type StampEnds } from './intervalStamps.js';
import { isNumbered, type IntervalHeader } from './intervalHeader.js';
import { meterOf, readFlag } from './meterColumns.js';
import type { MeterName } from './meters.js';
import { startOfPeriod } from './daySpans.js';
import type { Unreadable } from './reading.js';
import { TIME_OF_DAY, readWrittenDate } from './writtenDate.js';
import { cellAt } from './csvRecords.js';

/** The cells of a row of a file with a row for each interval. */
export interface IntervalRecord {
  readonly meter: MeterName;
  /** The value; null: an empty cell, which is no record. */
  readonly value: number | null | Unreadable;
  /** The unit; null: the row states none. */
  readonly unit: string | null | Unreadable;
  readonly isEstimated: boolean | Unreadable;
  readonly stamps: Stamps | Unreadable;
  /** Whether start and end are dates without times. */
  readonly isOfDates: boolean;
}

/** Characters of `2024-01-31`. */
const ISO_DATE = 10;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Reads the cells of a row. {@link readWrittenCells} has normalised its numbers and dates. */
export class IntervalCells {
  readonly #header: IntervalHeader;
  readonly #ends: StampEnds;
  readonly #zone: Zone | null;
  /** Indexes of the columns of the start, of its time, and of the date for timestamps that are times. */
  readonly #start: number | undefined;
  readonly #time: number | undefined;
  readonly #date: number | undefined;
  /** Index of the column with numbers of half-hours, if rows have no other timestamp. */
  readonly #period: number | undefined;
  /** The last unit, cached because consecutive rows mostly repeat it. */
  #lastUnit: { readonly text: string; readonly unit: string | null | undefined } = { text: '', unit: null };

  /**
   * Prepares the reader of a file.
   * @param ends whether the only timestamp of a row is the end of its interval, and its form
   * @param zone the zone of timestamps without one
   */
  constructor(header: IntervalHeader, ends: StampEnds, zone: Zone | null) {
    const { start, date, time, period } = header.columns;
    this.#header = header;
    this.#ends = ends;
    this.#zone = zone;
    this.#start = start ?? date;
    this.#time = start === undefined ? time : undefined;
    this.#date = date;
    this.#period = isNumbered(header.columns) ? period : undefined;
  }

  /** Reads a row. A part that cannot be read carries its problem. */
  read(cells: readonly string[]): IntervalRecord {
    const { columns, labels } = this.#header;
    const text = cellAt(cells, columns.value);
    const number: Parsed<number | null> = text === '' ? { value: null } : parseNumber(text);
    // Networks write other flags in rows without a value.
    const flag = text === '' ? '' : cellAt(cells, columns.estimated);
    const unitText = cellAt(cells, columns.unit);
    if (unitText !== this.#lastUnit.text) this.#lastUnit = { text: unitText, unit: unitOf(unitText) };
    const { unit } = this.#lastUnit;
    return {
      meter: meterOf(cells, { ...columns, either: columns.meter, labels }),
      value: isProblem(number)
        ? this.#wrong(columns.value, `must be a number, got ${quoted(text)}`, text)
        : number.value,
      unit:
        unit === undefined ? this.#wrong(columns.unit, `must state a unit, got ${quoted(unitText)}`, unitText) : unit,
      isEstimated: readFlag(flag) ?? this.#wrong(columns.estimated, `must be A or E, got ${quoted(flag)}`, flag),
      stamps: this.#period === undefined ? this.#stampsOf(cells) : this.#numberedStart(cells, this.#period),
      isOfDates: cellAt(cells, this.#start).length === ISO_DATE && cellAt(cells, columns.end).length === ISO_DATE,
    };
  }

  /** Reads the timestamps of a row, or returns the problem of one of them. */
  #stampsOf(cells: readonly string[]): Stamps | Unreadable {
    const { start: startColumn, end } = this.#header.columns;
    const { isOfEnds, isLastMinute } = this.#ends;
    const stamps: Record<'start' | 'end', Stamp | null> = { start: null, end: null };
    for (const [name, index] of [['start', this.#start] as const, ['end', end] as const]) {
      if (index === undefined) continue;
      const read = this.#stampOf(cells, index);
      if (isProblem(read)) return this.#wrong(index, read.problem);
      stamps[name] = read.value;
    }
    // A date with the time of an end and no start is the date of that end.
    const isDateOfEnd = startColumn === undefined && this.#time === undefined && TIME_OF_DAY.test(cellAt(cells, end));
    const oneEnd =
      stamps.start === null || isDateOfEnd ? stamps.end : isOfEnds && stamps.end === null ? stamps.start : null;
    if (oneEnd !== null) return { start: null, end: isLastMinute ? inFullMinute(oneEnd) : oneEnd };
    return withFullEnd(stamps, cellAt(cells, end));
  }

  /** Reads the timestamp of a column. Adds a date or a time from a separate column. */
  #stampOf(cells: readonly string[], index: number): Parsed<Stamp> {
    const text = cellAt(cells, index);
    let stampText = text;
    if (index === this.#start && this.#time !== undefined) stampText = `${text} ${cellAt(cells, this.#time)}`;
    else if (TIME_OF_DAY.test(text)) stampText = `${cellAt(cells, this.#date)} ${text}`;
    const [iso] = stampText.charAt(ISO_DATE) === 'T' ? [stampText] : readWrittenDate(stampText);
    if (iso !== null) return readStamp(iso, this.#zone, true);
    return { problem: `must be a valid date and time such as 2024-01-31 13:30, got ${quoted(stampText)}` };
  }

  /** Reads the start of a numbered half-hour on the day in the date column. */
  #numberedStart(cells: readonly string[], index: number): Stamps | Unreadable {
    const text = cellAt(cells, this.#date);
    const [iso] = readWrittenDate(text);
    const day = iso === null ? NaN : Date.parse(`${iso.slice(0, ISO_DATE)}T00:00:00Z`);
    if (Number.isNaN(day)) return this.#wrong(this.#date, `must be a date such as 2024-01-31, got ${quoted(text)}`);
    const read = startOfPeriod(cellAt(cells, index), day, this.#zone);
    return isProblem(read) ? this.#wrong(index, read.problem) : { start: read.value, end: null };
  }

  #wrong(index: number | undefined, problem: string, text?: string): Unreadable {
    return { field: index === undefined ? null : (this.#header.labels[index] ?? null), problem, text };
  }
}

/** Returns the unit in a cell such as `Active Import Interval (kW)`; null: the cell is empty; undefined: it has no unit. */
function unitOf(text: string): string | null | undefined {
  return text === '' ? null : (headerUnit(text).unit ?? undefined);
}

/**
 * Corrects an end that is written as the last minute or second of the interval (00:00 to 00:14), or as a time of the
 * next day without its date.
 */
function withFullEnd({ start, end }: Stamps, written: string): Stamps {
  const isLength = (ms: number): boolean => ms > 0 && ms % (5 * MINUTE) === 0;
  const rest = (ms: number): number => (isLength(ms) ? 0 : ([MINUTE, 1000].find((more) => isLength(ms + more)) ?? 0));
  if (typeof start === 'string' && typeof end === 'string') {
    const more = rest(Date.parse(end) - Date.parse(start));
    return { start, end: more === 0 ? end : new Date(Date.parse(end) + more).toISOString() };
  }
  if (typeof start !== 'number' || typeof end !== 'number') return { start, end };
  const until = TIME_OF_DAY.test(written) && end <= start ? end + DAY : end;
  return { start, end: until + rest(until - start) };
}
