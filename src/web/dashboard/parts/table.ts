import { locale } from '../../shared/language.js';
import { formatDay, formatLabel, formatMoment } from '../format/dates.js';
import { type Currency, formatMoney } from '../format/money.js';
import { formatNumber, formatShare, NONE } from '../format/numbers.js';
import type { Address } from '../route/address.js';

/** What stands in a cell, as the service says it: numbers unrounded, times in ISO 8601. */
export type Cell = string | number | null;

export interface Column {
  readonly name: string;
  /** What its numbers are in; stands in the head. */
  readonly unit?: string;
  readonly as: 'text' | 'number' | 'share' | 'label' | 'day' | 'moment' | 'money';
  /** Decimals that are shown. */
  readonly digits?: number;
  /** Whether its texts are in the service's words, which are English. */
  readonly isSaid?: boolean;
  /** What a cell without a value shows. */
  readonly none?: string;
  /** Whether a bar shows how large each number is beside the largest. */
  readonly bar?: boolean;
}

export interface TableRow {
  /** Unlike any other's. */
  readonly id: string;
  readonly cells: readonly Cell[];
  /** Of its money. */
  readonly currency?: Currency;
  /** Where its first cell leads. */
  readonly to?: Partial<Address>;
}

/** Figures as a table: what is shown, sorted and downloaded. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** The heading of a column with its unit. */
export function headOf({ name, unit }: Column): string {
  return unit === undefined || unit === '' ? name : `${name} (${unit})`;
}

export function isNumeric({ as }: Column): boolean {
  return as === 'number' || as === 'share' || as === 'money';
}

/** A cell as it is shown. */
export function formatCell(
  cell: Cell,
  { as, digits = 0, none = NONE }: Column,
  { currency }: Pick<TableRow, 'currency'>,
): string {
  if (cell === null) return none;
  if (typeof cell === 'number') {
    if (as === 'money') return formatMoney(cell, currency);
    return as === 'share' ? formatShare(cell) : formatNumber(cell, digits);
  }
  if (as === 'label') return formatLabel(cell);
  if (as === 'day') return formatDay(cell);
  return as === 'moment' ? formatMoment(cell) : cell;
}

/** Sorts rows by a column, what has no value last. */
export function sortRows(rows: readonly TableRow[], column: number, descending: boolean): readonly TableRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[column] ?? null, other.cells[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), locale(), { numeric: true });
  });
}
