import { quoted } from '../../errors/suggest.js';
import { isProblem, parseNumber } from '../../values/scalars.js';
import type { Zone } from '../../values/zone.js';
import { noticeRow, skippedRow, type SourceRow } from '../sourceRow.js';
import { type Column, mixedRows } from './columnAdvice.js';
import { BATCH, createAccountFinder, createFinder, type FormatContext } from './context.js';
import { cellAt, type CsvRecord, recordProblem } from './csvRecords.js';
import { clockPeriods, countedPeriods, type DayPeriods, type Period, readDate } from './daySpans.js';
import { halfHourlyForm, type HalfHourlyHeader, readHalfHourlyHeader } from './halfHourlyHeader.js';
import { isSameUnit } from './headerUnit.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import { columnIndexes, readFlag, meterOf } from './meterColumns.js';
import { type MeterName, type Meters, meterText } from './meters.js';
import { badLine, inField, isUnreadable, type MeterOutcome, refusalOf, rowOf, type Unreadable } from './reading.js';
import { createRowFilter, createSoleSite } from './rowFilter.js';
import { createLineCount, openTable, type Recognised } from './table.js';
import { createRowUnit, storedUnit, storedValue, unitAbove, type UnitOfRow } from './valueUnit.js';
import { readWrittenCells } from './writtenCells.js';

/**
 * Reads a wide file: a line for each date, possibly of a meter, with a column for each period of the day and possibly
 * one for its flag.
 *
 * Dates are days of the zone, or of UTC if the header says so. Columns with clock labels hold local times. Numbered
 * columns count real time from midnight. An empty cell is no record. A 0 in a period that clocks skip is no record
 * either, because files fill the skipped hour with it. Skips totals, names of sites and ignored columns.
 * @throws Error if the zone is unknown, or the header cannot be read
 */
export async function* halfHourlyRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  const { map, stamps, ignored, recognised } = context;
  const table = await openTable(texts, halfHourlyForm(map), recognised);
  const isOfAccount = context.account !== null;
  const header = readHalfHourlyHeader(table.header, { map, stamps, ignored, isOfAccount }, table.sample);
  const labelZone = zoneOfLabels([header.labels[header.date] ?? '']);
  const zone = labelZone?.zone ?? context.zone;
  if (zone === null) {
    throw new Error('the timestamps have no time zone: give it with --timezone, for example --timezone Europe/London');
  }
  const unit = unitOf(header, table.above, context);
  reportHeader(header, zone, recognised);
  const namesMeter = [header.point, header.serial, header.either].some((index) => index !== null);
  const find = namesMeter ? createFinder(context) : createAccountFinder(context);
  const { columns, length, starts } = header.periods;
  const periods = starts ? clockPeriods(zone, starts, length) : countedPeriods(zone, columns.length, length);
  const isPeriodColumn = new Set(columns);
  const missed = createMissedHours(periods, zone.name, starts === null);
  const skipReason = createRowFilter(header.labels, map);
  const checkSite = namesMeter ? null : createSoleSite(header.labels);
  const unitOfRow = createRowUnit({ unit, problem: null }, map);
  const lines = new HalfHourlyLines(header, { periods, find, skipReason, missed, checkSite, unitOfRow });
  const kinds = header.labels.map((_, index) =>
    index === header.date ? 'date' : isPeriodColumn.has(index) ? 'number' : null,
  );
  const lineCount = createLineCount();
  const counted = { ...table, records: lineCount.lines(table.records) };
  for await (const records of readWrittenCells(counted, kinds, context.writing, context.recognised)) {
    let rows: SourceRow[] = [];
    for (const record of records) {
      lines.read(record, rows);
      if (rows.length < BATCH) continue;
      lineCount.rows(rows.length);
      yield rows;
      rows = [];
    }
    lineCount.rows(rows.length);
    if (rows.length > 0) yield rows;
  }
  const zoneNotices = labelZone && context.zone ? zoneNotice(labelZone.label, zone, context.zone) : [];
  const mixed = mixedRows(ignoredColumns(header.labels, ignored), {
    sample: table.sample,
    meters: [header.point, header.serial, header.either].flatMap((index) => index ?? []),
    stamps: [header.date],
  });
  yield [...lineCount.skipped(), ...zoneNotices, ...mixed, ...table.notices(), ...missed.notices()];
}

function ignoredColumns(labels: readonly string[], ignored: readonly string[]): readonly Column[] {
  const ignoredIndexes = new Set(ignored.flatMap((name) => columnIndexes(labels, name)));
  return labels.flatMap((label, index) => (ignoredIndexes.has(index) ? [{ label, index }] : []));
}

/**
 * Returns the unit for lines without one: the unit in the labels, else the `--unit` option; null: the unit of the
 * account.
 * @throws Error that begins with "the header" if they contradict each other
 */
