import { locale } from '../../shared/language.js';
import { formatDay, formatLabel, formatMoment } from '../format/dates.js';
import { type Currency, formatMoney } from '../format/money.js';
import { formatNumber, formatShare, NONE } from '../format/numbers.js';
import { formatUnit } from '../format/units.js';
import type { Address } from '../route/address.js';

/** A value as the API returns it: an unrounded number, or a time in ISO 8601. */
export type Cell = string | number | null;

export interface Column {
  readonly name: string;
  /** Unit of the numbers, shown in the heading. */
  readonly unit?: string;
  readonly as: 'text' | 'unit' | 'number' | 'share' | 'label' | 'day' | 'moment' | 'money';
  /** Maximum number of decimals. */
  readonly digits?: number;
  /** Text of a cell without a value. */
  readonly none?: string;
  /** Whether a bar shows the size of each number relative to the largest. */
  readonly bar?: boolean;
  /** Returns the target of the link in a cell that is neither empty nor 0, by the row's id. */
  readonly to?: (id: string) => Partial<Address>;
}

export interface TableRow {
  /** Unique within the table. */
  readonly id: string;
  readonly cells: readonly Cell[];
  /** Currency of the row's amounts. */
  readonly currency?: Currency;
  /** Time zone of the row's moments, as in {@link formatMoment}. */
  readonly timeZone?: string;
  /** Target of the link in the first cell. */
  readonly to?: Partial<Address>;
  /** Whether the text of the first cell comes from the service, in English. */
  readonly isFromService?: boolean;
}

/** Figures as a table, to show, sort and download. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** Returns the heading of a column with its unit. */
export function headOf({ name, unit }: Column): string {
  return unit === undefined || unit === '' ? name : `${name} (${unit})`;
}

export function isNumeric({ as }: Column): boolean {
  return as === 'number' || as === 'share' || as === 'money';
}

/** Returns whether a column is right-aligned: it has numbers, and none of its cells is a text. */
export function isOnRight(column: Column, index: number, rows: readonly TableRow[]): boolean {
  return isNumeric(column) && !rows.some(({ cells }) => typeof cells[index] === 'string');
}

/** Returns the table without the columns that are empty in all rows. */
export function withoutEmptyColumns({ columns, rows }: Table): Table {
  const isFilled = columns.map((_, index) => rows.some(({ cells }) => (cells[index] ?? null) !== null));
  return {
    columns: columns.filter((_, index) => isFilled[index]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, index) => isFilled[index]) })),
  };
}

/** Formats the value of a cell. */
export function formatCell(
  cell: Cell,
  { as, digits = 0, none = NONE }: Column,
  { currency, timeZone }: Pick<TableRow, 'currency' | 'timeZone'>,
): string {
  if (cell === null) return none;
  if (typeof cell === 'number') {
    if (as === 'money') return formatMoney(cell, currency);
    return as === 'share' ? formatShare(cell) : formatNumber(cell, digits);
  }
  if (as === 'label') return formatLabel(cell);
  if (as === 'day') return formatDay(cell);
  if (as === 'unit') return formatUnit(cell);
  return as === 'moment' ? formatMoment(cell, timeZone) : cell;
}

/** Sorts rows by a column. Rows without a value come last. */
export function sortRows(rows: readonly TableRow[], column: number, descending: boolean): readonly TableRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[column] ?? null, other.cells[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), locale(), { numeric: true });
  });
}
