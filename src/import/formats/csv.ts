import type { Column } from '../../data/resource.js';
import type { SourceRow } from '../sourceRow.js';
import { textOfCell } from '../../values/csv.js';
import { asWritten, type WrittenKind, type Writing } from './asWritten.js';
import type { Recognised } from './context.js';
import { openTable, type TableForm } from './table.js';

/** What the fields of a resource say of its tables. */
export interface CsvFields {
  /** Of the resource. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
}

/**
 * Reads rows of a table whose header names fields by dotted path. An empty cell is an absent value: CSV cannot tell it
 * from an empty text.
 * @throws Error when no line at the top names fields, or the header names a column twice
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  fields: CsvFields,
  writing: Writing,
  recognised: Recognised,
): AsyncGenerator<readonly SourceRow[]> {
  const table = await openTable(texts, csvForm(fields), recognised);
  const { header } = table;
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the header names ${JSON.stringify(twice)} twice`);
  const kinds = new Map(fields.columns.map((column) => [column.path, writtenKind(column)]));
  const written = header.map((path) => kinds.get(path) ?? null);
  for await (const batch of asWritten(table, written, writing, recognised)) {
    yield batch.map(({ line, cells, problem }): SourceRow => {
      if (problem !== undefined) return { line, names: [], values: [], problem };
      if (cells.length !== header.length) {
        return { line, names: [], values: [], problem: `has ${cells.length} columns, the header ${header.length}` };
      }
      return { line, names: header, values: cells.map((cell) => (cell === '' ? null : textOfCell(cell))) };
    });
  }
  yield table.notices();
}

/** Fields that are sums of money. */
const MONEY = /(?:Cost|Daily|CCL|Tax)$/;

function writtenKind({ kind, list, path }: Column): WrittenKind | null {
  if (list) return null;
  if (kind === 'timestamp') return 'date';
  return kind === 'number' ? (MONEY.test(path) ? 'money' : 'number') : null;
}

/** How a header of fields is told from other lines: it names at least one, an object of fields counting as one. */
export function csvForm({ name, columns, required }: CsvFields): TableForm {
  const known = new Set(columns.flatMap(({ path }) => [path, path.split('.')[0] ?? path]));
  return {
    known: (cells) => cells.filter((cell) => known.has(cell.trim())).length,
    keys: (header) => header.flatMap((path, place) => (required.has(path) ? [place] : [])),
    of: `${name} (fields such as ${[...required].join(', ')})`,
  };
}
