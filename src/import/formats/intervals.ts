import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { readWrittenCells, type WrittenKind } from './writtenCells.js';
import { createLineCount, openTable, type Table } from './table.js';
import { BATCH, type FormatContext } from './context.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import { intervalForm, isNumbered, mixedNotices, readIntervalHeader, type IntervalHeader } from './intervalHeader.js';
import { IntervalLines, type FileFacts } from './intervalLines.js';
import { namesColumns } from './intervalMap.js';
import { joinStampPairs, stampEnds, type StampEnds } from './intervalStamps.js';
import { valueUnit } from './valueUnit.js';

/** An open table with a row for each interval. */
interface OpenedIntervals extends FileFacts {
  readonly table: Table;
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
