import { quoted } from '../../errors/suggest.js';
import { isProblem, parseNumber } from '../../values/scalars.js';
import { textOfCell } from '../../values/csv.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { asWritten } from './asWritten.js';
import { mixedRows, type Column } from './columnAdvice.js';
import { columnPlaces } from './columnPlace.js';
import { BATCH, createAccountFinder, createFinder, type FormatContext } from './context.js';
import type { CsvRecord } from './csvRecords.js';
import { clockPeriods, countedPeriods, type DayPeriods, readDate } from './daySpans.js';
import { createLineCount } from './emptyLines.js';
import { createMissedHours, type MissedHours } from './halfHourlyGaps.js';
import { halfHourlyForm, type HalfHourlyHeader, readHalfHourlyHeader } from './halfHourlyHeader.js';
import { isSameUnit } from './headerUnit.js';
import { zoneNotice, zoneOfLabels } from './headerZone.js';
import { readFlag } from './meterColumns.js';
import { badLine, badRow, type Data, intervalRow, leftOutRow, unmatchedRow } from './meterRow.js';
import { type MeterName, type Meters, meterText } from './meters.js';
import { createRowFilter } from './rowFilter.js';
import { createSoleSite } from './soleSite.js';
import { openTable, type Recognised } from './table.js';
import { createRowUnit, unitAbove, type UnitOfRow } from './valueUnit.js';

/**
 * Reads a wide file: a line for each date, maybe of a meter, a column for each period of the day, and maybe one for its
 * flag. The dates are days of the zone, or of UTC where the header says so. Columns with the clock's labels hold what clocks
 * showed; numbered columns count real time from midnight on. An empty cell is no record, nor is a 0 for a time that the day
 * does not have, as files fill the hour that clocks skip. Totals, names of sites and columns that are ignored are left aside.
 * @throws Error when there is no zone, or the header cannot be read
 */
export async function* halfHourlyRows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  const { map, stamps, ignored, recognised } = context;
  const table = await openTable(texts, halfHourlyForm(map), recognised);
  const isOfAccount = context.account !== null;
  const header = readHalfHourlyHeader(table.header, { map, stamps, ignored, isOfAccount }, table.sample);
  const named = zoneOfLabels([header.labels[header.date] ?? '']);
  const zone = named?.zone ?? context.zone;
  if (zone === null) {
    throw new Error('the stamps have no time zone: say which with --timezone, for example --timezone Europe/London');
  }
  const unit = unitOf(header, table.above, context);
  tellHeader(header, zone, recognised);
  const isNamed = [header.point, header.serial, header.either].some((place) => place !== null);
  const find = isNamed ? createFinder(context) : createAccountFinder(context);
  const { places, length, starts } = header.periods;
  const periods = starts ? clockPeriods(zone, starts, length) : countedPeriods(zone, places.length, length);
  const isPeriodPlace = new Set(places);
  const missed = createMissedHours(periods, zone.name, starts === null);
  const counts = createRowFilter(header.labels, map);
  const checkSite = isNamed ? null : createSoleSite(header.labels);
  const unitOfRow = createRowUnit({ unit, problem: null }, map);
  const read = recordReader(header, periods, { find, counts, missed, checkSite, unitOfRow });
  const kinds = header.labels.map((_, place) =>
    place === header.date ? 'date' : isPeriodPlace.has(place) ? 'number' : null,
  );
  const count = createLineCount();
  const counted = { ...table, records: count.lines(table.records) };
  for await (const records of asWritten(counted, kinds, context.writing, context.recognised)) {
    let rows: SourceRow[] = [];
    for (const record of records) {
      read(record, rows);
      if (rows.length < BATCH) continue;
      count.rows(rows.length);
      yield rows;
      rows = [];
    }
    count.rows(rows.length);
    if (rows.length > 0) yield rows;
  }
  const ofZone = named && context.zone ? zoneNotice(named.label, zone, context.zone) : [];
  const mixed = mixedRows(ignoredColumns(header.labels, ignored), {
    sample: table.sample,
    meters: [header.point, header.serial, header.either].flatMap((place) => place ?? []),
    stamps: [header.date],
  });
  yield [...count.leftOut(), ...ofZone, ...mixed, ...table.notices(), ...missed.notices()];
}

function ignoredColumns(labels: readonly string[], ignored: readonly string[]): readonly Column[] {
  const left = new Set(ignored.flatMap((name) => columnPlaces(labels, name)));
  return labels.flatMap((label, place) => (left.has(place) ? [{ label, place }] : []));
}

/**
 * The unit of values whose line states none: that of the labels, else the one that is said; null: the account's.
 * @throws Error that begins with "the header" when they contradict each other
 */
function unitOf(
  { periods: { unit }, unit: column }: HalfHourlyHeader,
  above: readonly CsvRecord[],
  { unit: said, isFolder }: FormatContext,
): string | null {
  const elsewhere = unit === null && said === null && column === null ? unitAbove(above) : null;
  if (elsewhere !== null) {
    throw new Error(`the unit of the periods is not certain: the header ${elsewhere}; say the unit with --unit`);
  }
  if (unit === null || said === null || isFolder || isSameUnit(unit, said)) return unit ?? said;
  throw new Error(
    `the header states the unit ${unit}, and --unit says ${said}: leave out --unit, or correct the header`,
  );
}

function tellHeader({ aside, periods }: HalfHourlyHeader, zone: Zone, recognised: Recognised): void {
  recognised('zone', zone.name);
  if (periods.isOfEnds) recognised('stamps', 'the end of each period');
  if (periods.unit !== null) recognised('unit', `${periods.unit}, told by the header`);
  if (aside.length > 0) recognised('columns left aside', aside.join(', '));
}

