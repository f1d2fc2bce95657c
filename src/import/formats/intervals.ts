import type { Zone } from '../../values/zone.js';
import { hiddenText, type Period } from '../localTimeResolver.js';
import { noticeRow, skippedRow, type SourceRow } from '../sourceRow.js';
import { BATCH, createAccountFinder, createFinder, type FormatContext } from './context.js';
import { type CsvRecord, recordProblem } from './csvRecords.js';
import { HALF_HOUR } from './daySpans.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import {
  type AssumedStarts,
  createAssumedStarts,
  createLastDays,
  createRisingValues,
  type RisingValues,
} from './intervalChecks.js';
import { intervalForm, type IntervalHeader, isNumbered, mixedNotices, readIntervalHeader } from './intervalHeader.js';
import { type IntervalMap, namesColumns } from './intervalMap.js';
import { IntervalCells, type IntervalRecord } from './intervalRecord.js';
import { joinStampPairs, stampEnds, type StampEnds } from './intervalStamps.js';
import { createIntervalTimes, type IntervalTimes } from './intervalTimes.js';
import { type MeterMatch, type Meters, meterText } from './meters.js';
import { badLine, isUnreadable, type Reading, rowOf, spanOf } from './reading.js';
import { createRowFilter, createSoleSite } from './rowFilter.js';
import { createRowTotals, type Judged, type RowTotals } from './rowTotals.js';
import { createLineCount, openTable, type Table } from './table.js';
import { createRowUnit, storedUnit, storedValue, type UnitOfRow, valueUnit, type ValueUnit } from './valueUnit.js';
import { readWrittenCells, type WrittenKind } from './writtenCells.js';

/** An open table with a row for each interval, and the facts that the reader knows before the first row. */
interface OpenedIntervals {
  readonly table: Table;
  readonly header: IntervalHeader;
  readonly ends: StampEnds;
  /** The zone of timestamps without one. */
  readonly zone: Zone | null;
  /** The unit of rows without one. */
  readonly unit: ValueUnit;
  /** Notices about the zone. */
  readonly notices: readonly SourceRow[];
}

/**
 * Reads a table with a row for each interval. Usual names or a map identify the columns. Reads the rows of a meter in
 * order, to distinguish times that clocks show twice, and to measure intervals with one timestamp.
 * @throws Error that begins with "the" if the header cannot be read, or the file does not state the form of its values
 */
export async function* intervalRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  const file = await openIntervals(texts, context);
  const { table, header } = file;
  const lines = new IntervalLines(file, context);
  const count = createLineCount();
  const counted = { ...table, records: count.lines(file.ends.records) };
  let rows: SourceRow[] = [];
  for await (const records of readWrittenCells(counted, kindsOf(header), context.writing, context.recognised)) {
    for (const record of records) {
      rows.push(...lines.read(record));
      if (rows.length < BATCH) continue;
      count.rows(rows.length);
      yield rows;
      rows = [];
    }
  }
  const remaining = [...rows, ...lines.end()];
  count.rows(remaining.length);
  yield [...remaining, ...count.skipped()];
  lines.checkStamps();
  const mixed = Object.keys(context.map?.where ?? {}).length > 0 ? [] : mixedNotices(header, table.sample);
  yield [...file.notices, ...mixed, ...lines.notices(), ...table.notices()];
}

async function openIntervals(texts: AsyncIterable<string>, context: FormatContext): Promise<OpenedIntervals> {
  const { map, ignored, recognised } = context;
  const opened = await openTable(texts, intervalForm(map), recognised);
  const table = namesColumns(map) ? opened : joinStampPairs(opened);
  const header = readIntervalHeader(
    table.header,
    { map, ignored, isOfAccount: context.account !== null },
    table.sample,
  );
  if (isNumbered(header.columns) && context.stamps === 'end') {
    throw new Error('the rows have numbers of half-hours, so --stamps does not apply');
  }
  const { zone, notices } = zoneOfFile(header, context);
  if (zone) recognised('zone', zone.name);
  const ends = await stampEnds(table.records, header, context.stamps);
  const unit = valueUnit(header, table.above, context);
  reportHeader(header, ends, context);
  return { table, header, ends, zone, notices, unit };
}

/** Returns the zone of timestamps without one. A zone in the header takes precedence over the option. */
function zoneOfFile(
  { labels, columns }: IntervalHeader,
  { zone: option }: FormatContext,
): { readonly zone: Zone | null; readonly notices: readonly SourceRow[] } {
  const stampColumns = [columns.start, columns.end, columns.date, columns.time];
  const labelZone = zoneOfLabels(stampColumns.flatMap((index) => (index === undefined ? [] : (labels[index] ?? []))));
  if (labelZone === null) return { zone: option, notices: [] };
  return { zone: labelZone.zone, notices: option === null ? [] : zoneNotice(labelZone.label, labelZone.zone, option) };
}

