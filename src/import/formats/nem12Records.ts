import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { clockPeriods, readDate, type DayPeriods } from './daySpans.js';
import type { Meters } from './meters.js';
import { channelText, nemQuality, nemTypes, readMoment, type NemRecord, type Quality } from './nem.js';
import { inField, type MeterOutcome, type Unreadable } from './reading.js';

const DAY_MINUTES = 24 * 60;

/** A channel of a meter: a 200 record. */
export interface Nem12Channel {
  readonly nmi: string;
  /** NMI suffix, such as `E1`. */
  readonly suffix: string;
  readonly unit: string;
  /** The length of an interval, in minutes. */
  readonly length: number;
  readonly periods: DayPeriods;
  /** The name of the channel in lists. */
  readonly text: string;
  readonly match: MeterOutcome;
  /** Suffixes of the consumption channels in the configuration. */
  readonly consumption: readonly string[];
  /** Whether other channels of the meter may be consumption too, so that the channel needs a sum. */
  readonly isOneOfSeveral: boolean;
}

/**
 * Creates the reader of 200 records (specification, NMI data details record). Looks up the account only of consumption
 * channels.
 */
export function createChannelReader(
  zone: Zone,
  find: Meters['find'],
): (record: NemRecord) => Nem12Channel | Unreadable {
  const periodsOf = new Map<number, DayPeriods>();
  return ({ cells }) => {
    const [, nmi = '', configuration = '', , suffix = '', , serial = '', unit = '', minutes = ''] = cells;
    if (nmi === '') return { field: 'NMI', problem: 'is required' };
    const length = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
    if (length === 0 || DAY_MINUTES % length !== 0) {
      return {
        field: 'interval length',
        problem: `must be minutes that divide a day evenly, such as 30, got ${quoted(minutes)}`,
      };
    }
    let periods = periodsOf.get(length);
    if (periods === undefined) {
      const starts = Array.from({ length: DAY_MINUTES / length }, (_, index) => index * length);
      periods = clockPeriods(zone, starts, length);
      periodsOf.set(length, periods);
    }
    const text = channelText(nmi, suffix, unit);
    const types = nemTypes(unit);
    // E is energy from the grid, B energy to the grid. K and Q are reactive. Others are loads, demand, voltage and the
    // like.
    const isConsumption = suffix.startsWith('E') && types !== null;
    const match = isConsumption ? inField(find({ point: nmi, serial }, types), 'NMI') : { skipped: text };
    const consumption = (configuration.match(/../g) ?? []).filter((channel) => channel.startsWith('E'));
    const isOneOfSeveral = consumption.length !== 1 || consumption[0] !== suffix;
    return { nmi, suffix, unit, length, periods, text, match, consumption, isOneOfSeveral };
  };
}

/** The intervals of a channel on a day: a 300 record, with the qualities of its 400 records. */
export interface Nem12Day {
  readonly line: number;
  /** The text of the record in the file. */
  readonly text: string;
  readonly date: string;
  /** Local midnight in milliseconds, encoded as if it were UTC. */
  readonly dayMs: number;
  readonly values: readonly string[];
  /** The quality of each value; null: no record states it. */
  readonly qualities: (Quality | null)[];
  /** The time of the last change (UpdateDateTime), ISO 8601 UTC; null: the record does not state it. */
  readonly statedAt: string | null;
  /** Whether 400 records state the qualities. */
  readonly isVariable: boolean;
}

const FIRST_VALUE = 2;
/** Cells from the quality method to the update date. */
const UPDATED = 3;

/**
 * Reads a 300 record: a date, the values of all intervals, and a quality method (specification, interval data record).
 * @param length the length of an interval, in minutes
 * @param zone the zone of the update date
 */
export function readNem12Day({ line, cells, text }: NemRecord, length: number, zone: Zone): Nem12Day | Unreadable {
  const count = DAY_MINUTES / length;
  const [, date = ''] = cells;
  const dayMs = /^\d{8}$/.test(date) ? readDate(date) : null;
  if (dayMs === null) return { field: 'date', problem: `must be a date such as 20240131, got ${quoted(date)}` };
  const qualityIndex = FIRST_VALUE + count;
  const method = cells[qualityIndex] ?? '';
  const quality = nemQuality(method);
  if (quality === null) {
    const firstQuality = cells.findIndex((cell, index) => index >= FIRST_VALUE && nemQuality(cell) !== null);
    if (firstQuality < 0 && cells.length >= qualityIndex) {
      return { field: 'quality', problem: `must be A, N, V, or E, F or S with a method, got ${quoted(method)}` };
    }
    const end = firstQuality < 0 ? cells.length : firstQuality;
    const problem = `must be ${count} for intervals of ${length} minutes, got ${end - FIRST_VALUE}`;
    return { field: 'values', problem };
  }
  const isVariable = quality === 'variable';
  return {
    line,
    text,
    date,
    dayMs,
    values: cells.slice(FIRST_VALUE, qualityIndex),
    qualities: new Array<Quality | null>(count).fill(isVariable ? null : quality),
    statedAt: readMoment(cells[qualityIndex + UPDATED] ?? '', zone),
    isVariable,
  };
}

/**
 * Applies a 400 record, which states the quality of a range of intervals. The range counts from 1 and includes both
 * ends. It counts only if the day is variable (V); otherwise it adds reasons only (specification, interval event
 * record).
 */
export function applyNem12Event(day: Nem12Day, { cells }: NemRecord): Unreadable | null {
  const { qualities } = day;
  const [, from = '', to = '', method = ''] = cells;
  const [start, end] = [intervalNumber(from, qualities.length), intervalNumber(to, qualities.length)];
  const range = `must be an interval from 1 to ${qualities.length}, got `;
  if (start === null) return { field: 'start interval', problem: range + quoted(from) };
  if (end === null) return { field: 'end interval', problem: range + quoted(to) };
  if (end < start) return { field: 'end interval', problem: `must not be before start interval ${start}, got ${end}` };
  const quality = nemQuality(method);
  if (quality === null || quality === 'variable') {
    return { field: 'quality', problem: `must be A, N, or E, F or S with a method, got ${quoted(method)}` };
  }
  if (!day.isVariable) return null;
  const taken = qualities.findIndex((given, index) => given !== null && index >= start - 1 && index < end);
  if (taken >= 0) {
    return {
      field: 'start interval',
      problem: `sets the quality of interval ${taken + 1}, but another 400 record already sets it`,
    };
  }
  qualities.fill(quality, start - 1, end);
  return null;
}

function intervalNumber(text: string, count: number): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= count ? number : null;
}
