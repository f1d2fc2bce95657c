import { quoted } from '../../errors/suggest.js';
import { conversionOf, unitsOf } from '../../usage/units.js';
import { textOfCell } from '../../values/csv.js';
import { isProblem } from '../../values/scalars.js';
import { readWrittenCells, type WritingOptions } from '../formats/writtenCells.js';
import { type CsvRecord, recordProblem } from '../formats/csvRecords.js';
import { ignoring, openTable, type Recognised } from '../formats/table.js';
import type { Cell } from '../readCell.js';
import type { FieldProblem } from '../sourceRow.js';
import {
  countPortfolioColumns,
  nearestTitles,
  sheetColumn,
  type PortfolioRecord,
  type SheetColumn,
} from './columns.js';
import { readPortfolioCell } from './values.js';

/** The most rows of a portfolio sheet. Memory holds all rows while names are resolved. */
export const MAX_ROWS = 20_000;

/** The company in the example rows of the template begins with this text. */
export const EXAMPLE = '(example)';

/** The fields of one record in a row, by path. Null: the cell is empty. Absent: the sheet has no such column. */
export type Fields = ReadonlyMap<string, Cell>;

/** A valid row of a portfolio sheet. */
export interface PortfolioRow {
  readonly line: number;
  /** The text of the line. */
  readonly text: string;
  readonly fields: Readonly<Record<PortfolioRecord, Fields>>;
}

/** A row that cannot be imported. */
export interface BadRow {
  readonly line: number;
  readonly text: string;
  readonly problems: readonly FieldProblem[];
}

export interface PortfolioSheet {
  readonly rows: readonly PortfolioRow[];
  readonly bad: readonly BadRow[];
  /** The number of example rows of the template, which the reader skips. */
  readonly examples: number;
  readonly notices: readonly string[];
  /** Returns the title of a field's column in this sheet; without such a column, the name of the field. */
  readonly labelOf: (record: PortfolioRecord, field: string) => string;
}

/**
 * Reads a portfolio sheet: a row for each meter, or for a site without meters.
 * @param options the form of numbers, and the columns to ignore
 * @throws Error that begins with "the" if the header has unrecognised columns, or the sheet has too many rows
 */
export async function readSheet(
  texts: AsyncIterable<string>,
  options: WritingOptions & { readonly ignore: readonly string[] },
  recognised: Recognised,
): Promise<PortfolioSheet> {
  const form = {
    countNames: countPortfolioColumns,
    keys: keyColumns,
    description: 'a portfolio (a type, a site, and a number or name of the meter)',
  };
  const table = await openTable(texts, form, recognised);
  const columns = readHeader(table.header, options.ignore);
  recognised('columns', columns.map(({ label, column }) => `${label} (${column.record})`).join(', '));
  const kinds = table.header.map((_, index) => {
    const form = columns.find((one) => one.index === index)?.column.form;
    return form === 'number' ? ('number' as const) : null;
  });
  const rows: PortfolioRow[] = [];
  const bad: BadRow[] = [];
  let examples = 0;
  for await (const batch of readWrittenCells(table, kinds, options, recognised)) {
    for (const record of batch) {
      if (isExample(record, columns)) {
        examples += 1;
        continue;
      }
      const row = readRow(record, table.header.length, columns);
      if ('problems' in row) bad.push(row);
      else rows.push(row);
      if (rows.length + bad.length > MAX_ROWS) {
        throw new Error(
          `the sheet has more than ${MAX_ROWS.toLocaleString('en')} rows: split it, for example by company`,
        );
      }
    }
  }
  return {
    rows,
    bad,
    examples,
    notices: table.notices().flatMap(({ notice }) => notice ?? []),
    labelOf: (record, field) =>
      columns.find(({ column }) => column.record === record && column.field === field)?.label ?? field,
  };
}

/** Returns the indexes of the key columns. A line that fills none of them is not a row. */
function keyColumns(header: readonly string[]): readonly number[] {
  return header.flatMap((label, index) => {
    const column = sheetColumn(label, index)?.column;
    const isKey = column?.record === 'site' || column?.record === 'meter';
    return isKey ? [index] : [];
  });
}

/** Whether several columns may state the field: each row fills one of them, or they hold parts of the value. */
function mayRepeat({ column }: SheetColumn): boolean {
  return column.isJoined === true || column.field === 'meterPointNumber';
}

/**
 * Recognises the columns of a header.
 * @throws Error that begins with "the header" and names the columns that are not recognised, or that state one field
 * twice
 */
