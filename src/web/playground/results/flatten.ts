/** A value of a cell: a scalar of JSON, or a list of texts. */
export type Value = string | number | boolean | null | readonly unknown[];

/** An answer as a table. */
export interface FlatResult {
  /** The names of the columns: the path of a field with dots, without the prefix that all paths share. */
  readonly columns: readonly string[];
  /** The values of each row, in the order of the columns; null if a row has no such field. */
  readonly rows: readonly (readonly Value[])[];
}

type Row = Readonly<Record<string, Value>>;

/** The rows of a part of an answer, and whether they come from a list. */
interface PartRows {
  readonly rows: readonly Row[];
  readonly isList: boolean;
}

/**
 * Flattens the data of an answer into a table by these rules: Each object of a list is a row, and repeats the fields of
 * its parent objects. An object with an empty list is one row. If an object has two lists, each list makes its own
 * rows, with empty cells for the other list. A list of scalars is one cell.
 */
export function flatten(data: unknown): FlatResult {
  const { rows } = partOf(data, '');
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  // A link that is null in one row and an object in another does not get a separate column.
  const paths = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
  const common = commonPath(paths);
  return {
    columns: paths.map((path) => path.slice(common)),
    rows: paths.length === 0 ? [] : rows.map((row) => paths.map((path) => row[path] ?? null)),
  };
}

function partOf(value: unknown, path: string): PartRows {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 0) return { rows: [{}], isList: true };
    if (items.every((item) => typeof item !== 'object' || item === null)) {
      return { rows: [{ [path]: items }], isList: false };
    }
    return { rows: items.flatMap((item) => partOf(item, path).rows), isList: true };
  }
  if (typeof value !== 'object' || value === null) return { rows: [{ [path]: scalarOf(value) }], isList: false };
  const parts = Object.entries(value).map(([name, inner]) => partOf(inner, path === '' ? name : `${path}.${name}`));
  const single: Row = Object.assign({}, ...parts.filter(({ isList }) => !isList).flatMap(({ rows }) => rows)) as Row;
  const lists = parts.filter(({ isList }) => isList);
  if (lists.length === 0) return { rows: [single], isList: false };
  const rows = lists.flatMap((list) => list.rows.filter((row) => Object.keys(row).length > 0));
  return { rows: rows.length === 0 ? [single] : rows.map((row) => ({ ...single, ...row })), isList: true };
}

function scalarOf(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Returns the length of the path prefix that all columns share, in complete names. */
function commonPath(paths: readonly string[]): number {
  const [first = ''] = paths;
  const ends = [...first.matchAll(/\./g)].map(({ index }) => index + 1);
  return ends.findLast((end) => paths.every((path) => path.startsWith(first.slice(0, end)))) ?? 0;
}
