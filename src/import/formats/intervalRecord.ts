import { textOfCell } from '../../values/csv.js';
import { quoted } from '../../errors/suggest.js';
import { isProblem, type Parsed, parseNumber } from '../../values/scalars.js';
import type { Zone } from '../../values/zone.js';
import { readStamp, type Stamp } from '../readStamp.js';
import type { Stamps } from './intervalPlaces.js';
import { headerUnit } from './headerUnit.js';
import { inFullMinute, type StampEnds } from './stampEnds.js';
import { isNumbered, type IntervalHeader } from './intervalHeader.js';
import { readFlag } from './meterColumns.js';
import type { MeterName } from './meters.js';
import { startOfPeriod } from './numberedPeriod.js';
import { TIME_OF_DAY, readWrittenDate } from './writtenDate.js';

/** A row of a file with a row for each interval; of one that is wrong what could be read. */
export type IntervalRecord = {
  readonly meter: MeterName;
  /** A text that is no number where it is wrong; null: an empty cell, which is no record. */
  readonly value: number | string | null;
  /** Null: not said in the row. */
  readonly unit: string | null;
  /** Undefined where it is wrong. */
  readonly isEstimated: boolean | undefined;
  /** Whether start and end are dates without times. */
  readonly isOfDates: boolean;
} & (
  | { readonly stamps: Stamps; readonly wrong: WrongCell | null }
  /** Its time cannot be read. */
  | { readonly stamps: null; readonly wrong: WrongCell }
);

/** What is wrong with a row, and in which column. */
export interface WrongCell {
  readonly field: string | null;
  readonly problem: string;
}

/** Characters of `2024-01-31`. */
const ISO_DATE = 10;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/**
 * Makes what reads the cells of a row, whose numbers and dates stand as {@link asWritten} gives them.
 * @param ends whether a row's one stamp is the end of its interval, and how it is written
 * @param zone of stamps that carry none
 */
export function createIntervalRecord(
  { labels, places }: IntervalHeader,
  { isOfEnds, isLastMinute }: StampEnds,
  zone: Zone | null,
): (cells: readonly string[]) => IntervalRecord {
  const cell = (cells: readonly string[], place: number | undefined): string | undefined =>
    place === undefined ? undefined : (cells[place] ?? '').trim();
  const { start = places.date, end } = places;
  const dated = places.date !== undefined && places.date !== start ? places.date : undefined;
  const clock = places.start === undefined ? places.time : undefined;

  const field = (place: number | undefined): string | null => (place === undefined ? null : (labels[place] ?? null));

  /** A stamp of a column, with the date and the time of columns of their own. */
  const stamp = (cells: readonly string[], place: number): Parsed<Stamp> => {
    const text = cell(cells, place) ?? '';
    const time = place === start ? cell(cells, clock) : undefined;
    const date = cell(cells, dated ?? places.date) ?? '';
    const whole = time !== undefined ? `${text} ${time}` : TIME_OF_DAY.test(text) ? `${date} ${text}` : text;
    const [iso] = whole.charAt(10) === 'T' ? [whole] : readWrittenDate(whole);
    if (iso !== null) return readStamp(iso, zone, true);
    return { problem: `must be a date and time that exist, such as 2024-01-31 13:30, got ${quoted(whole)}` };
  };

  const period = isNumbered(places) ? places.period : undefined;
  /** The start of a half-hour that is numbered, on the day of its own column. */
  const numberedStart = (cells: readonly string[], at: number): Stamps | WrongCell => {
    const text = cell(cells, places.date) ?? '';
    const [iso] = readWrittenDate(text);
    const day = iso === null ? NaN : Date.parse(`${iso.slice(0, ISO_DATE)}T00:00:00Z`);
    if (Number.isNaN(day)) {
      return { field: field(places.date), problem: `must be a date such as 2024-01-31, got ${quoted(text)}` };
    }
    const read = startOfPeriod(cell(cells, at) ?? '', day, zone);
    return isProblem(read) ? { field: field(at), problem: read.problem } : { start: read.value, end: null };
  };

  /** Rows mostly have the unit of the row before. */
  let lastUnit: { readonly said: string; readonly unit: string | null | undefined } = { said: '', unit: null };

  /** The stamps of a row; or what is wrong with one of them. */
  const stampsOf = (cells: readonly string[]): Stamps | WrongCell => {
    const stamps: Record<'start' | 'end', Stamp | null> = { start: null, end: null };
    for (const [name, place] of [['start', start] as const, ['end', end] as const]) {
      if (place === undefined) continue;
      const read = stamp(cells, place);
      if (isProblem(read)) return { field: field(place), problem: read.problem };
      stamps[name] = read.value;
    }
    // A date with the time of an end, and none of a start, is the date of that end.
    const isDateOfEnd = places.start === undefined && clock === undefined && TIME_OF_DAY.test(cell(cells, end) ?? '');
    const oneEnd =
      stamps.start === null || isDateOfEnd ? stamps.end : isOfEnds && stamps.end === null ? stamps.start : null;
    if (oneEnd !== null) return { start: null, end: isLastMinute ? inFullMinute(oneEnd) : oneEnd };
    return inFull(stamps, cell(cells, end) ?? '');
  };

  return (cells) => {
    const meter = meterOf(cells, places);
    const text = cell(cells, places.value) ?? '';
    const number: Parsed<number | null> = text === '' ? { value: null } : parseNumber(text);
    const value = isProblem(number) ? text : number.value;
    // Networks write other words where there is no value.
    const flag = text === '' ? '' : (cell(cells, places.estimated) ?? '');
    const isEstimated = readFlag(flag);
    const said = cell(cells, places.unit) ?? '';
    if (said !== lastUnit.said) lastUnit = { said, unit: unitOf(said) };
    const { unit } = lastUnit;
    const stamps = period === undefined ? stampsOf(cells) : numberedStart(cells, period);
    const isOfDates = [start, end].every((place) => cell(cells, place)?.length === ISO_DATE);
    const known = { isOfDates, meter, value, unit: unit === undefined ? said : unit, isEstimated };
    const wrongs: readonly (WrongCell | false)[] = [
      isProblem(number) && { field: field(places.value), problem: `must be a number, got ${quoted(text)}` },
      isEstimated === undefined && { field: field(places.estimated), problem: `must be A or E, got ${quoted(flag)}` },
      'problem' in stamps && stamps,
      unit === undefined && { field: field(places.unit), problem: `must state a unit, got ${quoted(said)}` },
    ];
    const wrong = wrongs.find((one) => one !== false) ?? null;
    return 'problem' in stamps ? { ...known, stamps: null, wrong: wrong ?? stamps } : { ...known, stamps, wrong };
  };
}

function meterOf(cells: readonly string[], { meter, point, serial }: IntervalHeader['places']): MeterName {
  const text = (place: number | undefined): string | undefined =>
    place === undefined ? undefined : textOfCell((cells[place] ?? '').trim());
  // A number beside a serial number is that of the point.
  return serial === undefined && point === undefined
    ? { either: text(meter) ?? '' }
    : { point: text(point ?? meter), serial: text(serial) };
}

/** The unit that a cell names, as in `Active Import Interval (kW)`; null: it is empty; undefined: it names none. */
function unitOf(text: string): string | null | undefined {
  return text === '' ? null : (headerUnit(text).unit ?? undefined);
}

/**
 * The end of an interval that is written as its last minute or second (00:00 to 00:14), or as a time of the next day
 * without its date.
 */
function inFull({ start, end }: Stamps, written: string): Stamps {
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
