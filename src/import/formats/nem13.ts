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
 * left out.
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
const READINGS = [
  { name: 'previous', place: 8 },
  { name: 'current', place: 13 },
] as const;

function rowsOf(record: NemRecord, zone: Zone, find: Meters['find'], repeats: Repeats): readonly SourceRow[] {
  const { line, cells, problem } = record;
  const [type = '', nmi = '', , , suffix = '', , serial = '', direction = ''] = cells;
  const unit = cells[19] ?? '';
  const bad = (field: string | null, reason: string): readonly SourceRow[] => [badLine(record, field, reason, nmi)];
  if (problem !== undefined) return bad(null, problem);
  if (type === '550') return [];
  if (type !== '250') return bad('record type', `must be 250, 550 or 900, got ${quoted(type)}`);
  if (nmi === '') return bad('NMI', 'is required');
  if (direction !== 'E' && direction !== 'I') return bad('direction', `must be E or I, got ${quoted(direction)}`);

  const noRecord = { line, names: [], values: [], meter: nmi };
  const types = nemTypes(unit);
  // The direction is seen from the market: E is what it delivers, I is what a site generates.
  const leftOut = direction === 'I' ? `, generation` : '';
  const text = channelText(nmi, suffix, unit);
  if (types === null || leftOut !== '') return READINGS.map(() => ({ ...noRecord, leftOut: text + leftOut }));
  const found = find({ point: nmi, serial }, types);
  if ('problem' in found) return bad('NMI', found.problem);
  // What tells its register has the account in it, so that only the line can be mended.
  if ('unmatched' in found) {
    return READINGS.map(() => ({ ...noRecord, text: record.text, unmatched: found.unmatched }));
  }
  const stated = cells[18] ?? '';
  const quantity = stated === '' ? null : nemNumber(stated);
  const [hasPrevious, hasCurrent] = READINGS.map(({ place }) => nemQuality(cells[place + 2] ?? '') !== 'none');
  if (hasCurrent && quantity === undefined) return bad('quantity', `must be a number, got ${quoted(stated)}`);
  if (hasCurrent && Number(quantity) < 0) return bad('quantity', `must not be negative, got ${stated}`);

  let isThere = false;
  const others: string[] = [];
  const [previous, current] = READINGS.map(({ name, place }): SourceRow => {
    const [given = '', stamp = '', method = ''] = cells.slice(place, place + 3);
    const quality = nemQuality(method);
    if (quality === 'none') return { ...noRecord, leftOut: `${text}: null data` };
    const value = nemNumber(given);
    const submittedAt = readMoment(stamp, zone);
    const from = name === 'current' && hasPrevious ? readMoment(cells[READINGS[0].place + 1] ?? '', zone) : null;
    const more = [from, name === 'current' ? readMoment(cells[21] ?? '', zone) : null] as const;
    const known = { account: found.account, unit, suffix, serial };
    const used = name === 'previous' ? KEEP : hasPrevious ? quantity : null;
    const fail = (field: string, problem: string): SourceRow => {
      const data = { ...known, submittedAt: submittedAt ?? stamp, value: value ?? given };
      if (name === 'previous') isThere = repeats.has(registerOf(known), data.submittedAt);
      const row = readingRow(line, data, quality === 'estimated', used, more);
      // The identifier is made of what a mended row says.
      return { ...row, values: [undefined, ...row.values.slice(1)], field, problem };
    };
    if (quality === null || quality === 'variable') {
      return fail(`${name} quality`, `must be A, N, or E, F or S with a method, got ${quoted(method)}`);
    }
    if (value === undefined) return fail(`${name} read`, `must be a number, got ${quoted(given)}`);
    if (submittedAt === null) {
      return fail(`${name} read time`, `must be a date and time such as 20240131093000, got ${quoted(stamp)}`);
    }
    const isFree = name === 'previous' && hasCurrent === true && typeof quantity === 'number';
    const reading = { ...known, submittedAt, value };
    const first = repeats.firstOf(registerOf(reading), {
      submittedAt,
      value,
      isEstimated: quality === 'estimated',
      isFree,
      line,
    });
    const isEstimated = quality === 'estimated' || first.isEstimated;
    if (first.value !== value && isEstimated && (first.isFree || isFree)) {
      others.push(
        `line ${line}: ${text}: the ${name} read ${value} is ${first.value} in line ${first.line}, for the same moment; the stated quantities count`,
      );
    } else if (first.value !== value) {
      return fail(`${name} read`, `is ${value}, but ${first.value} in line ${first.line}, for the same moment`);
    }
    return readingRow(line, { ...reading, value: first.value }, first.isEstimated, used, more);
  });
  const rows = [
    ...[previous, current].filter((row) => row !== undefined),
    ...others.map((notice): SourceRow => ({ line, names: [], values: [], notice })),
  ];
  if (previous?.problem !== undefined) return withBadPrevious(record, nmi, previous, current, isThere);
  if (hasPrevious || !hasCurrent || !quantity || current?.problem !== undefined) return rows;
  const notice = `line ${line}: ${text}: the quantity ${quantity} is not used, as the read that it begins with is null data`;
  return [...rows, { line, names: [], values: [], notice }];
}

/**
 * The rows of a record whose previous read is bad: the current one goes with it, as its quantity begins there.
 * @param isThere whether the file has the previous reading in another record too: it then needs no row to be mended
 */
function withBadPrevious(
  record: NemRecord,
  nmi: string,
  { field, problem = '', ...previous }: SourceRow,
  current: SourceRow | undefined,
  isThere: boolean,
): readonly SourceRow[] {
  const bad = (row: SourceRow): SourceRow => ({ ...row, problem, ...(field === undefined ? {} : { field }) });
  if (current === undefined || current.problem !== undefined || current.leftOut !== undefined) {
    const own = isThere ? badLine(record, field ?? null, problem, nmi) : bad(previous);
    return current === undefined ? [own] : [own, current];
  }
  if (isThere) return [bad(current)];
  return [bad(previous), { ...current, field: 'current read', problem: 'is of a record whose previous read is bad' }];
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

function registerOf({ account, suffix, serial }: Pick<Reading, 'account' | 'suffix' | 'serial'>): string {
  return stableId(account.id, suffix, serial);
}

/**
 * @param quantity what was used since the reading before, as far as this record says it
 * @param more when that one was read, and when this record was last changed; null: it does not say
 */
function readingRow(
  line: number,
  reading: Reading,
  isEstimated: boolean,
  quantity: unknown,
  more: readonly [from: string | null, statedAt: string | null],
): SourceRow {
  const { account, unit, suffix, submittedAt, value } = reading;
  const register = registerOf(reading);
  const id = stableId(account.id, submittedAt, register, SOURCE);
  const type = isEstimated ? 'E' : 'A';
  return {
    line,
    names: READING_NAMES,
    values: [id, account.id, submittedAt, value, type, unit, suffix, SOURCE, register, quantity, ...more],
  };
}