function unitOf(
  { periods: { unit }, unit: column }: HalfHourlyHeader,
  above: readonly CsvRecord[],
  { unit: unitOption, isFolder }: FormatContext,
): string | null {
  const aboveProblem = unit === null && unitOption === null && column === null ? unitAbove(above) : null;
  if (aboveProblem !== null) {
    throw new Error(`the unit of the periods is not clear: the header ${aboveProblem}; give the unit with --unit`);
  }
  if (unit === null || unitOption === null || isFolder || isSameUnit(unit, unitOption)) return unit ?? unitOption;
  throw new Error(
    `the header states the unit ${unit}, but --unit is ${unitOption}: omit --unit, or correct the header`,
  );
}

function reportHeader({ skipped: aside, periods }: HalfHourlyHeader, zone: Zone, recognised: Recognised): void {
  recognised('zone', zone.name);
  if (periods.isOfEnds) recognised('stamps', 'the end of each period');
  if (periods.unit !== null) recognised('unit', `${periods.unit}, from the header`);
  if (aside.length > 0) recognised('columns skipped', aside.join(', '));
}

/** The functions that a reader of lines needs in addition to the header. */
interface LineContext {
  readonly periods: DayPeriods;
  readonly find: Meters['find'];
  /** Returns why the import skips a line; null: the line counts. */
  readonly skipReason: (cells: readonly string[]) => string | null;
  readonly missed: MissedHours;
  /** Checks that a file without meters describes one site; null: the file names meters. */
  readonly checkSite: ((cells: readonly string[]) => void) | null;
  /** Returns the unit of a line from the unit that it states. */
  readonly unitOfRow: (stated: string | null) => UnitOfRow;
}

/** The values of a line that apply to all its periods. */
interface DayLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly meter: string;
  readonly match: MeterOutcome;
  readonly date: string;
  /** Local midnight in milliseconds, encoded as if it were UTC. */
  readonly dayMs: number | Unreadable;
  readonly unit: UnitOfRow;
  /** Applies to each period without a separate flag. */
  readonly isEstimated: boolean | Unreadable;
}

/** The time of midnight, which some files add to a date. */
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/;

/** Minutes. */
const HALF_HOUR = 30;
const HOUR = 60;

/** Converts the lines of a wide file to rows. */
class HalfHourlyLines {
  readonly #header: HalfHourlyHeader;
  readonly #context: LineContext;

  constructor(header: HalfHourlyHeader, context: LineContext) {
    this.#header = header;
    this.#context = context;
  }

