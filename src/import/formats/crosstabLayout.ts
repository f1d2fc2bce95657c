import { quoted } from '../../errors/suggest.js';
import { headerUnit } from './headerUnit.js';
import { NEUTRAL_NAMES, RECORD_FIELDS, roleOf } from './intervalNames.js';
import { columnIndexes, DATE_NAMES, METER_COLUMNS, plainName, STAMP_NAMES } from './meterColumns.js';
import type { TableForm } from './table.js';
import { readTableHead } from './tableHead.js';
import { readWrittenDate, readWrittenMonth } from './writtenDate.js';
import { readWrittenNumber } from './writtenNumber.js';

/** The columns of a crosstab, by index. */
export interface CrosstabLayout {
  readonly labels: readonly string[];
  /** The column of dates or months, with a column for each meter; null: a row for each meter, a column for each time. */
  readonly date: number | null;
  /** The columns of values. */
  readonly values: readonly number[];
  /** With a row for each meter: the columns that name it, in order of precedence. */
  readonly meters: readonly { readonly index: number; readonly as: 'point' | 'serial' | 'either' }[];
  readonly unit: number | null;
  /** Titles of columns that are totals of others. */
  readonly totals: readonly string[];
}

const MONTH_NAMES = ['month', 'monat', 'mois', 'mes', 'mese', 'maand'];
const DATES: readonly string[] = [...DATE_NAMES, ...STAMP_NAMES, ...MONTH_NAMES];
/** Titles of a column with names of meters. */
const NAMES: readonly string[] = ['name', 'accountname', 'zahler', 'zahlername', 'compteur', 'contador', 'contatore'];
/** Columns that the import skips. */
const LEFT: readonly string[] = [...NEUTRAL_NAMES, 'type', 'fuel', 'utility', 'supplier', 'medium', 'art'];
const TOTAL =
  /^(?:(?:grand|overall|sub)[\s_-]*)?(?:totals?|sums?|averages?|summe|gesamt(?:summe)?|insgesamt|durchschnitt|totaal|totale?|somme|suma)(?:\s+\d{4})?$/i;

/** Whether a title, or the name of a row, is that of a total, with or without a unit. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text.trim()) || TOTAL.test(headerUnit(text.trim()).name.trim());
}

/** The form of the header. */
export const CROSSTAB_FORM: TableForm = {
  countNames: countCrosstabColumns,
  // Totals fill these columns too: the reader recognises them.
  keys: (labels) => labels.map((_, index) => index),
  description: 'meters and dates (Date, Elec main, Gas; or Meter, Jan 2024, Feb 2024)',
};

/**
 * Counts the titles of a header with columns of dates or months, or with one column of dates and titles that no other
 * format recognises. Returns 0 for another line.
 */
function countCrosstabColumns(cells: readonly string[]): number {
  const labels = cells.map(clean).filter((label) => label !== '');
  if (labels.length < 2 || labels.some((label) => RECORD_FIELDS.includes(plainName(label)))) return 0;
  const times = labels.filter(isTime);
  if (times.length > 1 || times.some((label) => readWrittenMonth(label) !== null)) return labels.length;
  const others = labels.filter((label) => !isDate(label));
  const isOfMeters = others.every((label) => [undefined, 'value'].includes(roleOf(label)));
  return times.length === 0 && others.length === labels.length - 1 && isOfMeters ? labels.length : 0;
}

/**
 * Whether the file is a table of meters and dates: its header has such titles, and at least half of the filled cells
 * below are numbers and dates.
 */
export function isCrosstab(head: string): boolean {
  const { header, below } = readTableHead(head, countCrosstabColumns);
  if (header === null) return false;
  const labels = header.cells.map(clean);
  const { date, values } = columnsOf(labels);
  const cellsOf = (indexes: readonly number[]): readonly string[] =>
    below.flatMap(({ cells }) => indexes.map((index) => clean(cells[index] ?? ''))).filter((cell) => cell !== '');
  const isMostly = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
    cells.length > 0 && cells.filter(is).length * 2 >= cells.length;
  return isMostly(cellsOf(values), isNumber) && (date === null || isMostly(cellsOf([date]), isMoment));
}

/** Whether a text is a date or a month. */
function isMoment(text: string): boolean {
  return readWrittenMonth(text) !== null || readWrittenDate(text).some((reading) => reading !== null);
}

/** Whether a title is a date or a month, and not a value such as 45,292, which may be Excel's number of a date. */
function isTime(label: string): boolean {
  return !isNumber(label) && isMoment(label);
}

function isNumber(text: string): boolean {
  return readWrittenNumber(text, false).some((reading) => reading !== null);
}

function isDate(label: string): boolean {
  return DATES.includes(plainName(label));
}

/** The columns of dates and of values. */
function columnsOf(
  labels: readonly string[],
  left: ReadonlySet<number> = new Set(),
): Pick<CrosstabLayout, 'date' | 'values'> {
  const indexesOf = (is: (label: string) => boolean): readonly number[] =>
    labels.flatMap((label, index) => (!left.has(index) && is(label) ? [index] : []));
  const times = indexesOf(isTime);
  if (times.length > 0) return { date: null, values: times };
  const [date = null] = indexesOf(isDate);
  return { date, values: indexesOf((label) => label !== '' && !isDate(label) && !isTotal(label)) };
}

/**
 * Reads the header of a crosstab.
 * @param ignored names of columns to skip
 * @throws Error that begins with "the header" if a column is missing or not recognised
 */
export function readCrosstabLayout(cells: readonly string[], ignored: readonly string[]): CrosstabLayout {
  const labels = cells.map(clean);
  const left = new Set(ignored.flatMap((name) => columnIndexes(labels, name)));
  const { date, values } = columnsOf(labels, left);
  const others = labels.flatMap((label, index) =>
    label === '' || left.has(index) || index === date || values.includes(index) ? [] : [{ label, index }],
  );
  const totals = others.flatMap(({ label }) => (isTotal(label) ? [label] : []));
  const layout = { labels, date, values, totals };
  if (values.length === 0) throw new Error('the header has no column of values');
  if (date !== null) return { ...layout, meters: [], unit: null };
  const named = (names: readonly string[]): readonly number[] =>
    others.flatMap(({ label, index }) => (names.includes(plainName(label)) ? [index] : []));
  const numbers = (['point', 'serial', 'either'] as const).flatMap((as) =>
    named(METER_COLUMNS[as]).map((index) => ({ index, as })),
  );
  // Without a known title, the first column names the meters.
  const first = labels.findIndex((_, index) => !left.has(index) && !values.includes(index));
  const names = named(NAMES).map((index) => ({ index, as: 'either' as const }));
  const known = [...numbers, ...names];
  const meters = known.length > 0 || first < 0 ? known : [{ index: first, as: 'either' as const }];
  if (meters.length === 0) throw new Error('the header has no meter column, such as Meter or MPAN');
  const [unit = null] = named(METER_COLUMNS.unit);
  const unknown = others.filter(
    ({ label, index }) =>
      index !== unit &&
      !meters.some((meter) => meter.index === index) &&
      !isTotal(label) &&
      !LEFT.includes(plainName(label)),
  );
  if (unknown.length === 0) return { ...layout, meters, unit };
  const list = unknown.map(({ label }) => quoted(label)).join(', ');
  throw new Error(
    `the header has columns that are neither months nor dates: ${list}; ignore them with --ignore ${JSON.stringify(unknown.map(({ label }) => label).join(','))}`,
  );
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}
