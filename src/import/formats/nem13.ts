import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { UNCHANGED, noticeRow, skippedRow, type SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { stableId, type MeterAccount, type Meters } from './meters.js';
import {
  channelText,
  nemNumber,
  nemQuality,
  nemRecords,
  nemTypes,
  nemZone,
  readMoment,
  type NemRecord,
} from './nem.js';
import { badLine, refusalOf, problemFields, type Unreadable } from './reading.js';
import { registerRow, type RegisterReading } from './registerReading.js';

/**
 * Reads register readings of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 &
 *   NEM13).
 *
 * A 250 record has two readings, the previous and the current one. The current one carries the quantity between them.
 * The quantity counts, not the difference: a meter may multiply its readings, and its register may roll over. A
 * register is a data stream of a meter, so an exchanged meter begins a new one.
 *
 * Timestamps are in UTC+10 unless the zone option says otherwise. Skips generation, reactive energy and null data.
 * @throws Error if the file has no 100 or no 900 record, or an option does not apply
 */
export async function* nem13Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const zone = nemZone(context.zone);
  context.recognised('zone', zone.name);
  const find = createFinder(context);
  const repeats = new Repeats();
  for await (const records of nemRecords(texts, 'NEM13')) {
    let rows: SourceRow[] = [];
    for (const record of records) {
      rows.push(...rowsOf(record, zone, find, repeats));
      if (rows.length >= BATCH) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  }
}

/** The index of the first cell of a reading, and its name in messages (specification, accumulation meter data). */
const [PREVIOUS, CURRENT] = [
  { name: 'previous', index: 8 },
  { name: 'current', index: 13 },
] as const;
const READINGS = [PREVIOUS, CURRENT];

/** Indexes of other fields of a record. */
const [QUANTITY, UNIT, UPDATED] = [18, 19, 21];

/** A 250 record of consumption with its account. */
interface MeterRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly nmi: string;
  readonly account: MeterAccount;
  readonly unit: string;
  readonly suffix: string;
  readonly serial: string;
  /** The name of the channel in lists. */
  readonly text: string;
  /**
   * The quantity between its readings; null: not stated; undefined: not a number, and the record has no current
   * reading.
   */
  readonly quantity: number | null | undefined;
  readonly hasPrevious: boolean;
  readonly hasCurrent: boolean;
}

/** A reading of a record, with the facts that decide between two readings of one time. */
interface GivenReading {
  readonly name: 'previous' | 'current';
  readonly reading: RegisterReading;
  /** Whether the value has no influence on consumption: it is the previous reading of a record that states the quantity. */
  readonly isFree: boolean;
}

/** A reading with a readable value. */
interface FirstReading extends GivenReading {
  readonly value: number;
}

/** The row of a reading, with a notice about it. */
interface ReadingRow {
  readonly row: SourceRow;
  /** Whether another record has the same reading, if it is bad. */
  readonly isRepeated: boolean;
  readonly notice: string | null;
}

function rowsOf(record: NemRecord, zone: Zone, find: Meters['find'], repeats: Repeats): readonly SourceRow[] {
  const meterRecord = readMeterRecord(record, find);
  if (!('account' in meterRecord)) return meterRecord;
  const { line, text, quantity } = meterRecord;
  const previous = readingRowOf(meterRecord, PREVIOUS, zone, repeats);
  const current = readingRowOf(meterRecord, CURRENT, zone, repeats);
  if (previous.row.problem !== undefined) return withBadPrevious(record, meterRecord.nmi, previous, current.row);
  const isUnused = !meterRecord.hasPrevious && meterRecord.hasCurrent && current.row.problem === undefined;
  const unused =
    isUnused && quantity
      ? `line ${line}: ${text}: the quantity ${quantity} is not used, because its previous read is null data`
      : null;
  const notices = [previous.notice, current.notice, unused].filter((notice) => notice !== null);
  return [previous.row, current.row, ...notices.map((notice) => noticeRow(line, notice))];
}

