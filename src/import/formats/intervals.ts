import type { Zone } from '../../values/zone.js';
import { hiddenText } from '../localRun.js';
import type { SourceRow } from '../sourceRow.js';
import { asWritten, type WrittenKind } from './asWritten.js';
import { createLineCount } from './emptyLines.js';
import { BATCH, createAccountFinder, createFinder, type FormatContext } from './context.js';
import type { CsvRecord } from './csvRecords.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import { intervalForm, isNumbered, mixedNotices, readIntervalHeader, type IntervalHeader } from './intervalHeader.js';
import { namesColumns, type IntervalMap } from './intervalMap.js';
import { createIntervalPlaces } from './intervalPlaces.js';
import { createIntervalRecord, type IntervalRecord } from './intervalRecord.js';
import { badLine, badRow, intervalRow, leftOutRow, spanOf, unmatchedRow, type Data } from './meterRow.js';
import { meterText, type Found } from './meters.js';
import { createLastDays } from './lastDays.js';
import { HALF_HOUR } from './numberedPeriod.js';
import { createRowTotals, type Judged } from './rowTotals.js';
import { stampEnds, type StampEnds } from './stampEnds.js';
import { joinStampPairs } from './stampPairs.js';
import { createUnsaidStarts } from './unsaidStarts.js';
import { createRisingValues } from './risingValues.js';
import { createRowFilter } from './rowFilter.js';
import { createSoleSite } from './soleSite.js';
import { openTable } from './table.js';
import { createRowUnit, valueUnit } from './valueUnit.js';

/** A row that waits for its time. */
interface Row {
  readonly line: number;
  readonly record: IntervalRecord;
  readonly found: Found;
  readonly data: Data;
}

const HOUR = 3_600_000;

/**
 * Reads a table with a row for each interval: columns told by usual names, or as a map says. Rows of a meter are read in
 * order, so that what clocks show twice is told apart, and the length of an interval of which only one stamp is given.
 * @throws Error that begins with "the" when the header cannot be read, or the file does not tell how it is written
 */
export async function* intervalRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  const { map, recognised } = context;
  const opened = await openTable(texts, intervalForm(map), recognised);
  const table = namesColumns(map) ? opened : joinStampPairs(opened);
  const header = readIntervalHeader(
    table.header,
    { map, ignored: context.ignored, isOfAccount: context.account !== null },
    table.sample,
  );
  if (isNumbered(header.places) && context.stamps === 'end') {
    throw new Error('the rows number their half-hours, so --stamps is not for them');
  }
  const { zone, notices: ofZone } = zoneOfFile(header, context);
  if (zone) recognised('zone', zone.name);
  const ends = await stampEnds(table.records, header, context.stamps);
  const unitOfFile = valueUnit(header, table.above, context);
  tellHeader(header, ends, context);
  const find = namesMeter(header) ? createFinder(context) : createAccountFinder(context);
  const read = createIntervalRecord(header, ends, zone);
  const counts = createRowFilter(header.labels, map);
  const checkSite = namesMeter(header) ? null : createSoleSite(header.labels);
  const places = createIntervalPlaces<Row>(zone, lengthSaid(header, map));
  const hasBoth = header.places.end !== undefined && (header.places.start ?? header.places.date) !== undefined;
  const totals = hasBoth ? createRowTotals<Row>(map?.lengths === 'any') : null;
  const totalLines: number[] = [];
  const unitOfRow = createRowUnit(unitOfFile, map);
  const rising = createRisingValues(context.isResourceSaid);
  const lastDays = createLastDays();
  const unsaid = context.stamps === null && !ends.isCertain ? createUnsaidStarts() : null;

  /** A file that names no meter is of one account. */
  const inWords = (meter: string): string =>
    meter === '' && context.account !== null ? `account ${context.account}` : `meter ${meter}`;
  const outcomeRows = (outcome: Judged<Row>): readonly SourceRow[] => {
    const { line, record, found, data } = outcome.row;
    const { value, wrong } = record;
    if ('total' in outcome) {
      totalLines.push(line);
      return [leftOutRow(line, TOTAL, { ...data, ...spanOf(outcome.total.start, outcome.total.end) })];
    }
    if (!('period' in outcome)) {
      if (outcome.isSkipped && value === 0) return [leftOutRow(line, '0 in an hour that clocks skip', data)];
      return [badRow(line, wrong?.field ?? null, wrong?.problem ?? outcome.problem, data)];
    }
    const { period, hidden } = outcome;
    const notices =
      hidden && zone ? [{ line, names: [], values: [], notice: hiddenText(inWords(data.meter), hidden, zone) }] : [];
    const span = spanOf(period.start, period.end);
    const timed = { ...data, ...span };
    if (wrong) return [badRow(line, wrong.field, wrong.problem, timed), ...notices];
    if (value === null) return notices;
    const unit = unitOfRow(record.unit);
    if ('problem' in found) return [badRow(line, null, found.problem, timed), ...notices];
    if ('problem' in unit && 'account' in found) return [badRow(line, null, unit.problem, timed), ...notices];
    const power =
      'problem' in unit || unit.kilowatts === null ? null : (unit.kilowatts * (period.end - period.start)) / HOUR;
    const quantity = power === null ? Number(value) : Number((Number(value) * power).toPrecision(15));
    const own = 'problem' in unit ? (data.unit ?? null) : unit.unit;
    if ('unmatched' in found) {
      return [unmatchedRow(line, found.unmatched, { ...timed, value: quantity, unit: own }), ...notices];
    }
    rising.add(line, inWords(data.meter), quantity);
    lastDays.add(line, inWords(data.meter), period, record.isOfDates);
    unsaid?.measure(data.meter, period.end - period.start);
    const measured = { account: found.account, unit: own, isEstimated: record.isEstimated === true };
    return [intervalRow(line, span, quantity, measured), ...notices];
  };
  const rowsOf = (of: CsvRecord): readonly SourceRow[] => {
    const { line, cells, problem } = of;
    if (problem !== undefined || cells.length !== header.labels.length) {
      return [badLine(of, null, problem ?? `has ${cells.length} columns, the header ${header.labels.length}`, '')];
    }
    const other = counts(cells);
    if (other !== null) return [leftOutRow(line, other, { meter: '', start: '', value: null })];
    checkSite?.(cells);
    const record = read(cells);
    const start = [header.places.date, header.places.start, header.places.time]
      .map((at) => (at === undefined ? '' : cells[at]))
      .join(' ')
      .trim();
    const found = find(record.meter);
    const meter = meterText(record.meter);
    const { value, isEstimated } = record;
    const data = {
      ...{ meter, start, value, unit: record.unit ?? unitOfFile.unit },
      ...(isEstimated === undefined ? {} : { isEstimated }),
      ...('account' in found ? { account: found.account } : {}),
    };
    if (record.stamps === null) return [badRow(line, record.wrong.field, record.wrong.problem, data)];
    unsaid?.add(meter, start);
    const number = typeof value === 'number' ? value : null;
    const outcomes = places.add(meter, record.stamps, { line, record, found, data }, number);
    const judged = totals === null ? outcomes : outcomes.flatMap((outcome) => totals.add(meter, outcome));
    return judged.flatMap(outcomeRows);
  };

  const count = createLineCount();
  const written = asWritten(
    { ...table, records: count.lines(ends.records) },
    kindsOf(header),
    context.writing,
    recognised,
  );
  let rows: SourceRow[] = [];
  for await (const records of written) {
    for (const record of records) {
      rows.push(...rowsOf(record));
      if (rows.length < BATCH) continue;
      count.rows(rows.length);
      yield rows;
      rows = [];
    }
  }
  const last = [...places.end(), ...(totals?.end() ?? [])];
  const remaining = [...rows, ...last.flatMap(outcomeRows)];
  count.rows(remaining.length);
  yield [...remaining, ...count.leftOut()];
  unsaid?.check(inWords);
  const mixed = Object.keys(map?.where ?? {}).length > 0 ? [] : mixedNotices(header, table.sample);
  yield [
    ...ofZone,
    ...mixed,
    ...totalNotice(totalLines),
    ...rising.notices(),
    ...lastDays.notices(),
    ...table.notices(),
  ];
}