/** Returns the kinds of the columns with numbers and dates. */
function kindsOf({ labels, columns }: IntervalHeader): readonly (WrittenKind | null)[] {
  const dates = [columns.start, columns.end, columns.date];
  return labels.map((_, index) => (index === columns.value ? 'number' : dates.includes(index) ? 'date' : null));
}

function reportHeader(
  { labels, columns, skipped: aside }: IntervalHeader,
  { isOfEnds, decidedBy: toldBy }: StampEnds,
  { recognised }: FormatContext,
): void {
  const columnTexts = Object.entries(columns).map(([role, index]) => `${labels[index] ?? ''} (${role})`);
  recognised('columns', columnTexts.join(', '));
  if (aside.length > 0) recognised('columns skipped', aside.join(', '));
  if (columns.end === undefined || isOfEnds) {
    const end = `the end of each interval${toldBy === null ? '' : ` (from ${toldBy})`}`;
    recognised('stamps', isOfEnds ? end : 'the start of each interval (if this is wrong, give --stamps end)');
  }
}

/** A row whose time is not known yet. */
interface PendingRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly record: IntervalRecord;
  readonly meter: string;
  readonly match: MeterMatch;
}

const HOUR = 3_600_000;
/** The refusal of a row that has neither a value nor a time. */
const NO_VALUE = { problem: 'is empty', text: null };

/**
 * Converts the lines of a table with a row for each interval to rows. A row may wait until later lines determine its
 * time.
 */
class IntervalLines {
  readonly #file: OpenedIntervals;
  /** The account of all rows; null: the account of each meter. */
  readonly #account: string | null;
  readonly #cells: IntervalCells;
  readonly #find: Meters['find'];
  readonly #skipReason: (cells: readonly string[]) => string | null;
  readonly #checkSite: ((cells: readonly string[]) => void) | null;
  readonly #unitOfRow: (stated: string | null) => UnitOfRow;
  readonly #times: IntervalTimes<PendingRow>;
  /** Null: rows have one timestamp, so they cannot contain others. */
  readonly #totals: RowTotals<PendingRow> | null;
  readonly #totalLines: number[] = [];
  readonly #rising: RisingValues;
  readonly #lastDays = createLastDays();
  /** Null: it is certain whether the only timestamp is a start or an end. */
  readonly #assumedStarts: AssumedStarts | null;

  /**
   * Prepares the reader of a file.
   * @throws Error if the given account does not exist, or a column of a condition is missing
   */
  constructor(file: OpenedIntervals, context: FormatContext) {
    const { header, ends, zone, unit } = file;
    const { map } = context;
    const isOfMeters = namesMeter(header);
    this.#file = file;
    this.#account = context.account;
    this.#find = isOfMeters ? createFinder(context) : createAccountFinder(context);
    this.#cells = new IntervalCells(header, ends, zone);
    this.#skipReason = createRowFilter(header.labels, map);
    this.#checkSite = isOfMeters ? null : createSoleSite(header.labels);
    this.#times = createIntervalTimes(zone, statedLength(header, map));
    this.#totals = hasBothStamps(header) ? createRowTotals(map?.lengths === 'any') : null;
    this.#unitOfRow = createRowUnit(unit, map);
    this.#rising = createRisingValues(context.isResourceGiven);
    this.#assumedStarts = context.stamps === null && !ends.isCertain ? createAssumedStarts() : null;
  }