function readHeader(header: readonly string[], ignore: readonly string[]): readonly SheetColumn[] {
  const isIgnored = ignoring(ignore);
  const columns: SheetColumn[] = [];
  const unknown: string[] = [];
  for (const [index, label] of header.entries()) {
    if (isIgnored(label)) continue;
    const match = sheetColumn(label, index);
    if (match === null) {
      unknown.push(label);
      continue;
    }
    const same = columns.find(
      ({ column }) => column.record === match.column.record && column.field === match.column.field,
    );
    if (same && !mayRepeat(match)) {
      const names = `${quoted(same.label)} and ${quoted(label)}`;
      throw new Error(
        `the header has two columns for ${match.column.title}, ${names}: rename one (udg template shows the names), or ignore it with --ignore ${quoted(label)}`,
      );
    }
    columns.push(match);
  }
  const [first] = unknown;
  if (first === undefined) return columns;
  const suggestions = nearestTitles(first).map((title) => quoted(title));
  const hint = suggestions.length === 0 ? '' : ` (did you mean ${suggestions.join(' or ')}?)`;
  const list = unknown.map((label) => quoted(label)).join(', ');
  const many = unknown.length === 1 ? 'an unknown column' : 'unknown columns';
  throw new Error(
    `the header has ${many}: ${list}${hint}; rename (udg template shows the names), or ignore with --ignore ${JSON.stringify(unknown.join(','))}`,
  );
}

function isExample({ cells }: CsvRecord, columns: readonly SheetColumn[]): boolean {
  const company = columns.find(({ column }) => column.record === 'company' && column.field === 'name');
  return (cells[company?.index ?? -1] ?? '').trim().toLowerCase().startsWith(EXAMPLE);
}

function readRow(record: CsvRecord, width: number, columns: readonly SheetColumn[]): PortfolioRow | BadRow {
  const { line, cells, text } = record;
  const reason = recordProblem(record, width);
  if (reason !== null) return { line, text, problems: [{ field: null, reason }] };
  const problems: FieldProblem[] = [];
  const fields = {
    company: new Map<string, Cell>(),
    entity: new Map<string, Cell>(),
    site: new Map<string, Cell>(),
    meter: new Map<string, Cell>(),
  };
  for (const one of columns) {
    const { column, label, index } = one;
    const target = fields[column.record];
    const cell = textOfCell(cells[index] ?? '').trim();
    const previous = target.get(column.field) ?? null;
    if (cell === '') {
      target.set(column.field, previous);
      continue;
    }
    const value = readPortfolioCell(column, cell);
    if (isProblem(value)) problems.push({ field: label, reason: value.problem });
    else if (previous === null) target.set(column.field, value.value);
    else if (column.isJoined === true) target.set(column.field, `${valueText(previous)}, ${valueText(value.value)}`);
    else if (previous !== value.value) {
      const what = column.field === 'meterPointNumber' ? 'the meter point ' : '';
      const reason = `is ${quoted(cell)}, but another column of the row has ${what}${quoted(valueText(previous))}`;
      problems.push({ field: label, reason });
    }
    if (one.areaUnit !== null && (fields.site.get('floorAreaUnit') ?? null) === null) {
      target.set('floorAreaUnit', one.areaUnit);
    }
  }
  // Checks for missing values only if all cells are readable: an unreadable cell would count as missing.
  if (problems.length === 0) problems.push(...rowProblems(fields, columns));
  return problems.length > 0 ? { line, text, problems } : { line, text, fields };
}

function valueText(value: Cell): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that identify a meter. A row without any of them describes a site without meters. */
const METER_NAMES: readonly string[] = ['_id', 'meterPointNumber', 'meterSerialNumber', 'name'];

/** Whether a row has any field of a meter. Other rows describe a site. */
export function hasMeter(meter: Fields): boolean {
  return [...meter.values()].some((value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

/** Returns the problems of a row: empty required cells, and a unit that does not fit the type. */
function rowProblems(
  { site, meter }: PortfolioRow['fields'],
  columns: readonly SheetColumn[],
): readonly FieldProblem[] {
  const labels = (record: PortfolioRecord, fields: readonly string[]): string =>
    columns
      .flatMap(({ column, label }) => (column.record === record && fields.includes(column.field) ? [label] : []))
      .join(' or ');
  const problems: FieldProblem[] = [];
  const names = ['siteName', 'siteCode', '_id'];
  if (names.every((field) => (site.get(field) ?? null) === null)) {
    problems.push({ field: labels('site', names), reason: 'is required' });
  }
  if (!hasMeter(meter)) return problems;
  const [type, unit] = [meter.get('type') ?? null, meter.get('meterUnits') ?? null];
  if (type === null) problems.push({ field: labels('meter', ['type']), reason: 'is required for a meter' });
  if (METER_NAMES.every((field) => (meter.get(field) ?? null) === null)) {
    problems.push({ field: labels('meter', METER_NAMES), reason: 'is required: fill the name of the meter' });
  }
  if (typeof type === 'string' && typeof unit === 'string' && conversionOf(type, unit, 1) === null) {
    const reason = `is ${quoted(unit)}, which is not a unit of ${type}; allowed are ${unitsOf(type).join(', ')} or another spelling of these`;
    problems.push({ field: labels('meter', ['meterUnits']), reason });
  }
  return problems;
}
