import type { Column } from '../../data/resource.js';
import { textOfCell } from '../../values/csv.js';
import { importFields } from '../fields.js';
import { IMPORT_NAMES, type ImportName } from '../importNames.js';
import type { SourceRow } from '../sourceRow.js';
import { recordProblem } from './csvRecords.js';
import { readWrittenCells, type WritingOptions, type WrittenKind } from './writtenCells.js';
import { halfHourlyForm, readHalfHourlyHeader } from './halfHourlyHeader.js';
import { intervalForm } from './intervalHeader.js';
import { ignoring, noHeader, openTable, type Recognised, type TableForm } from './table.js';
import { readTableHead } from './tableHead.js';

/**
 * Reads the rows of a table whose header names fields by dotted path. An empty cell clears the field. An empty cell in
 * quotes is the empty text or the empty list, if the field allows it.
 * @param options the form of numbers and dates, and the columns to ignore
 * @throws Error if no line at the top names fields, or the header names a column twice
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  fields: CsvFields,
  options: WritingOptions & { readonly ignore: readonly string[] },
  recognised: Recognised,
): AsyncGenerator<readonly SourceRow[]> {
  const table = await openTable(texts, csvForm(fields), recognised);
  const isIgnored = ignoring(options.ignore);
  const { header } = table;
  const names = header.filter((name) => !isIgnored(name));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`the header names ${JSON.stringify(repeated)} twice`);
  const isRead = header.map((name) => !isIgnored(name));
  const readsAll = names.length === header.length;
  const kinds = new Map(fields.columns.map((column) => [column.path, writtenKind(column)]));
  const written = header.map((path, index) => (isRead[index] === true ? (kinds.get(path) ?? null) : null));
  const idPaths = names.includes('_id') ? [] : fields.idOf;
  const canBeEmpty = header.map((path) => !idPaths.includes(path) && holdsEmpty(fields, path));
  for await (const batch of readWrittenCells(table, written, options, recognised)) {
    yield batch.map((record): SourceRow => {
      const { line, cells, text, emptyTexts = [] } = record;
      const problem = recordProblem(record, header.length);
      if (problem !== null) return { line, names: [], values: [], text, problem };
      const values = cells.map((cell, index) => {
        if (cell !== '') return textOfCell(cell);
        return emptyTexts.includes(index) && canBeEmpty[index] === true ? '' : null;
      });
      return { line, names, values: readsAll ? values : values.filter((_, index) => isRead[index]) };
    });
  }
  yield table.notices();
}

/** Paths of money fields. */
const MONEY = /(?:Cost|Daily|CCL|Tax)$/;

/** Text fields that must not be empty. */
const NEVER_EMPTY = ['timeZone', 'registerId', 'currency'];

/** Whether a field may hold the empty text or the empty list. */
function holdsEmpty({ columns, required }: CsvFields, path: string): boolean {
  const column = columns.find((one) => one.path === path);
  if (column === undefined || column.fields !== undefined) return false;
  return column.list || (column.kind === 'text' && !required.has(path) && !NEVER_EMPTY.includes(path));
}

function writtenKind({ kind, list, path }: Column): WrittenKind | null {
  if (list) return null;
  if (kind === 'timestamp') return 'date';
  return kind === 'number' ? (MONEY.test(path) ? 'money' : 'number') : null;
}

/** The fields of a resource. Their paths are the column names. */
interface CsvFields {
  /** The name of the resource. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
  /** Paths of the fields from which the import derives a missing `_id`. */
  readonly idOf: readonly string[];
}

/**
 * Returns the form that recognises the header: a line that names at least one field. A field that is an object counts
 * too.
 */
function csvForm({ name, columns, required }: CsvFields): TableForm {
  const known = new Set(columns.flatMap(({ path }) => [path, path.split('.')[0] ?? path]));
  return {
    countNames: (cells) => cells.filter((cell) => known.has(cell.trim())).length,
    keys: (header) => header.flatMap((path, index) => (required.has(path) ? [index] : [])),
    description: `${name} (fields such as ${[...required].join(', ')})`,
  };
}

/**
 * Refuses a file without a recognised header, whatever the options are.
 * @param head the beginning of the file
 * @param resource the resource that the file holds; null: unknown
 * @throws Error that begins with "the" and states what is wrong with the header, or how the file begins
 */
export function refuseUnknownHeader(head: string, resource: ImportName | null): void {
  const columns = IMPORT_NAMES.flatMap((name) => importFields(name).columns);
  const any = { name: 'a resource', columns, required: new Set(['_id']), idOf: [] };
  const form = csvForm(resource === null ? any : importFields(resource));
  const { header, above } = readTableHead(head, form.countNames);
  if (header !== null) return;
  const wideForm = halfHourlyForm(null);
  const wide = readTableHead(head, wideForm.countNames);
  // Throws the error that describes the problem of the header.
  if (wide.header !== null) {
    const noOptions = { stamps: null, ignored: [], map: null, isOfAccount: false };
    readHalfHourlyHeader(wide.header.cells, noOptions, wide.below);
  }
  const hint = resource === null || resource === 'non-cumulative' ? '; name the columns with --map' : '';
  throw new Error(noHeader(above, [form, wideForm, intervalForm(null)]) + hint);
}
