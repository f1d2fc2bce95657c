import { Readable } from 'node:stream';
import { quoted } from '../../errors/suggest.js';
import { isProblem, parseNumber } from '../../values/scalars.js';
import type { Zone } from '../../values/zone.js';
import type { ImportName } from '../importNames.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';
import { BATCH, createNamedFinder, type FormatContext, type FormatReader } from './context.js';
import { CROSSTAB_FORM, type CrosstabLayout, isTotal, readCrosstabLayout } from './crosstabLayout.js';
import { cellAt, type CsvRecord, recordProblem } from './csvRecords.js';
import { readDate, startOfDay } from './daySpans.js';
import { headerUnit } from './headerUnit.js';
import type { MeterMatch, MeterName } from './meters.js';
import { badLine, inField, isUnreadable, rowOf, type Span, spanOf, type Unreadable } from './reading.js';
import { registerRow } from './registerReading.js';
import { createLineCount, noHeader, openTable, type Table } from './table.js';
import { readTableHead } from './tableHead.js';
import { readWrittenCells } from './writtenCells.js';
import { readWrittenMonth } from './writtenDate.js';

/** The resource of the values of a crosstab. */
type Holds = Extract<ImportName, 'readings' | 'non-cumulative'>;

const READINGS = /^readings?$|\b(?:meter|register) read(?:ing)?s?\b|\breadings\b|zählerst[aä]nde?/giu;
const USE = /^use$|\b(?:usage|consumption)\b(?! point)|verbrauch/giu;
/** The most values that a message shows. */
const MAX_SHOWN = 3;

/**
 * Returns the resource of a crosstab and its reader. The values alone do not show whether they are register readings or
 * use. The requested resource decides, or the titles of all columns of meters.
 * @param head the first characters of the file
 * @param resource the requested resource; null: none
 * @param ignored names of columns to skip
 * @throws Error that begins with "the file" if neither decides
 */
export function crosstab(
  head: string,
  resource: ImportName | null,
  ignored: readonly string[],
): readonly [Holds, FormatReader] {
  if (resource === 'readings' || resource === 'non-cumulative') return [resource, readerOf(resource)];
  if (resource !== null)
    throw new Error(`the format of the file is crosstab, which holds readings or non-cumulative, not ${resource}`);
  const { header, above, below } = readTableHead(head, CROSSTAB_FORM.countNames);
  if (header === null) throw new Error(noHeader(above, [CROSSTAB_FORM]));
  const { date, values, meters, labels } = readCrosstabLayout(header.cells, ignored);
  const titles = (date === null ? meters.map(({ index }) => index) : values).map((index) => labels[index] ?? '');
  const says = (words: RegExp): boolean => titles.every((title) => headerUnit(title).name.search(words) >= 0);
  const [isReadings, isUse] = [says(READINGS), says(USE)];
  if (isReadings !== isUse) {
    const holds = isReadings ? 'readings' : 'non-cumulative';
    return [holds, readerOf(holds)];
  }
  const shown = below.flatMap(({ cells }) => values.map((index) => cellAt(cells, index))).filter((cell) => cell !== '');
  throw new Error(
    `the file does not state whether its values are register readings or consumption: import it with udg import readings <file> or udg import non-cumulative <file>; the first values are ${shown.slice(0, MAX_SHOWN).map(quoted).join(', ')}`,
  );
}

function readerOf(holds: Holds): FormatReader {
  return (texts, context) => crosstabRows(texts, context, holds);
}

/** A filled cell of a crosstab, with its meter and its time. */
interface CrosstabCell {
  readonly line: number;
  /** The title of the column. */
  readonly label: string;
  readonly meter: CrosstabMeter;
  /** The time of a reading, ISO 8601 UTC; or the month of the use. */
  readonly time: string | Span;
  readonly text: string;
}

/** A meter of a crosstab. */
interface CrosstabMeter {
  /** The name in the file. */
  readonly text: string;
  readonly match: MeterMatch | Unreadable;
  /** Null: the unit of the account. */
  readonly unit: string | null;
}

/**
 * Reads a table with a row for each date and a column for each meter, or with a row for each meter and a column for each
 * month or date. Skips empty cells and totals.
 */
