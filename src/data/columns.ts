import type { Tuple } from './database.js';
import { DataRow } from './dataRow.js';
import { type JsonMember, type RecordWriter, recordWriter } from './recordJson.js';
import type { Column } from './resource.js';
import { identifierSql, join, type Sql, sql } from './sql.js';

/** The columns that a statement reads of each record, with what is worked out of them once. */
export interface Columns {
  /** As SQL selects them from a table `t`. */
  readonly list: Sql;
  /** Their names in what was selected so, as a table `d`. */
  readonly names: Sql;
  /** How many of the names come before those that are handed over unparsed; null: all are parsed. */
  readonly parsed: number | null;
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
    list: join(
      columns.map(({ name, path }) => sql`t.${identifierSql(name)} as ${identifierSql(path)}`),
      ', ',
    ),
    names: join(columns.map(nameOf), ', '),
    parsed: null,
    rowsAt: (at) => (makers[at] ??= rowMaker(columns, at)),
  };
}

/**
 * Records that are written as JSON from the bytes that the server sends, without their values in between.
 * @param members of the JSON object
 * @param columns that it is written of
 * @param keys whose values the records have beside their text
 */
export function jsonColumns(
  members: readonly JsonMember[],
  columns: readonly Column[],
  keys: readonly Column[],
): Columns {
  const { list } = readColumns([...new Set([...columns, ...keys])]);
  const writer = recordWriter(members);
  const makers: ((tuple: Tuple) => Row)[] = [];
  return {
    list,
    names: join([...keys, ...writer.columns].map(nameOf), ', '),
    parsed: keys.length,
    rowsAt: (at) => (makers[at] ??= rowMaker(keys, at, { writer, index: at + keys.length })),
  };
}

/** A column of a table `d` whose columns are named by their paths. */
function nameOf({ path }: Column): Sql {
  return sql`d.${identifierSql(path)}`;
}

/** A record: values by path, nested objects nested. */
export type Row = Readonly<Record<string, unknown>>;

type Maker = (tuple: Tuple) => Row;

/** What writes a record as JSON, and the index of its bytes in a tuple. */
interface Written {
  readonly writer: RecordWriter;
  readonly index: number;
}

/**
 * Makes records of tuples, which hold their values.
 * @param columns in the order of the tuples' values
 * @param at index of the first one's value
 */
export function rowMaker(columns: readonly Column[], at: number, written?: Written): Maker {
  return makerOf(fieldsAt(columns, at), written);
}

/** A field of a record: what is left of its path, and the index of its value. */
type Field = readonly [path: readonly string[], index: number];

function fieldsAt(columns: readonly Column[], at: number): readonly Field[] {
  return columns.map(({ path }, index) => [path.split('.'), at + index]);
}

function makerOf(fields: readonly Field[], written?: Written): Maker {
  const indexes = new Map<string, number>();
  const nested = new Map<string, Field[]>();
  for (const [[name = '', ...rest], index] of fields) {
    if (rest.length === 0) indexes.set(name, index);
    else nested.set(name, [...(nested.get(name) ?? []), [rest, index]]);
  }
  const shape: Shape = { indexes, written };
  class Record extends Stored {}
  const getter = (name: string, get: (this: Stored) => unknown): void => {
    Object.defineProperty(Record.prototype, name, { get, enumerable: true });
  };
  for (const [name, index] of indexes) {
    getter(name, function () {
      return this.$values[index];
    });
  }
  for (const [name, inner] of nested) {
    // Fields of a list of objects are in what holds the list.
    if (indexes.has(name)) continue;
    const make = makerOf(inner);
    getter(name, function () {
      return make(this.$values);
    });
  }
  return (tuple) => new Record(shape, tuple) as Stored & Row;
}

/** The fields of many objects alike: where in an array of values each stands. */
export interface Shape {
  readonly indexes: ReadonlyMap<string, number>;
  /** Set where the objects are written from the bytes of their rows. */
  readonly written: Written | undefined;
}

/**
 * An object whose values stand in an array, where the executor takes them from. Whoever makes such objects gives their class
 * a getter for each field, so that they are objects like others to everybody else. No field of GraphQL begins with `$`.
 */
export class Stored {
  constructor(
    readonly $shape: Shape,
    readonly $values: readonly unknown[],
  ) {}
}

/**
 * The JSON text of records of one list, as their place in the answer selects them.
 * @returns undefined where they are not written from the bytes of their rows
 */
export function recordsJson(records: readonly unknown[], separator: string): string | undefined {
  const [first] = records;
  const writer = first instanceof Stored ? first.$shape.written?.writer : undefined;
  return writer?.write(records.map(rowOf), separator);
}

/** The bytes of a record. Those of one list may have come by several statements, each with tuples of its own. */
function rowOf(record: unknown): DataRow {
  const row = record instanceof Stored ? record.$values[record.$shape.written?.index ?? -1] : undefined;
  if (!(row instanceof DataRow)) throw new Error('a record of the list has no bytes to be written from');
  return row;
}
