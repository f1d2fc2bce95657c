import type { Tuple } from '../db/database.js';
import { DataRow } from '../db/pgProtocol.js';
import { parserOf } from '../db/pgValues.js';
import { type JsonMember, type RecordWriter, recordWriter, type UnparsedRecord } from './recordJson.js';
import type { Column } from './resource.js';
import { constant, identifierSql, join, raw, type Sql, sql } from '../db/sql.js';

/** The columns that a statement reads of each record, and the functions derived from them. */
export interface Columns {
  /** The select list over a table `t`. */
  readonly list: Sql;
  /** The names of the selected columns, in a table `d`. */
  readonly names: Sql;
  /** A null for each of these names. */
  readonly nulls: Sql;
  /** Whether the rows have unparsed values (`unparsedFrom` in `sql.ts`). */
  readonly isUnparsed: boolean;
  /**
   * Returns a function that makes a record from a tuple.
   * @param at index of the first column's value
   */
  readonly rowsAt: (at: number) => (tuple: Tuple) => Row;
}

/** Derives select list and functions from columns. Callers cache the result. */
export function readColumns(columns: readonly Column[]): Columns {
  const makers: Maker[] = [];
  return {
    list: constant(
      join(
        columns.map(({ name, path }) => sql`t.${identifierSql(name)} as ${identifierSql(path)}`),
        ', ',
      ),
    ),
    names: namesOf(columns),
    nulls: nullsOf(columns),
    isUnparsed: false,
    rowsAt: (at) => (makers[at] ??= rowMaker(columns, at)),
  };
}

/**
 * Derives the same for records that are written as JSON from the bytes of the server, without parsing the values.
 * @param members of the JSON object
 * @param columns the columns of the object's values
 * @param keys columns whose parsed values the records also have
 */
export function jsonColumns(
  members: readonly JsonMember[],
  columns: readonly Column[],
  keys: readonly Column[],
): Columns {
  const { list } = readColumns([...new Set([...columns, ...keys])]);
  const writer = recordWriter(members);
  // If the query selects only `__typename`, the statement still needs a column.
  const written = [...keys, ...writer.columns];
  const selected = written.length === 0 ? columns : written;
  const makers: Maker[] = [];
  return {
    list,
    names: namesOf(selected),
    nulls: nullsOf(selected),
    isUnparsed: true,
    rowsAt: (at) => (makers[at] ??= jsonRecordMaker(writer, keys, at)),
  };
}

/** Returns the select list over a table `d` whose columns have the paths as names. */
function namesOf(columns: readonly Column[]): Sql {
  return constant(
    join(
      columns.map(({ path }) => sql`d.${identifierSql(path)}`),
      ', ',
    ),
  );
}

/** Returns a select list with a null for each column. */
function nullsOf(columns: readonly Column[]): Sql {
  return raw(columns.map(() => 'null').join(', '));
}

/** A record: values by path, with nested objects. */
export type Row = Readonly<Record<string, unknown>>;

type Maker = (tuple: Tuple) => Row;

/**
 * Returns a function that makes records from tuples.
 * @param columns in the order of the tuples' values
 * @param at index of the first column's value
 */
export function rowMaker(columns: readonly Column[], at: number): Maker {
  return makerOf(fieldsAt(columns, at));
}

/** A field of a record: the rest of its path, and the index of its value. */
type Field = readonly [path: readonly string[], index: number];

function fieldsAt(columns: readonly Column[], at: number): readonly Field[] {
  return columns.map(({ path }, index) => [path.split('.'), at + index]);
}

function makerOf(fields: readonly Field[]): Maker {
  const indexes = new Map<string, number>();
  const nested = new Map<string, Field[]>();
  for (const [[name = '', ...rest], index] of fields) {
    if (rest.length === 0) indexes.set(name, index);
    else nested.set(name, [...(nested.get(name) ?? []), [rest, index]]);
  }
  const shape: Shape = { indexes };
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
    // The values of a list of objects already have these fields.
    if (indexes.has(name)) continue;
    const make = makerOf(inner);
    getter(name, function () {
      return make(this.$values);
    });
  }
  return (tuple) => new Record(shape, tuple) as Stored & Row;
}

/** The fields of a type of objects: the index of each field in an array of values. */
export interface Shape {
  readonly indexes: ReadonlyMap<string, number>;
}

/**
 * An object whose values are in an array. The executor reads the array. A subclass has a getter for each field, so that
 * other code can use it as a plain object. No field of GraphQL begins with `$`.
 */
export class Stored {
  constructor(
    readonly $shape: Shape,
    readonly $values: readonly unknown[],
  ) {}
}

/** Returns a function that reads a property of objects. The objects of a list have one shape. */
export function propertyReader(name: string): (source: object) => unknown {
  let shape: Shape | undefined;
  let index = -1;
  return (source) => {
    if (source instanceof Stored) {
      if (source.$shape !== shape) {
        shape = source.$shape;
        index = shape.indexes.get(name) ?? -1;
      }
      if (index >= 0) return source.$values[index];
    }
    // `Reflect.get` takes ten times as long.
    return (source as Readonly<Record<string, unknown>>)[name];
  };
}

/**
 * A record that the executor writes from the bytes of its row. Its class has a getter for each key. The getter parses
 * the value.
 */
class JsonRecord implements UnparsedRecord {
  constructor(
    readonly $writer: RecordWriter,
    readonly $row: DataRow,
    readonly $from: number,
  ) {}
}

/** PostgreSQL's type identifier of each kind of value. */
const TYPE_IDS = { id: 17, text: 25, choice: 25, number: 701, boolean: 16, timestamp: 1184, records: 114 } as const;

/**
 * Returns a function that makes records from rows with unparsed values.
 * @param at index of the first key's value in the row, and of the row in the tuple
 */
function jsonRecordMaker(writer: RecordWriter, keys: readonly Column[], at: number): Maker {
  const parsers = keys.map(({ kind }) => parserOf(TYPE_IDS[kind]));
  const makeKeys = rowMaker(keys, 0);
  class KeyedRecord extends JsonRecord {}
  for (const name of new Set(keys.map(({ path }) => path.split('.')[0] ?? ''))) {
    const get = function (this: JsonRecord): unknown {
      const values = parsers.map((parse, index) => {
        const text = this.$row.textAt(at + index);
        return text === null ? null : parse(text);
      });
      return makeKeys(values)[name];
    };
    Object.defineProperty(KeyedRecord.prototype, name, { get, enumerable: true });
  }
  return (tuple) => {
    const row = tuple[at];
    if (!(row instanceof DataRow)) throw new Error('a record of the list has no bytes to be written from');
    return new KeyedRecord(writer, row, at + keys.length) as JsonRecord & Row;
  };
}

/**
 * Returns the JSON of the records of a list: a string if it is short, otherwise a part in UTF-8.
 * @returns undefined if the rows of the records have parsed values
 */
export function recordsJson(records: readonly unknown[], separator: string): string | readonly [Buffer] | undefined {
  const [first] = records;
  if (!(first instanceof JsonRecord)) return undefined;
  if (!records.every(isJsonRecord)) throw new Error('not all records of the list have bytes to be written from');
  return first.$writer.write(records, separator);
}

function isJsonRecord(record: unknown): record is JsonRecord {
  return record instanceof JsonRecord;
}