/**
 * Reads the parts of a record that both readings share. For a record without readings, returns its bad or skipped rows
 * instead.
 */
function readMeterRecord(record: NemRecord, find: Meters['find']): MeterRecord | readonly SourceRow[] {
  const { line, cells, problem } = record;
  const [type = '', nmi = '', , , suffix = '', , serial = '', direction = ''] = cells;
  const unit = cells[UNIT] ?? '';
  const bad = (refusal: Unreadable): readonly SourceRow[] => [badLine(record, refusal, nmi)];
  if (problem !== undefined) return bad({ problem });
  if (type === '550') return [];
  if (type !== '250') {
    return bad({ field: 'record type', problem: `must be 250, 550 or 900, got ${quoted(type)}` });
  }
  if (nmi === '') return bad({ field: 'NMI', problem: 'is required' });
  if (direction !== 'E' && direction !== 'I') {
    return bad({ field: 'direction', problem: `must be E or I, got ${quoted(direction)}` });
  }
  const types = nemTypes(unit);
  const text = channelText(nmi, suffix, unit);
  // The direction is relative to the market: E is energy that it delivers, I is generation of a site.
  const isGeneration = direction === 'I';
  if (types === null || isGeneration) {
    return READINGS.map(() => skippedRow(line, isGeneration ? `${text}, generation` : text));
  }
  const match = find({ point: nmi, serial, unit }, types);
  if ('problem' in match) return bad({ ...match, field: 'NMI' });
  // The register identifier derives from the account, so an unmatched row must carry the text of its line.
  if ('unmatched' in match) {
    const { unmatched } = match;
    return READINGS.map(() => ({ line, names: [], values: [], meter: nmi, text: record.text, unmatched }));
  }
  const stated = cells[QUANTITY] ?? '';
  const quantity = stated === '' ? null : nemNumber(stated);
  const hasReading = (index: number): boolean => nemQuality(cells[index + 2] ?? '') !== 'none';
  const [hasPrevious, hasCurrent] = [hasReading(PREVIOUS.index), hasReading(CURRENT.index)];
  if (hasCurrent && quantity === undefined) {
    return bad({ field: 'quantity', problem: `must be a number, got ${quoted(stated)}` });
  }
  if (hasCurrent && Number(quantity) < 0) {
    return bad({ field: 'quantity', problem: `must not be negative, got ${stated}` });
  }
  return { line, cells, nmi, account: match.account, unit, suffix, serial, text, quantity, hasPrevious, hasCurrent };
}

/** Returns the row of a reading. If the file repeats a reading, the first one counts. */
function readingRowOf(record: MeterRecord, which: (typeof READINGS)[number], zone: Zone, repeats: Repeats): ReadingRow {
  const { line, text } = record;
  const given = readReading(record, which, zone);
  if (given === null) {
    return { row: skippedRow(line, `${text}: null data`), isRepeated: false, notice: null };
  }
  const { name, reading } = given;
  const isRepeated = (): boolean => name === 'previous' && repeats.has(reading);
  const { value, isEstimated } = reading;
  if (refusalOf(reading) !== null || typeof value !== 'number') {
    return { row: registerRow(reading), isRepeated: isRepeated(), notice: null };
  }
  const first = repeats.firstOf({ ...given, value });
  if (first.value === value) {
    return {
      row: registerRow({ ...reading, isEstimated: first.reading.isEstimated }),
      isRepeated: false,
      notice: null,
    };
  }
  const same = `${first.value} in line ${first.reading.line}, for the same time`;
  const mayDiffer = (isEstimated === true || first.reading.isEstimated === true) && (given.isFree || first.isFree);
  if (!mayDiffer) {
    const wrong = { field: `${name} read`, problem: `is ${value}, but ${same}`, text: value };
    return { row: registerRow({ ...reading, value: wrong }), isRepeated: isRepeated(), notice: null };
  }
  return {
    row: registerRow({ ...reading, value: first.value, isEstimated: first.reading.isEstimated }),
    isRepeated: false,
    notice: `line ${line}: ${text}: the ${name} read is ${value}, but ${same}; the import uses the stated quantities`,
  };
}