/** The length of intervals that is known before any row, in milliseconds; null: the rows tell. */
function lengthSaid({ places }: IntervalHeader, map: IntervalMap | null): number | null {
  if (isNumbered(places)) return HALF_HOUR;
  return map?.minutes === undefined ? null : map.minutes * 60_000;
}

/** Why a total is left out. */
const TOTAL = 'total of other rows';
/** Lines that a notice names. */
const MOST_NAMED = 5;

/** What to say of the totals that were left out. */
function totalNotice(lines: readonly number[]): readonly SourceRow[] {
  const [first] = lines;
  if (first === undefined) return [];
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : '';
  const named = `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.slice(0, MOST_NAMED).join(', ')}${more}`;
  const notice = `${named} ${lines.length === 1 ? 'is a total' : 'are totals'} of other rows and left out, by start and end.`;
  return [{ line: first, names: [], values: [], notice }];
}

/** The zone of stamps that carry none: the one that the header names goes before the one that is said. */
function zoneOfFile(
  { labels, places }: IntervalHeader,
  { zone: said }: FormatContext,
): { readonly zone: Zone | null; readonly notices: readonly SourceRow[] } {
  const columns = [places.start, places.end, places.date, places.time];
  const named = zoneOfLabels(columns.flatMap((place) => (place === undefined ? [] : (labels[place] ?? []))));
  if (named === null) return { zone: said, notices: [] };
  return { zone: named.zone, notices: said === null ? [] : zoneNotice(named.label, named.zone, said) };
}

/** Which columns have numbers and dates as people write them. */
function kindsOf({ labels, places }: IntervalHeader): readonly (WrittenKind | null)[] {
  const dates = [places.start, places.end, places.date];
  return labels.map((_, place) => (place === places.value ? 'number' : dates.includes(place) ? 'date' : null));
}

function tellHeader(
  { labels, places, aside }: IntervalHeader,
  { isOfEnds, toldBy }: StampEnds,
  { recognised }: FormatContext,
): void {
  const held = Object.entries(places).map(([role, place]) => `${labels[place] ?? ''} (${role})`);
  recognised('columns', held.join(', '));
  if (aside.length > 0) recognised('columns left aside', aside.join(', '));
  if (places.end === undefined || isOfEnds) {
    const end = `the end of each interval${toldBy === null ? '' : ` (told by ${toldBy})`}`;
    recognised('stamps', isOfEnds ? end : 'the start of each interval (else say --stamps end)');
  }
}

function namesMeter({ places }: IntervalHeader): boolean {
  return [places.meter, places.point, places.serial].some((place) => place !== undefined);
}