  /** Adds the rows of a line. */
  read(record: CsvRecord, rows: SourceRow[]): void {
    const { line, cells } = record;
    const { labels, periods } = this.#header;
    const problem = recordProblem(record, labels.length);
    if (problem !== null) {
      rows.push(badLine(record, { problem }));
      return;
    }
    const meter = meterOf(cells, this.#header);
    const name = meterText(meter);
    const reason = this.#context.skipReason(cells);
    if (reason !== null) {
      const filled = periods.columns.filter((column) => cellAt(cells, column) !== '');
      rows.push(...filled.map(() => skippedRow(line, reason)));
      return;
    }
    this.#context.checkSite?.(cells);
    const day = this.#dayOf(record, meter, name);
    // The import lists an unmatched meter once, whatever other problems its rows have.
    const refusal = 'unmatched' in day.match ? null : refusalOf({ ...day, span: day.dayMs });
    if (refusal === null) this.#addPeriods(day, rows);
    else rows.push(badLine(record, refusal, name));
  }

  /** Reads the values of a line that apply to all its periods. */
  #dayOf({ line, cells }: CsvRecord, name: MeterName, meter: string): DayLine {
    const { date: dateColumn, estimated, unit: unitColumn, either, point, serial } = this.#header;
    const [date, flag, stated] = [dateColumn, estimated, unitColumn].map((column) => cellAt(cells, column));
    const wrongDate = `must be a date such as 2024-01-31, got ${quoted(date ?? '')}`;
    const unit = this.#context.unitOfRow(stated === '' || stated === undefined ? null : stated);
    const dayMs = readDate((date ?? '').replace(MIDNIGHT, ''));
    const field = this.#label(either ?? point ?? serial);
    return {
      ...{ line, cells, meter, date: date ?? '' },
      // Looks up no meter for a line without a date: its text must not count as a second meter of a file for one
      // account.
      match:
        dayMs === null
          ? { field: this.#label(dateColumn), problem: wrongDate }
          : inField(this.#context.find(name), field),
      dayMs: dayMs ?? { field: this.#label(dateColumn), problem: wrongDate },
      unit: isUnreadable(unit) ? { ...unit, field: this.#label(unitColumn) } : unit,
      isEstimated: this.#flagOf(flag ?? '', estimated),
    };
  }

  #addPeriods(day: DayLine, rows: SourceRow[]): void {
    const { dayMs } = day;
    const spans = isUnreadable(dayMs) ? null : this.#context.periods(dayMs);
    let hasData = false;
    for (const [index, column] of this.#header.periods.columns.entries()) {
      const written = cellAt(day.cells, column);
      const span = isUnreadable(dayMs) ? dayMs : spans?.[index];
      if (written === '' || span === undefined) continue;
      rows.push(this.#rowOfPeriod(day, index, written, span));
      hasData ||= !('problem' in span);
    }
    if (hasData && 'account' in day.match && !isUnreadable(dayMs)) this.#context.missed.add(day.line, dayMs, day.meter);
  }

  #rowOfPeriod(day: DayLine, index: number, written: string, span: Period): SourceRow {
    const { line, meter, match, date, dayMs, unit } = day;
    const { periods, flags } = this.#header;
    const field = this.#label(periods.columns[index] ?? null) ?? '';
    const number = parseNumber(written);
    const value = isProblem(number)
      ? { field, problem: `must be a number, got ${quoted(written)}`, text: written }
      : number.value;
    if (value === 0 && 'problem' in span && typeof dayMs === 'number') {
      return skippedRow(line, `0 in a period that ${span.problem}`);
    }
    const flagColumn = flags?.[index] ?? null;
    const flag = cellAt(day.cells, flagColumn);
    const isHalfHourly = periods.length === HALF_HOUR;
    const length = periods.length / HOUR;
    return rowOf({
      line,
      meter,
      match,
      span: 'problem' in span ? { ...span, field, text: `${date} ${field}`, isHalfHourly } : span,
      value: storedValue(value, unit, length),
      unit: storedUnit(value, unit, length),
      isEstimated: flag === '' ? day.isEstimated : this.#flagOf(flag, flagColumn),
    });
  }

  #flagOf(flag: string, column: number | null): boolean | Unreadable {
    return readFlag(flag) ?? { field: this.#label(column), problem: `must be A or E, got ${quoted(flag)}`, text: flag };
  }

  #label(column: number | null): string | null {
    return column === null ? null : (this.#header.labels[column] ?? null);
  }
}

/** Collects the hours that clocks show twice and the lines hold once. */
interface MissedHours {
  /**
   * Adds a line with data.
   * @param dayMs local midnight of the line, encoded as if it were UTC
   */
  add(line: number, dayMs: number, meter: string): void;
  /** Returns the notices about these hours. Call it after the last line. */
  notices(): readonly SourceRow[];
}

interface Missed {
  readonly line: number;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly meters: Set<string>;
  more: number;
}

/** Meters that a notice names, and days in the cache: clocks change twice a year. */
const MAX_METERS = 3;
const MAX_DAYS = 10_000;
const DAY = 86_400_000;

/**
 * Creates the collector of a file.
 * @param periods returns the periods of a day
 * @param zoneName the zone of the days, for messages
 * @param isCounted whether the period columns have numbers instead of local times
 */
function createMissedHours(periods: DayPeriods, zoneName: string, isCounted: boolean): MissedHours {
  const gaps = new Map<number, readonly [from: string, to: string] | null>();
  const missed = new Map<number, Missed>();
  const gapOf = (dayMs: number): readonly [string, string] | null => {
    let gap = gaps.get(dayMs);
    if (gap === undefined) {
      gap = firstGap(periods, dayMs);
      if (gaps.size >= MAX_DAYS) gaps.clear();
      gaps.set(dayMs, gap);
    }
    return gap;
  };

  return {
    add(line, dayMs, meter) {
      const gap = gapOf(dayMs);
      if (gap === null) return;
      const [from, to] = gap;
      const day = new Date(dayMs).toISOString().slice(0, 10);
      const missedDay = missed.get(dayMs) ?? { line, day, from, to, meters: new Set<string>(), more: 0 };
      missed.set(dayMs, missedDay);
      if (missedDay.meters.size < MAX_METERS) missedDay.meters.add(meter);
      else if (!missedDay.meters.has(meter)) missedDay.more += 1;
    },
    notices: () =>
      [...missed.values()].map(({ line, day, from, to, meters, more }) => {
        const named = [...meters].map(quoted).join(', ');
        const others = more > 0 ? ` (and ${more} more lines)` : '';
        const hour = isCounted
          ? `${day} has an extra hour in ${zoneName}, but the file has the periods of a normal day. The import counts them from midnight, so if they follow the local clock, the values after the clock change are stored too early. The file has no data for the end of the day`
          : `Clocks in ${zoneName} repeat an hour on ${day}, but the file has that hour only once`;
        return noticeRow(line, `${hour}: meter ${named}${others} has a gap from ${from} to ${to}.`);
      }),
  };
}

/** Returns the first gap between the periods of a day, or between its last period and the next day; null: no gap. */
function firstGap(periods: DayPeriods, dayMs: number): readonly [string, string] | null {
  const [next] = periods(dayMs + DAY).flatMap((period) => ('problem' in period ? [] : [period]));
  const spans = periods(dayMs).flatMap((period) => ('problem' in period ? [] : [period]));
  let before: string | null = null;
  for (const { start, end } of next ? [...spans, next] : spans) {
    if (before !== null && start > before) return [before, start];
    before = end;
  }
  return null;
}
