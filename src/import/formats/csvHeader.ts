import type { Column } from '../../data/resource.js';
import { importFields } from '../fields.js';
import { IMPORT_NAMES, type ImportName } from '../importNames.js';
import { halfHourlyForm, readHalfHourlyHeader } from './halfHourlyHeader.js';
import { intervalForm } from './intervalHeader.js';
import { noHeader, type TableForm } from './table.js';
import { readTableHead } from './tableHead.js';

/** What the fields of a resource say of its tables. */
export interface CsvFields {
  /** Of the resource. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly required: ReadonlySet<string>;
  /** Paths of what the `_id` of a row without one is made of. */
  readonly idOf: readonly string[];
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

/**
 * Refuses a file without a header that is known, whatever is said beside it.
 * @param head how the file begins
 * @param resource what it holds; null: any
 * @throws Error that begins with "the" and says what is wrong with the header, or how the file begins
 */
export function refuseUnknownHeader(head: string, resource: ImportName | null): void {
  const columns = IMPORT_NAMES.flatMap((name) => importFields(name).columns);
  const any = { name: 'a resource', columns, required: new Set(['_id']), idOf: [] };
  const form = csvForm(resource === null ? any : importFields(resource));
  const { header, above } = readTableHead(head, form.known);
  if (header !== null) return;
  const wideForm = halfHourlyForm(null);
  const wide = readTableHead(head, wideForm.known);
  // Says what is wrong with it.
  if (wide.header !== null) {
    const nothing = { stamps: null, ignored: [], map: null, isOfAccount: false };
    readHalfHourlyHeader(wide.header.cells, nothing, wide.below);
  }
  const hint = resource === null || resource === 'non-cumulative' ? '; --map says which column is what' : '';
  throw new Error(noHeader(above, [form, wideForm, intervalForm(null)]) + hint);
}
