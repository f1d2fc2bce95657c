import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { readWrittenCells } from './writtenCells.js';
import { mixedRows, type Column } from './columnAdvice.js';
import { columnIndexes } from './meterColumns.js';
import { BATCH, createAccountFinder, createFinder, type FormatContext } from './context.js';
import type { CsvRecord } from './csvRecords.js';
import { clockPeriods, countedPeriods } from './daySpans.js';
import { createLineCount, openTable, type Recognised } from './table.js';
import { createMissedHours, HalfHourlyLines } from './halfHourlyLines.js';
import { halfHourlyForm, type HalfHourlyHeader, readHalfHourlyHeader } from './halfHourlyHeader.js';
import { isSameUnit } from './headerUnit.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import { createRowFilter, createSoleSite } from './rowFilter.js';
import { createRowUnit, unitAbove } from './valueUnit.js';

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
