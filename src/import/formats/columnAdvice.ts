import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import type { CsvRecord } from './csvRecords.js';
import { plainName } from './meterColumns.js';
import { readWrittenDate } from './writtenDate.js';

/** The recognised parts of a table, which {@link columnAdvice} needs to judge an unknown column. */
export interface RecognisedColumns {
  /** Rows below the header. */
  readonly sample: readonly CsvRecord[];
  /** Places of the columns that name the meter. */
  readonly meters: readonly number[];
  /** Places of the columns that state the time of a row: none where it is not recognised. */
  readonly stamps: readonly number[];
  /** Whether rows need a time of the day that no column is known to have. */
  readonly needsTime: boolean;
  /** Whether nothing else says whose the file is. */
  readonly needsMeter: boolean;
}

/** A column by its label and its place. */
export interface Column {
  readonly label: string;
  readonly index: number;
}

/** Names of columns that tell what a row measures: of one meter, rows of several such kinds come side by side. */
const KINDS =
  /^(?:mq|mqid|measurement(?:quantity(?:id)?|type)|channel(?:id|no|number)?|suffix|nmisuffix|register(?:id|no|number)?|(?:energy)?direction|flow(?:direction)?|(?:data|energy|fuel|utility|commodity|supply|rate|reading|consumption)type|commodity|utility|fuel|importexport|obis(?:code)?|ratetypedescription)$/;
/** Values that a message quotes. */
const MOST_QUOTED = 3;
const MOST_SHOWN = 24;
/** So many rows that all differ are notes, and no kinds. */
const FEWEST_NOTES = 5;

/**
 * Says what to do about unrecognised columns. A column that holds the date or tells rows apart is needed. Without it
 * the import would store reactive energy or exports as consumption, so the advice for it is never `--ignore`.
 * @returns clauses with semicolons between them
 */
export function columnAdvice(unknown: readonly Column[], recognised: RecognisedColumns): string {
  const dates = recognised.stamps.length > 0 ? [] : unknown.filter(({ index }) => holdsDates(index, recognised.sample));
  const times = recognised.needsTime ? unknown.filter(({ index }) => holdsTimes(index, recognised.sample)) : [];
  const meters = recognised.needsMeter ? unknown.filter(({ index }) => holdsNumbers(index, recognised.sample)) : [];
  const others = unknown.filter((column) => ![...dates, ...times, ...meters].includes(column));
  const distinguishing = others.filter((column) => distinguishesRows(column, recognised));
  const rest = others.filter((column) => !distinguishing.includes(column));
  const names = rest.map(({ label }) => quoted(label)).join(', ');
  const list = rest.length < unknown.length ? names : rest.length === 1 ? 'it' : 'them';
  return [
    ...dates.map((column) => `${quoted(column.label)} holds dates: say --map ${mapPair('date', column)}`),
    ...times.map(
      (column, index) =>
        `${quoted(column.label)} holds times: say --map ${mapPair(index === 0 ? 'time' : 'end', column)}`,
    ),
    ...meters.map(
      (column) =>
        `${quoted(column.label)} may name the meter: say --map ${mapPair('meter', column)}, or --account for one meter`,
    ),
    ...distinguishing.map((column) => distinguishingText(column, recognised.sample)),
    ...(rest.length === 0 ? [] : [`leave ${list} out with --ignore "${rest.map(optionName).join(',')}"`]),
  ].join('; ');
}

/**
 * Notes columns that are skipped although they tell rows apart: reactive energy or exports may be among the rows that
 * are imported.
 * @returns a row with a notice for each such column
 */
export function mixedRows(
  skipped: readonly Column[],
  recognised: Pick<RecognisedColumns, 'sample' | 'meters' | 'stamps'>,
): readonly SourceRow[] {
  return skipped.flatMap((column) => {
    const [one, other] = [...new Set(filled(column.index, recognised.sample))];
    if (one === undefined || other === undefined || !distinguishesRows(column, recognised)) return [];
    const kinds = `The import counts rows with ${quoted(one)} and with ${quoted(other)} in the column ${quoted(column.label)} alike`;
    const notice = `${kinds}; if one of them is not consumption, import only the other one with --map where="${optionName(column)}=…".`;
    return [{ line: 1, names: [], values: [], notice }];
  });
}

