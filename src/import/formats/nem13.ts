import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { KEEP, type SourceRow } from '../sourceRow.js';
import { BATCH, createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { badLine } from './meterRow.js';
import { SOURCE, stableId, type MeterAccount, type Meters } from './meters.js';
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
import type { Wrong } from './nem12Day.js';
import { createRepeats, type Repeats } from './nem13Repeats.js';

/** The fields of a reading's row, in order. */
export const READING_NAMES: readonly string[] = [
  '_id',
  'accountId',
  'submittedAt',
  'value',
  'type',
  'units',
  'name',
  'source',
  'registerId',
  'quantity',
  'quantityFrom',
  'statedAt',
];

/**
 * Reads register readings of Australian electricity meters (AEMO Meter Data File Format Specification NEM12 & NEM13): a 250
 * record is two readings, the previous and the current one, which carries the quantity between them: it counts, as a meter
 * may multiply what it shows, and turns over. A register is a data stream of a meter, so that an exchanged meter begins a
 * new one. The stamps are of UTC+10 unless a zone is given. Generation, reactive energy and null data are
 * skipped.
 * @throws Error when the file has no 100 or no 900 record, or options are given that it has no use for
 */
export async function* nem13Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  const zone = nemZone(context.zone);
  context.recognised('zone', zone.name);
  const find = createFinder(context);
  const repeats = createRepeats();
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

/** The place of a reading in a record, and what messages call its fields (specification, accumulation meter data). */
const [PREVIOUS, CURRENT] = [
  { name: 'previous', place: 8 },
  { name: 'current', place: 13 },
] as const;
const READINGS = [PREVIOUS, CURRENT];

/** The places of other fields of a record. */
const [QUANTITY, UNIT, UPDATED] = [18, 19, 21];

/** A 250 record of consumption, whose account is known. */
interface MeterRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly nmi: string;
  readonly account: MeterAccount;
  readonly unit: string;
  readonly suffix: string;
  readonly serial: string;
  /** As it is listed. */
  readonly text: string;
  /** Used between its readings; null: it does not say; undefined: the text is no number, and there is no current reading. */
  readonly quantity: number | null | undefined;
  readonly hasPrevious: boolean;
  readonly hasCurrent: boolean;
}

interface Reading {
  readonly account: MeterAccount;
  readonly unit: string;
  readonly suffix: string;
  readonly serial: string;
  /** The moment, or a text that is none. */
  readonly submittedAt: string;
  /** A number, or a text that is none. */
  readonly value: number | string;
}

/** What a record states beside its readings. */
interface Stated {
  /** Used since the reading before; null: it does not say. */
  readonly quantity: unknown;
  /** When the reading before was read, and when the record was last changed; null: it does not say. */
  readonly from: string | null;
  readonly statedAt: string | null;
}

/** A reading as the record gives it. */
type GivenReading = {
  readonly name: 'previous' | 'current';
  readonly isEstimated: boolean;
  readonly stated: Stated;
} & (
  | { readonly reading: Reading & { readonly value: number }; readonly wrong: null }
  | { readonly reading: Reading; readonly wrong: Wrong }
);

/** The row of a reading, with what else is to be said of it. */
interface ReadingRow {
  readonly row: SourceRow;
  /** Whether another record has it too, where it is bad. */
  readonly isRepeated: boolean;
  readonly notice: string | null;
}

function rowsOf(record: NemRecord, zone: Zone, find: Meters['find'], repeats: Repeats): readonly SourceRow[] {
  const of = readMeterRecord(record, find);
  if (!('account' in of)) return of;
  const { line, text, quantity } = of;
  const previous = readingRowOf(of, PREVIOUS, zone, repeats);
  const current = readingRowOf(of, CURRENT, zone, repeats);
  if (previous.row.problem !== undefined) return withBadPrevious(record, of.nmi, previous, current.row);
  const isUnused = !of.hasPrevious && of.hasCurrent && current.row.problem === undefined;
  const unused =
    isUnused && quantity
      ? `line ${line}: ${text}: the quantity ${quantity} is not used, as the read that it begins with is null data`
      : null;
  const notices = [previous.notice, current.notice, unused].filter((notice) => notice !== null);
  return [previous.row, current.row, ...notices.map((notice) => ({ line, names: [], values: [], notice }))];
}

