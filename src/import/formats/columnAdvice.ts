import { quoted } from '../../errors/suggest.js';
import { noticeRow, type SourceRow } from '../sourceRow.js';
import { cellAt, type CsvRecord } from './csvRecords.js';
import { plainName } from './meterColumns.js';
import { readWrittenDate } from './writtenDate.js';

/** The recognised parts of a table, which {@link columnAdvice} needs to judge an unknown column. */
export interface RecognisedColumns {
  /** Rows below the header. */
  readonly sample: readonly CsvRecord[];
  /** Indexes of the columns that name the meter. */
  readonly meters: readonly number[];
  /** Indexes of the recognised columns that state the time of a row. */
  readonly stamps: readonly number[];
  /** Whether no recognised column states the time of the day that rows need. */
  readonly needsTime: boolean;
  /** Whether neither a column nor an option identifies the meter. */
  readonly needsMeter: boolean;
}

/** A column by its label and its index. */
export interface Column {
  readonly label: string;
  readonly index: number;
}

/** Names of columns that state what a row measures, such as the channel. A meter may have rows of several kinds. */
const KINDS =
  /^(?:mq|mqid|measurement(?:quantity(?:id)?|type)|channel(?:id|no|number)?|suffix|nmisuffix|register(?:id|no|number)?|(?:energy)?direction|flow(?:direction)?|(?:data|energy|fuel|utility|commodity|supply|rate|reading|consumption)type|commodity|utility|fuel|importexport|obis(?:code)?|ratetypedescription)$/;
/** Values that a message quotes. */
const MAX_QUOTED = 3;
const MAX_SHOWN = 24;
/** A column with at least this many values, all different, holds notes, not kinds. */
const FEWEST_NOTES = 5;

/**
 * Advises on unrecognised columns. A column that holds the date or distinguishes kinds of rows is necessary. Without it
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
    ...dates.map((column) => `${quoted(column.label)} holds dates: give --map ${mapPair('date', column)}`),
    ...times.map(
      (column, index) =>
        `${quoted(column.label)} holds times: give --map ${mapPair(index === 0 ? 'time' : 'end', column)}`,
    ),
    ...meters.map(
      (column) =>
        `${quoted(column.label)} may name the meter: give --map ${mapPair('meter', column)}, or --account if the file is for one meter`,
    ),
    ...distinguishing.map((column) => distinguishingText(column, recognised.sample)),
    ...(rest.length === 0 ? [] : [`ignore ${list} with --ignore "${rest.map(optionName).join(',')}"`]),
  ].join('; ');
}

/**
 * Returns a notice for each skipped column that distinguishes kinds of rows: the imported rows may include reactive
 * energy or exports.
 */
export function mixedRows(
  skipped: readonly Column[],
  recognised: Pick<RecognisedColumns, 'sample' | 'meters' | 'stamps'>,
): readonly SourceRow[] {
  return skipped.flatMap((column) => {
    const [one, other] = [...new Set(filled(column.index, recognised.sample))];
    if (one === undefined || other === undefined || !distinguishesRows(column, recognised)) return [];
    const kinds = `The column ${quoted(column.label)} has rows with ${quoted(one)} and rows with ${quoted(other)}, and the import counts both as consumption`;
    const notice = `${kinds}. If one of them is not consumption, import only the other rows with --map where="${optionName(column)}=…".`;
    return [noticeRow(1, notice)];
  });
}

/** Returns a column as an option names it: by its position if its label has a comma or a quote. */
function optionName({ label, index }: Column): string {
  return /[,"]/.test(label) ? `#${index + 1}` : label;
}

/** Returns a pair for the `--map` option. */
function mapPair(role: string, column: Column): string {
  return `${role}="${optionName(column)}"`;
}

function distinguishingText(column: Column, sample: readonly CsvRecord[]): string {
  const values = [...new Set(filled(column.index, sample))].filter((value) => value.length <= MAX_SHOWN);
  const shown = values.slice(0, MAX_QUOTED).map((value) => quoted(value));
  const list = shown.length === 0 ? '' : ` (${shown.join(', ')}${values.length > shown.length ? ' …' : ''})`;
  const tells = values.length > 1 ? 'distinguishes' : 'may distinguish';
  return `${quoted(column.label)} ${tells} kinds of rows${list}: choose the rows to import, for example with --map where="${optionName(column)}=${values[0] ?? '…'}"`;
}

/** Whether all cells of a column are dates: in usual forms, `20240131`, or Excel's serial numbers. */
function holdsDates(index: number, sample: readonly CsvRecord[]): boolean {
  const cells = filled(index, sample);
  return cells.length > 0 && cells.every(isDate);
}

/** Whether all cells of a column are times of the day: `00:30`, or `00:00 - 00:30`. */
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

/** Whether all cells of a column may be meter numbers: digits, possibly with letters, and no dates. */
function holdsNumbers(index: number, sample: readonly CsvRecord[]): boolean {
  const cells = filled(index, sample);
  return cells.length > 0 && cells.every((cell) => /^(?=.*\d)[\p{L}\d\s/_'-]{4,}$/u.test(cell) && !isDate(cell));
}

/**
 * Whether the values of a column are kinds of measurement, such as channels of one meter. Decides by the name of the
 * column. Otherwise, rows of one meter must differ in a text with few values, or rows of the same meter and time in a
 * number of at most two digits. Dates, notes and quantities are not kinds.
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
  // A number may also vary with time, so the key includes the time.
  const keys = isText ? meters : [...meters, ...stamps];
  const byKey = new Map<string, string>();
  return sample.some(({ cells: row }) => {
    const key = keys.map((at) => row[at] ?? '').join('\n');
    const value = cellAt(row, index);
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, value);
    return before !== undefined && before !== value;
  });
}

/** Returns the filled cells of a column. A dash counts as empty. */
function filled(index: number, sample: readonly CsvRecord[]): readonly string[] {
  return sample.map(({ cells }) => cellAt(cells, index)).filter((cell) => !/^[-–—]*$/.test(cell));
}