/** A column as an option names it: by its place where its name has a comma or a quote. */
function optionName({ label, index }: Column): string {
  return /[,"]/.test(label) ? `#${index + 1}` : label;
}

/** A pair of a map as it is typed. */
function mapPair(role: string, column: Column): string {
  return `${role}="${optionName(column)}"`;
}

function distinguishingText(column: Column, sample: readonly CsvRecord[]): string {
  const values = [...new Set(filled(column.index, sample))].filter((value) => value.length <= MOST_SHOWN);
  const shown = values.slice(0, MOST_QUOTED).map((value) => quoted(value));
  const list = shown.length === 0 ? '' : ` (${shown.join(', ')}${values.length > shown.length ? ' …' : ''})`;
  const tells = values.length > 1 ? 'tells' : 'may tell';
  return `${quoted(column.label)} ${tells} rows apart${list}: choose the rows to import, as in --map where="${optionName(column)}=${values[0] ?? '…'}"`;
}

/** Whether all of a column's cells are dates: as people write them, `20240131`, or Excel's serial numbers. */
function holdsDates(index: number, sample: readonly CsvRecord[]): boolean {
  const cells = filled(index, sample);
  return cells.length > 0 && cells.every(isDate);
}

/** Whether all of a column's cells are times of the day: `00:30`, or `00:00 - 00:30`. */
function holdsTimes(index: number, sample: readonly CsvRecord[]): boolean {
  const cells = filled(index, sample);
  return (
    cells.length > 0 && cells.every((cell) => /^\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?(?:\s*-.*)?$/i.test(cell))
  );
}

function isDate(cell: string): boolean {
  const isNumber = !Number.isNaN(Number(cell.replace(',', '.')));
  return (!isNumber || /^(?:\d{5}|\d{8})$/.test(cell)) && readWrittenDate(cell).some((reading) => reading !== null);
}

/** Whether all of a column's cells look like numbers of meters: digits, maybe with letters, and no dates. */
function holdsNumbers(index: number, sample: readonly CsvRecord[]): boolean {
  const cells = filled(index, sample);
  return cells.length > 0 && cells.every((cell) => /^(?=.*\d)[\p{L}\d\s/_'-]{4,}$/u.test(cell) && !isDate(cell));
}

/**
 * Whether the values of a column are kinds of measurement, such as channels of one meter. The name of the column says
 * so, or rows of one meter differ in a text with few values. A number of at most two digits counts only when two rows
 * of the same meter and time differ in it. Dates, notes and quantities are not kinds.
 */
function distinguishesRows(
  { label, index }: Column,
  { sample, meters, stamps }: Pick<RecognisedColumns, 'sample' | 'meters' | 'stamps'>,
): boolean {
  if (KINDS.test(plainName(label))) return true;
  const cells = filled(index, sample);
  if (cells.every(isDate)) return false;
  const isText = cells.some((cell) => !/\d/.test(cell) || /\p{L}{2}/u.test(cell));
  if (!isText && !cells.every((cell) => /^\d{1,2}$/.test(cell))) return false;
  const values = new Set(cells);
  if (isText && values.size === cells.length && cells.length >= FEWEST_NOTES) return false;
  // A number varies between rows for many reasons.
  const keys = isText ? meters : [...meters, ...stamps];
  const byKey = new Map<string, string>();
  return sample.some(({ cells: row }) => {
    const key = keys.map((at) => row[at] ?? '').join('\n');
    const value = (row[index] ?? '').trim();
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, value);
    return before !== undefined && before !== value;
  });
}

/** The cells of a column that hold something; dashes stand for nothing. */
function filled(index: number, sample: readonly CsvRecord[]): readonly string[] {
  return sample.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !/^[-–—]*$/.test(cell));
}