/** What the reader of a record needs beside the header. */
interface RecordNeeds {
  readonly find: Meters['find'];
  /** Why a line does not count; null where it does. */
  readonly counts: (cells: readonly string[]) => string | null;
  readonly missed: MissedHours;
  /** Checks that a file without meters is of one site; null: it names meters. */
  readonly checkSite: ((cells: readonly string[]) => void) | null;
  /** The unit of a line, by the one that it states. */
  readonly unitOfRow: (stated: string | null) => UnitOfRow;
}

/** A day is also written with the time that it begins at. */
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/;

/** Minutes. */
const HOUR = 60;

/** Makes what adds the rows of a record. */
function recordReader(
  header: HalfHourlyHeader,
  dayPeriods: DayPeriods,
  { find, counts, missed, checkSite, unitOfRow }: RecordNeeds,
): (record: CsvRecord, rows: SourceRow[]) => void {
  const { labels, periods, flags } = header;
  const cell = (cells: readonly string[], place: number | null): string | undefined =>
    place === null ? undefined : (cells[place] ?? '').trim();
  const text = (cells: readonly string[], place: number | null): string | undefined =>
    place === null ? undefined : textOfCell((cells[place] ?? '').trim());
  const label = (place: number | null): string | null => (place === null ? null : (labels[place] ?? null));

  return (record, rows) => {
    const { line, cells, problem } = record;
    if (problem !== undefined || cells.length !== labels.length) {
      rows.push(badLine(record, null, problem ?? `has ${cells.length} columns, the header ${labels.length}`, ''));
      return;
    }
    const meter = meterOf(text(cells, header.point), text(cells, header.serial), text(cells, header.either));
    const date = cell(cells, header.date) ?? '';
    const name = meterText(meter);
    const other = counts(cells);
    if (other !== null) {
      const filled = periods.places.filter((place) => (cells[place] ?? '').trim() !== '');
      rows.push(...filled.map(() => leftOutRow(line, other, { meter: name, start: date, value: null })));
      return;
    }
    checkSite?.(cells);
    const whole = (field: string | null, reason: string): void => {
      rows.push(badLine(record, field, reason, name));
    };
    const day = readDate(date.replace(MIDNIGHT, ''));
    if (day === null) {
      whole(label(header.date), `must be a date such as 2024-01-31, got ${quoted(date)}`);
      return;
    }
    const flag = cell(cells, header.estimated) ?? '';
    const isEstimated = readFlag(flag);
    if (isEstimated === undefined) {
      whole(label(header.estimated), `must be A or E, got ${quoted(flag)}`);
      return;
    }
    const found = find(meter);
    if ('problem' in found) {
      whole(label(header.either ?? header.point ?? header.serial), found.problem);
      return;
    }
    const stated = cell(cells, header.unit) ?? '';
    const unit = unitOfRow(stated === '' ? null : stated);
    if ('problem' in unit) {
      whole(label(header.unit), unit.problem);
      return;
    }
    const of = unit.unit;
    /** A mean of power is energy over its period. */
    const energy = (value: number): number =>
      unit.kilowatts === null ? value : Number((value * ((unit.kilowatts * periods.length) / HOUR)).toPrecision(15));
    const spans = dayPeriods(day);
    const account = 'account' in found ? found.account : undefined;
    const isHalfHourly = periods.length === 30;
    /** What is known of a period that is no record, but for its time. */
    const dataOf = (field: string, quantity: string, isOwn: boolean | undefined): Data => {
      const number = parseNumber(quantity);
      const value = isProblem(number) ? quantity : number.value;
      return { meter: name, account, unit: of, isHalfHourly, isEstimated: isOwn, start: `${date} ${field}`, value };
    };
    let isFilled = false;
    for (const [index, place] of periods.places.entries()) {
      const quantity = (cells[place] ?? '').trim();
      const span = spans[index];
      if (quantity === '' || span === undefined) continue;
      const field = labels[place] ?? '';
      const value = parseNumber(quantity);
      const flagPlace = flags === null ? null : (flags[index] ?? null);
      const own = flagPlace === null ? '' : (cell(cells, flagPlace) ?? '');
      const isOwn = own === '' ? isEstimated : readFlag(own);
      if ('problem' in span && !isProblem(value) && value.value === 0) {
        rows.push(leftOutRow(line, `0 in a period that ${span.problem}`, dataOf(field, quantity, isOwn)));
      } else if ('unmatched' in found) {
        const time = 'problem' in span ? {} : span;
        rows.push(unmatchedRow(line, found.unmatched, { ...dataOf(field, quantity, isOwn), ...time }));
      } else if ('problem' in span) {
        rows.push(badRow(line, field, span.problem, dataOf(field, quantity, isOwn)));
      } else {
        isFilled = true;
        if (isProblem(value)) {
          const problem = `must be a number, got ${quoted(quantity)}`;
          rows.push(badRow(line, field, problem, { ...dataOf(field, quantity, isOwn), ...span }));
        } else if (isOwn === undefined) {
          const problem = `must be A or E, got ${quoted(own)}`;
          rows.push(badRow(line, label(flagPlace) ?? field, problem, { ...dataOf(field, quantity, isOwn), ...span }));
        } else {
          rows.push(
            intervalRow(line, span, energy(value.value), { account: found.account, unit: of, isEstimated: isOwn }),
          );
        }
      }
    }
    if (isFilled && !('unmatched' in found)) missed.add(line, day, name);
  };
}

/** A number that may be either is that of the point where there is a serial number too, and not needed where both are. */
function meterOf(point: string | undefined, serial: string | undefined, either: string | undefined): MeterName {
  return point === undefined && serial === undefined ? { either } : { point: point ?? either, serial };
}