async function* crosstabRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
  holds: Holds,
): AsyncGenerator<readonly SourceRow[]> {
  const { zone, recognised } = context;
  const table = await openTable(texts, CROSSTAB_FORM, recognised);
  const layout = readCrosstabLayout(table.header, context.ignored);
  if (zone === null) {
    throw new Error('the dates have no time zone: give it with --timezone, for example --timezone Europe/London');
  }
  recognised('layout', layout.date === null ? 'a row for each meter' : 'a column for each meter');
  recognised('values', holds === 'readings' ? 'register readings' : 'monthly consumption');
  const timeOf = (text: string): string | Span | Unreadable =>
    holds === 'readings' ? readingTime(text, zone, context.stamps) : useMonth(text, zone, context.stamps);
  const cellsOf =
    layout.date === null
      ? meterRows(layout, context, await titleTimes(table, layout, context, timeOf))
      : dateRows({ ...layout, date: layout.date }, context, timeOf);
  const kinds = table.header.map((_, index) =>
    index === layout.date ? 'date' : layout.values.includes(index) ? 'number' : null,
  );
  const count = createLineCount();
  const counted = { ...table, records: count.lines(table.records) };
  for await (const records of readWrittenCells(counted, kinds, context.writing, recognised)) {
    let rows: SourceRow[] = [];
    for (const record of records) {
      rows.push(...rowsOf(record, layout, cellsOf, holds));
      if (rows.length < BATCH) continue;
      count.rows(rows.length);
      yield rows;
      rows = [];
    }
    count.rows(rows.filter(({ notice }) => notice === undefined).length);
    if (rows.length > 0) yield rows;
  }
  const totals = layout.totals.map((title) =>
    noticeRow(table.line, `The column ${quoted(title)} is skipped, because it is a total.`),
  );
  yield [...count.skipped(), ...totals, ...table.notices()];
}

type CellsOf = (record: CsvRecord) => readonly CrosstabCell[] | SourceRow;

/** Returns the rows of a record: one for each filled cell, or one bad row if the record is unreadable. */
function rowsOf(record: CsvRecord, { labels }: CrosstabLayout, cellsOf: CellsOf, holds: Holds): readonly SourceRow[] {
  const problem = recordProblem(record, labels.length);
  if (problem !== null) return [badLine(record, { problem })];
  const read = cellsOf(record);
  if ('line' in read) return [read];
  return read.map((cell) => rowOfCell(cell, holds));
}

/** Creates the reader of records with a date and a column for each meter. */
function dateRows(
  { labels, date, values }: CrosstabLayout & { readonly date: number },
  context: FormatContext,
  timeOf: TimeOf,
): CellsOf {
  const find = createNamedFinder(context);
  const columns = values.map((index) => {
    const label = labels[index] ?? '';
    return { index, label, meter: titleMeter(label, find, context.unit) };
  });
  const field = labels[date] ?? '';
  return (record) => {
    const { line, cells } = record;
    const text = cellAt(cells, date);
    if (isTotal(text)) return noticeRow(line, `Line ${line} is ${quoted(text)} and skipped.`);
    const filled = columns.flatMap((column) => {
      const cell = cellAt(cells, column.index);
      return cell === '' ? [] : [{ ...column, text: cell }];
    });
    const time = filled.length === 0 ? '' : timeOf(text);
    if (isUnreadable(time)) return badLine(record, { ...time, field });
    return filled.map((cell) => ({ ...cell, line, time }));
  };
}

/** Finds the meter of a title: by the complete title, else without its unit, else also without words such as `usage`. */
function titleMeter(label: string, find: (meter: MeterName) => MeterMatch, defaultUnit: string | null): CrosstabMeter {
  const { name, unit, ambiguity } = headerUnit(label);
  const bare = name.replace(READINGS, '').replace(USE, '').trim();
  const match = find({ either: label });
  const names = 'unmatched' in match ? [name.trim(), bare].filter((text) => text !== '' && text !== label) : [];
  const other = names.map((text) => find({ either: text })).find((one) => !('unmatched' in one));
  // A title that is the complete name of an account has no unit.
  const isAmbiguous = other !== undefined && ambiguity !== null;
  const meter = isAmbiguous ? { problem: `${ambiguity}: give the unit, such as kWh` } : (other ?? match);
  return { text: label, match: inField(meter, label), unit: unit ?? defaultUnit };
}

type TimeOf = (text: string) => string | Span | Unreadable;

/**
 * Reads the times of the titles.
 * @returns the times by the index of their column
 * @throws Error that begins with "the header" if a title is not allowed
 */
async function titleTimes(
  table: Table,
  { labels, values }: CrosstabLayout,
  { writing, recognised }: FormatContext,
  timeOf: TimeOf,
): Promise<ReadonlyMap<number, string | Span>> {
  const titles = Readable.from([[{ line: table.line, cells: labels, text: '' }]]);
  const kinds = labels.map((_, index) => (values.includes(index) ? 'date' : null));
  const times = new Map<number, string | Span>();
  for await (const [record] of readWrittenCells({ ...table, records: titles }, kinds, writing, recognised)) {
    for (const index of values) {
      const time = timeOf((record?.cells[index] ?? '').trim());
      if (isUnreadable(time))
        throw new Error(`the header has a title with an error: ${quoted(labels[index] ?? '')} ${time.problem}`);
      times.set(index, time);
    }
  }
  return times;
}