/** Reads a reading of a record; null: the reading is null data. */
function readReading(
  { line, cells, nmi, account, unit, suffix, serial, quantity, hasPrevious, hasCurrent }: MeterRecord,
  { name, index }: (typeof READINGS)[number],
  zone: Zone,
): GivenReading | null {
  const [number = '', stamp = '', method = ''] = cells.slice(index, index + 3);
  const quality = nemQuality(method);
  if (quality === 'none') return null;
  const isCurrent = name === 'current';
  const wrong = (field: string, problem: string, text: string): Unreadable => ({
    field: `${name} ${field}`,
    problem,
    text,
  });
  const wrongTime = `must be a date and time such as 20240131093000, got ${quoted(stamp)}`;
  const wrongQuality = `must be A, N, or E, F or S with a method, got ${quoted(method)}`;
  const reading = {
    ...{ line, meter: nmi, match: { account }, register: stableId(account.id, suffix, serial), name: suffix, unit },
    span: readMoment(stamp, zone) ?? wrong('read time', wrongTime, stamp),
    value: nemNumber(number) ?? wrong('read', `must be a number, got ${quoted(number)}`, number),
    isEstimated:
      quality === null || quality === 'variable' ? wrong('quality', wrongQuality, method) : quality === 'estimated',
    stated: {
      quantity: isCurrent ? (hasPrevious ? quantity : null) : UNCHANGED,
      from: isCurrent && hasPrevious ? readMoment(cells[PREVIOUS.index + 1] ?? '', zone) : null,
      statedAt: isCurrent ? readMoment(cells[UPDATED] ?? '', zone) : null,
    },
  };
  return { name, reading, isFree: !isCurrent && hasCurrent && typeof quantity === 'number' };
}

/**
 * Returns the rows of a record with a bad previous reading. Rejects the current reading too, because its quantity
 * begins at the previous one. A bad reading that another record repeats needs no row of its own.
 */
function withBadPrevious(
  record: NemRecord,
  nmi: string,
  { row: previous, isRepeated }: ReadingRow,
  current: SourceRow,
): readonly SourceRow[] {
  const { field = null, problem = '' } = previous;
  const refusal = { field, problem };
  if (current.problem !== undefined || current.skipped !== undefined) {
    return [isRepeated ? badLine(record, refusal, nmi) : previous, current];
  }
  if (isRepeated) return [{ ...current, ...problemFields(refusal) }];
  return [previous, { ...current, field: 'current read', problem: 'belongs to a record with a bad previous read' }];
}

/** Readings in the cache of a register. Files hold the records of a register consecutively. */
const MAX_CACHED = 4;

/**
 * Finds readings that a file has twice: the current reading of a record is the previous reading of the next. Both form
 * one record, and the first in the file decides its quality. A later file overrides it.
 */
class Repeats {
  readonly #last = new Map<RegisterReading['register'], FirstReading[]>();

  /** Returns the first reading of the same register and time in the file, which may be the given one. */
  firstOf(given: FirstReading): FirstReading {
    const { register, span } = given.reading;
    const readings = this.#last.get(register) ?? [];
    const first = readings.find(({ reading }) => reading.span === span);
    if (first) return first;
    readings.push(given);
    if (readings.length > MAX_CACHED) readings.shift();
    this.#last.set(register, readings);
    return given;
  }

  /** Whether an earlier record has a reading of the same register and time. */
  has({ register, span }: RegisterReading): boolean {
    return (this.#last.get(register) ?? []).some(({ reading }) => reading.span === span);
  }
}