/** Reads what a record says of both readings; else returns its rows, none of which is a record of ours. */
function readMeterRecord(record: NemRecord, find: Meters['find']): MeterRecord | readonly SourceRow[] {
  const { line, cells, problem } = record;
  const [type = '', nmi = '', , , suffix = '', , serial = '', direction = ''] = cells;
  const unit = cells[UNIT] ?? '';
  const bad = (field: string | null, reason: string): readonly SourceRow[] => [badLine(record, field, reason, nmi)];
  if (problem !== undefined) return bad(null, problem);
  if (type === '550') return [];
  if (type !== '250') return bad('record type', `must be 250, 550 or 900, got ${quoted(type)}`);
  if (nmi === '') return bad('NMI', 'is required');
  if (direction !== 'E' && direction !== 'I') return bad('direction', `must be E or I, got ${quoted(direction)}`);

  const types = nemTypes(unit);
  const text = channelText(nmi, suffix, unit);
  // The direction is seen from the market: E is what it delivers, I is what a site generates.
  const isGeneration = direction === 'I';
  if (types === null || isGeneration) {
    const skipped = isGeneration ? `${text}, generation` : text;
    return READINGS.map(() => ({ line, names: [], values: [], meter: nmi, skipped }));
  }
  const found = find({ point: nmi, serial }, types);
  if ('problem' in found) return bad('NMI', found.problem);
  // What tells its register has the account in it, so that only the line can be mended.
  if ('unmatched' in found) {
    const { unmatched } = found;
    return READINGS.map(() => ({ line, names: [], values: [], meter: nmi, text: record.text, unmatched }));
  }
  const stated = cells[QUANTITY] ?? '';
  const quantity = stated === '' ? null : nemNumber(stated);
  const hasReading = (place: number): boolean => nemQuality(cells[place + 2] ?? '') !== 'none';
  const [hasPrevious, hasCurrent] = [hasReading(PREVIOUS.place), hasReading(CURRENT.place)];
  if (hasCurrent && quantity === undefined) return bad('quantity', `must be a number, got ${quoted(stated)}`);
  if (hasCurrent && Number(quantity) < 0) return bad('quantity', `must not be negative, got ${stated}`);
  return { line, cells, nmi, account: found.account, unit, suffix, serial, text, quantity, hasPrevious, hasCurrent };
}

/** Returns the row of a reading. A reading that came first in the file counts before those that repeat it. */
function readingRowOf(record: MeterRecord, which: (typeof READINGS)[number], zone: Zone, repeats: Repeats): ReadingRow {
  const { line, nmi, text, quantity, hasCurrent } = record;
  const given = readReading(record, which, zone);
  if (given === null) {
    const row = { line, names: [], values: [], meter: nmi, skipped: `${text}: null data` };
    return { row, isRepeated: false, notice: null };
  }
  if (given.wrong !== null) return badReading(line, given, given.wrong, repeats);
  const { name, isEstimated, reading, stated } = given;
  const { submittedAt, value } = reading;
  const isFree = name === 'previous' && hasCurrent && typeof quantity === 'number';
  const first = repeats.firstOf(registerOf(reading), { submittedAt, value, isEstimated, isFree, line });
  const isOther = first.value !== value;
  const mayDiffer = (isEstimated || first.isEstimated) && (isFree || first.isFree);
  if (isOther && !mayDiffer) {
    const problem = `is ${value}, but ${first.value} in line ${first.line}, for the same moment`;
    return badReading(line, given, { field: `${name} read`, problem }, repeats);
  }
  return {
    row: readingRow(line, { ...reading, value: first.value }, first.isEstimated, stated),
    isRepeated: false,
    notice: isOther
      ? `line ${line}: ${text}: the ${name} read ${value} is ${first.value} in line ${first.line}, for the same moment; the stated quantities count`
      : null,
  };
}

