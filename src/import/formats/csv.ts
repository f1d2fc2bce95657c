import type { Column } from '../../data/resource.js';
import type { SourceRow } from '../sourceRow.js';
import { textOfCell } from '../../values/csv.js';
import { asWritten, type WrittenKind, type Writing } from './asWritten.js';
import { csvForm, type CsvFields } from './csvHeader.js';
import { ignoring, openTable, type Recognised } from './table.js';

/**
 * Reads rows of a table whose header names fields by dotted path. An empty cell is an absent value: CSV cannot tell it
 * from an empty text.
 * @param said how it writes numbers and dates, and the columns that are left aside
 * @throws Error when no line at the top names fields, or the header names a column twice
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  fields: CsvFields,
  said: Writing & { readonly ignore: readonly string[] },
  recognised: Recognised,
): AsyncGenerator<readonly SourceRow[]> {
  const table = await openTable(texts, csvForm(fields), recognised);
  const isIgnored = ignoring(said.ignore);
  const { header } = table;
  const names = header.filter((name) => !isIgnored(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the header names ${JSON.stringify(twice)} twice`);
  const isRead = header.map((name) => !isIgnored(name));
  const isWhole = names.length === header.length;
  const kinds = new Map(fields.columns.map((column) => [column.path, writtenKind(column)]));
  const written = header.map((path, place) => (isRead[place] === true ? (kinds.get(path) ?? null) : null));
  for await (const batch of asWritten(table, written, said, recognised)) {
    yield batch.map(({ line, cells, text, problem }): SourceRow => {
      if (problem !== undefined) return { line, names: [], values: [], text, problem };
      if (cells.length !== header.length) {
        const difference = `has ${cells.length} columns, the header ${header.length}`;
        return { line, names: [], values: [], text, problem: difference };
      }
      const read = isWhole ? cells : cells.filter((_, place) => isRead[place]);
      return { line, names, values: read.map((cell) => (cell === '' ? null : textOfCell(cell))) };
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
