import { quoted } from '../../errors/suggest.js';
import { textOfCell } from '../../values/csv.js';
import { isProblem, type Parsed, parseNumber } from '../../values/scalars.js';
import type { SourceRow } from '../sourceRow.js';
import type { CsvRecord } from './csvRecords.js';
import { type DayPeriods, type Period, readDate } from './daySpans.js';
import type { MissedHours } from './halfHourlyGaps.js';
import type { HalfHourlyHeader } from './halfHourlyHeader.js';
import type { WrongCell } from './intervalRecord.js';
import { readFlag } from './meterColumns.js';
import { badLine, badRow, type Data, intervalRow, skippedRow, unmatchedRow } from './meterRow.js';
import { type Found, type MeterName, type Meters, meterText } from './meters.js';
import { energyOf, type UnitOfRow } from './valueUnit.js';

/** What the reader of a line needs beside the header. */
export interface LineNeeds {
  readonly periods: DayPeriods;
  readonly find: Meters['find'];
  /** Returns why a line does not count; null where it does. */
  readonly counts: (cells: readonly string[]) => string | null;
  readonly missed: MissedHours;
  /** Checks that a file without meters is of one site; null: it names meters. */
  readonly checkSite: ((cells: readonly string[]) => void) | null;
  /** Returns the unit of a line, by the one that it states. */
  readonly unitOfRow: (stated: string | null) => UnitOfRow;
}

/** A line whose meter, date, flag and unit could be read. */
interface DayLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly meter: string;
  readonly date: string;
  /** Midnight, in milliseconds as if it were UTC. */
  readonly dayMs: number;
  /** Where a period has no flag of its own. */
  readonly isEstimated: boolean;
  readonly found: Exclude<Found, { readonly problem: string }>;
  readonly unit: Exclude<UnitOfRow, { readonly problem: string }>;
}

/** A day is also written with the time that it begins at. */
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/;

/** Minutes. */
const HALF_HOUR = 30;
const HOUR = 60;

/** Turns the lines of a wide file into rows. */
export class HalfHourlyLines {
  readonly #header: HalfHourlyHeader;
  readonly #needs: LineNeeds;

  constructor(header: HalfHourlyHeader, needs: LineNeeds) {
    this.#header = header;
    this.#needs = needs;
  }