/** Reads a reading of a record; null: it has null data. */
function readReading(
  { cells, account, unit, suffix, serial, quantity, hasPrevious }: MeterRecord,
  { name, place }: (typeof READINGS)[number],
  zone: Zone,
): GivenReading | null {
  const [number = '', stamp = '', method = ''] = cells.slice(place, place + 3);
  const quality = nemQuality(method);
  if (quality === 'none') return null;
  const value = nemNumber(number);
  const submittedAt = readMoment(stamp, zone);
  const isCurrent = name === 'current';
  const stated = {
    quantity: isCurrent ? (hasPrevious ? quantity : null) : KEEP,
    from: isCurrent && hasPrevious ? readMoment(cells[PREVIOUS.place + 1] ?? '', zone) : null,
    statedAt: isCurrent ? readMoment(cells[UPDATED] ?? '', zone) : null,
  };
  const known = { account, unit, suffix, serial, submittedAt: submittedAt ?? stamp };
  const common = { name, isEstimated: quality === 'estimated', stated };
  const wrong = (field: string, problem: string): GivenReading => ({
    ...common,
    reading: { ...known, value: value ?? number },
    wrong: { field: `${name} ${field}`, problem },
  });
  if (quality === null || quality === 'variable') {
    return wrong('quality', `must be A, N, or E, F or S with a method, got ${quoted(method)}`);
  }
  if (value === undefined) return wrong('read', `must be a number, got ${quoted(number)}`);
  if (submittedAt === null) {
    return wrong('read time', `must be a date and time such as 20240131093000, got ${quoted(stamp)}`);
  }
  return { ...common, reading: { ...known, value }, wrong: null };
}

function badReading(
  line: number,
  { name, reading, isEstimated, stated }: GivenReading,
  { field, problem }: Wrong,
  repeats: Repeats,
): ReadingRow {
  const row = readingRow(line, reading, isEstimated, stated);
  return {
    // The identifier is made of what a mended row says.
    row: { ...row, values: [undefined, ...row.values.slice(1)], field, problem },
    isRepeated: name === 'previous' && repeats.has(registerOf(reading), reading.submittedAt),
    notice: null,
  };
}

/**
 * The rows of a record whose previous read is bad: the current one goes with it, as its quantity begins there. A previous
 * reading that another record has too needs no row to be mended.
 */
function withBadPrevious(
  record: NemRecord,
  nmi: string,
  { row: { field, problem = '', ...previous }, isRepeated }: ReadingRow,
  current: SourceRow,
): readonly SourceRow[] {
  const bad = (row: SourceRow): SourceRow => ({ ...row, problem, ...(field === undefined ? {} : { field }) });
  if (current.problem !== undefined || current.skipped !== undefined) {
    return [isRepeated ? badLine(record, field ?? null, problem, nmi) : bad(previous), current];
  }
  if (isRepeated) return [bad(current)];
  return [bad(previous), { ...current, field: 'current read', problem: 'is of a record whose previous read is bad' }];
}

function registerOf({ account, suffix, serial }: Pick<Reading, 'account' | 'suffix' | 'serial'>): string {
  return stableId(account.id, suffix, serial);
}

function readingRow(line: number, reading: Reading, isEstimated: boolean, stated: Stated): SourceRow {
  const { account, unit, suffix, submittedAt, value } = reading;
  const { quantity, from, statedAt } = stated;
  const register = registerOf(reading);
  const id = stableId(account.id, submittedAt, register, SOURCE);
  const type = isEstimated ? 'E' : 'A';
  return {
    line,
    names: READING_NAMES,
    values: [id, account.id, submittedAt, value, type, unit, suffix, SOURCE, register, quantity, from, statedAt],
  };
}