  /** Reads a line. Returns the rows that it completes. */
  read(csvRecord: CsvRecord): readonly SourceRow[] {
    const { line, cells } = csvRecord;
    const problem = recordProblem(csvRecord, this.#file.header.labels.length);
    if (problem !== null) return [badLine(csvRecord, { problem })];
    const reason = this.#skipReason(cells);
    if (reason !== null) return [skippedRow(line, reason)];
    this.#checkSite?.(cells);
    const record = this.#cells.read(cells);
    const meter = meterText(record.meter);
    const row = { line, cells, record, meter, match: this.#find(record.meter) };
    const { stamps, value } = record;
    if (isUnreadable(stamps)) return [this.#rowOf(row, { ...stamps, text: this.#startText(cells) }, null)];
    this.#assumedStarts?.add(meter, this.#startText(cells));
    const outcomes = this.#times.add(meter, stamps, row, typeof value === 'number' ? value : null);
    const totals = this.#totals;
    const judged = totals === null ? outcomes : outcomes.flatMap((outcome) => totals.add(meter, outcome));
    return judged.flatMap((outcome) => this.#rowsOf(outcome));
  }

  /** Returns the pending rows after the last line. */
  end(): readonly SourceRow[] {
    const last = [...this.#times.end(), ...(this.#totals?.end() ?? [])];
    return last.flatMap((outcome) => this.#rowsOf(outcome));
  }

  /**
   * Checks the assumption that the timestamps are starts.
   * @throws Error that begins with "the" if timestamps look like ends, and nothing states what they are
   */
  checkStamps(): void {
    this.#assumedStarts?.check((meter) => this.#meterName(meter));
  }

  /** Returns the notices about the file. Call it after the last line. */
  notices(): readonly SourceRow[] {
    return [...totalNotice(this.#totalLines), ...this.#rising.notices(), ...this.#lastDays.notices()];
  }

  /** Returns the start of a row as the file states it. */
  #startText(cells: readonly string[]): string {
    const { date, start, time } = this.#file.header.columns;
    const texts = [date, start, time].map((index) => (index === undefined ? '' : cells[index]));
    return texts.join(' ').trim();
  }

  #rowsOf(outcome: Judged<PendingRow>): readonly SourceRow[] {
    const { line, record, cells, meter } = outcome.row;
    if ('total' in outcome) {
      this.#totalLines.push(line);
      return [skippedRow(line, TOTAL)];
    }
    if (!('period' in outcome)) {
      if (outcome.isSkipped && record.value === 0) return [skippedRow(line, '0 in an hour that clocks skip')];
      return [this.#rowOf(outcome.row, { problem: outcome.problem, text: this.#startText(cells) }, null)];
    }
    const { period, hidden } = outcome;
    const rows = record.value === null ? [] : [this.#rowOf(outcome.row, spanOf(period.start, period.end), period)];
    const { zone } = this.#file;
    if (hidden === null || zone === null) return rows;
    return [...rows, noticeRow(line, hiddenText(this.#meterName(meter), hidden, zone))];
  }

  /**
   * Returns the row of a line.
   * @param period null: the time of the row is unknown
   */
  #rowOf({ line, record, meter, match }: PendingRow, span: Reading['span'], period: Period | null): SourceRow {
    const unit = isUnreadable(record.unit) ? record.unit : this.#unitOfRow(record.unit);
    const length = period === null ? null : (period.end - period.start) / HOUR;
    const stated = record.value ?? NO_VALUE;
    const value = storedValue(stated, unit, length);
    const isEstimated = record.isEstimated;
    const row = rowOf({ line, meter, match, span, unit: storedUnit(stated, unit, length), value, isEstimated });
    const isRecord = row.problem === undefined && row.unmatched === undefined;
    if (period === null || !isRecord || typeof value !== 'number') return row;
    const name = this.#meterName(meter);
    this.#rising.add(line, name, value);
    this.#lastDays.add(line, name, period, record.isOfDates);
    this.#assumedStarts?.measure(meter, period.end - period.start);
    return row;
  }

  /** Names a meter for messages. A file without meters is of one account. */
  #meterName(meter: string): string {
    return meter === '' && this.#account !== null ? `account ${this.#account}` : `meter ${meter}`;
  }
}

function namesMeter({ columns }: IntervalHeader): boolean {
  return [columns.meter, columns.point, columns.serial].some((index) => index !== undefined);
}

function hasBothStamps({ columns }: IntervalHeader): boolean {
  return columns.end !== undefined && (columns.start ?? columns.date) !== undefined;
}

/** Returns the length of intervals in milliseconds if the header or the map states it; null: the rows determine it. */
function statedLength({ columns }: IntervalHeader, map: IntervalMap | null): number | null {
  if (isNumbered(columns)) return HALF_HOUR;
  return map?.minutes === undefined ? null : map.minutes * 60_000;
}

/** Why a total is skipped. */
const TOTAL = 'total of other rows';
/** Lines that a notice names. */
const MAX_NAMED = 5;

/** Returns the notice about skipped totals. */
function totalNotice(lines: readonly number[]): readonly SourceRow[] {
  const [first] = lines;
  if (first === undefined) return [];
  const more = lines.length > MAX_NAMED ? ` and ${lines.length - MAX_NAMED} more` : '';
  const named = `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.slice(0, MAX_NAMED).join(', ')}${more}`;
  const notice = `${named} ${lines.length === 1 ? 'is' : 'are'} skipped: by start and end, the value is the total of other rows.`;
  return [noticeRow(first, notice)];
}
