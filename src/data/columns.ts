import type { Tuple } from './database.js';
import type { Column } from './resource.js';
import { rowMaker, type Row } from './row.js';
import { identifier } from './sql.js';

/** The columns that a statement reads of each record, with what is worked out of them once. */
export interface Columns {
  readonly columns: readonly Column[];
  /** As SQL selects them from a table `t`. */
  readonly text: string;
  /** Their names in what was selected so, as a table `d`. */
  readonly names: readonly string[];
  /**
   * Makes records of tuples.
   * @param at index of the first column's value
   */
  readonly rowsAt: (at: number) => (tuple: Tuple) => Row;
}

/** Columns to read; whoever reads them more than once keeps what this gives. */
export function readColumns(columns: readonly Column[]): Columns {
  const makers: ((tuple: Tuple) => Row)[] = [];
  return {
    columns,
    text: columns.map(({ name, path }) => `t.${identifier(name)} as ${identifier(path)}`).join(', '),
    names: columns.map(({ path }) => `d.${identifier(path)}`),
    rowsAt: (at) => (makers[at] ??= rowMaker(columns, at)),
  };
}