  /** Adds the rows of a line. */
  read(record: CsvRecord, rows: SourceRow[]): void {
    const { line, cells, problem } = record;
    const { labels, date, periods } = this.#header;
    if (problem !== undefined || cells.length !== labels.length) {
      rows.push(badLine(record, null, problem ?? `has ${cells.length} columns, the header ${labels.length}`, ''));
      return;
    }
    const meter = meterOf(cells, this.#header);
    const name = meterText(meter);
    const reason = this.#needs.counts(cells);
    if (reason !== null) {
      const filled = periods.places.filter((place) => cellAt(cells, place) !== '');
      const data = { meter: name, start: cellAt(cells, date), value: null };
      rows.push(...filled.map(() => skippedRow(line, reason, data)));
      return;
    }
    this.#needs.checkSite?.(cells);
    const day = this.#dayOf(record, meter, name);
    if ('problem' in day) rows.push(badLine(record, day.field, day.problem, name));
    else this.#addPeriods(day, rows);
  }

  /** Reads what a line says of all its periods; or returns what is wrong with it. */
  #dayOf({ line, cells }: CsvRecord, name: MeterName, meter: string): DayLine | WrongCell {
    const header = this.#header;
    const date = cellAt(cells, header.date);
    const dayMs = readDate(date.replace(MIDNIGHT, ''));
    if (dayMs === null) {
      return { field: this.#label(header.date), problem: `must be a date such as 2024-01-31, got ${quoted(date)}` };
    }
    const flag = cellAt(cells, header.estimated);
    const isEstimated = readFlag(flag);
    if (isEstimated === undefined) {
      return { field: this.#label(header.estimated), problem: `must be A or E, got ${quoted(flag)}` };
    }
    const found = this.#needs.find(name);
    if ('problem' in found) {
      return { field: this.#label(header.either ?? header.point ?? header.serial), problem: found.problem };
    }
    const stated = cellAt(cells, header.unit);
    const unit = this.#needs.unitOfRow(stated === '' ? null : stated);
    if ('problem' in unit) return { field: this.#label(header.unit), problem: unit.problem };
    return { line, cells, meter, date, dayMs, isEstimated, found, unit };
  }

  #addPeriods(day: DayLine, rows: SourceRow[]): void {
    const spans = this.#needs.periods(day.dayMs);
    let hasData = false;
    for (const [index, place] of this.#header.periods.places.entries()) {
      const quantity = cellAt(day.cells, place);
      const span = spans[index];
      if (quantity === '' || span === undefined) continue;
      rows.push(this.#periodRow(day, index, quantity, span));
      hasData ||= !('problem' in span);
    }
    if (hasData && 'account' in day.found) this.#needs.missed.add(day.line, day.dayMs, day.meter);
  }

  #periodRow(day: DayLine, index: number, quantity: string, span: Period): SourceRow {
    const { line, found, unit } = day;
    const { periods, flags } = this.#header;
    const field = this.#label(periods.places[index] ?? null) ?? '';
    const number = parseNumber(quantity);
    const flagPlace = flags?.[index] ?? null;
    const flag = cellAt(day.cells, flagPlace);
    const isEstimated = flag === '' ? day.isEstimated : readFlag(flag);
    if ('problem' in span) {
      const data = this.#dataOf(day, field, quantity, number, isEstimated);
      if (!isProblem(number) && number.value === 0) {
        return skippedRow(line, `0 in a period that ${span.problem}`, data);
      }
      if ('unmatched' in found) return unmatchedRow(line, found.unmatched, data);
      return badRow(line, field, span.problem, data);
    }
    if (!('unmatched' in found) && !isProblem(number) && isEstimated !== undefined) {
      const value = energyOf(number.value, unit.kilowatts, periods.length, HOUR);
      return intervalRow(line, span, value, { account: found.account, unit: unit.unit, isEstimated });
    }
    const data = { ...this.#dataOf(day, field, quantity, number, isEstimated), ...span };
    if ('unmatched' in found) return unmatchedRow(line, found.unmatched, data);
    if (isProblem(number)) return badRow(line, field, `must be a number, got ${quoted(quantity)}`, data);
    return badRow(line, this.#label(flagPlace) ?? field, `must be A or E, got ${quoted(flag)}`, data);
  }

  /** Returns what is known of a period that is no record, but for its time. */
  #dataOf(
    { meter, date, found, unit }: DayLine,
    field: string,
    quantity: string,
    number: Parsed<number>,
    isEstimated: boolean | undefined,
  ): Data {
    const account = 'account' in found ? found.account : undefined;
    const isHalfHourly = this.#header.periods.length === HALF_HOUR;
    const value = isProblem(number) ? quantity : number.value;
    return { meter, account, unit: unit.unit, isHalfHourly, isEstimated, start: `${date} ${field}`, value };
  }

  #label(place: number | null): string | null {
    return place === null ? null : (this.#header.labels[place] ?? null);
  }
}

function cellAt(cells: readonly string[], place: number | null): string {
  return place === null ? '' : (cells[place] ?? '').trim();
}

/** A number that may be either is that of the point where there is a serial number too, and not needed where both are. */
function meterOf(cells: readonly string[], header: HalfHourlyHeader): MeterName {
  const text = (place: number | null): string | undefined =>
    place === null ? undefined : textOfCell(cellAt(cells, place));
  const [point, serial, either] = [text(header.point), text(header.serial), text(header.either)];
  return point === undefined && serial === undefined ? { either } : { point: point ?? either, serial };
}