/** Creates the reader of records with a meter and a column for each time. */
function meterRows(
  { labels, meters, unit, values }: CrosstabLayout,
  context: FormatContext,
  times: ReadonlyMap<number, string | Span>,
): CellsOf {
  const find = createNamedFinder(context);
  return (record) => {
    const { line, cells } = record;
    const named = meters.find(({ index }) => cellAt(cells, index) !== '') ?? meters[0];
    const text = cellAt(cells, named?.index ?? null);
    if (isTotal(text)) return noticeRow(line, `Line ${line} is ${quoted(text)} and skipped.`);
    const filled = values.flatMap((index) => {
      const [cell, time] = [cellAt(cells, index), times.get(index)];
      return cell === '' || time === undefined ? [] : [{ line, label: labels[index] ?? '', time, text: cell }];
    });
    if (filled.length === 0) return [];
    const match = inField(find(named === undefined ? {} : { [named.as]: text }), labels[named?.index ?? -1] ?? null);
    const meter = { text, match, unit: cellAt(cells, unit) || context.unit };
    return filled.map((cell) => ({ ...cell, meter }));
  };
}

/** Returns the row of a value: a reading, or an interval of a month. */
function rowOfCell({ line, label, meter, time, text }: CrosstabCell, holds: Holds): SourceRow {
  const number = parseNumber(text);
  const isReading = holds === 'readings';
  const isWrong = isProblem(number) || (isReading && number.value < 0);
  const allowed = isReading ? 'a number of at least 0' : 'a number';
  const value = isWrong
    ? { field: label, problem: `must be ${allowed}, or empty, got ${quoted(text)}`, text }
    : number.value;
  const common = { line, meter: meter.text, match: meter.match, unit: meter.unit, value, isEstimated: false };
  return typeof time === 'string'
    ? registerRow({ ...common, register: null, name: null, span: time })
    : rowOf({ ...common, span: time });
}

/** Whether a date names the start or the end of its day or month; null: not given. */
type Stamps = 'start' | 'end' | null;

const DAY = 86_400_000;
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/;

/**
 * Reads the time of a reading. A date means the midnight at its start, or with `--stamps end` at its end. A month needs
 * `--stamps`.
 * @param text a date as ISO 8601, or a month
 * @returns ISO 8601 UTC
 */
function readingTime(text: string, zone: Zone, stamps: Stamps): string | Unreadable {
  const month = readWrittenMonth(text);
  if (month !== null) {
    if (stamps !== null) return isoOf(startOfDay(zone, monthStart(month, stamps === 'end' ? 1 : 0)));
    return {
      text,
      problem: `must be the date of a reading, got the month ${quoted(text)}: if the meter was read at the start or end of the month, give --stamps start or --stamps end`,
    };
  }
  const day = readDate(text);
  if (day !== null) return isoOf(startOfDay(zone, stamps === 'end' ? day + DAY : day));
  const hasZone = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const wall = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return { problem: `must be a date such as 2024-01-31, got ${quoted(text)}`, text };
  const [moment] = hasZone ? [wall] : zone.instantsOf(wall);
  return moment === undefined
    ? { problem: `does not exist in ${zone.name}: clocks skip this time, got ${quoted(text)}`, text }
    : isoOf(moment);
}

/**
 * Reads the month of a use, in the zone. A date must be its first or last day; with `--stamps end`, a first day ends the
 * month before.
 * @param text a date as ISO 8601, or a month
 */
function useMonth(text: string, zone: Zone, stamps: Stamps): Span | Unreadable {
  const named = readWrittenMonth(text);
  const day = named === null ? readDate(text.replace(MIDNIGHT, '')) : monthStart(named, 0);
  const isFirst = day !== null && new Date(day).getUTCDate() === 1;
  const isLast = day !== null && new Date(day + DAY).getUTCDate() === 1;
  if (day === null || (!isFirst && !isLast)) {
    return {
      problem: `must be a month such as Jan 2024, or the first or last day of a month, because this file has monthly consumption, got ${quoted(text)}`,
      text,
    };
  }
  const month = new Date(day).toISOString().slice(0, 7);
  const before = named === null && isFirst && stamps === 'end' ? 1 : 0;
  return spanOf(startOfDay(zone, monthStart(month, -before)), startOfDay(zone, monthStart(month, 1 - before)));
}

/** Returns the start of a month, or of one `after` months later, in milliseconds as if local time were UTC. */
function monthStart(month: string, after: number): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + after, 1);
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
