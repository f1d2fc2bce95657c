import type { Tuple } from './database.js';
import { asJavaScript, hasNumber, type JsonMember, jsonSql } from './jsonRow.js';
import type { Column } from './resource.js';
import { identifierSql, join, raw, type Sql, sql } from './sql.js';

/** The columns that a statement reads of each record, with what is worked out of them once. */
export interface Columns {
  /** As SQL selects them from a table `t`. */
  readonly list: Sql;
  /** Their names in what was selected so, as a table `d`. */
  readonly names: Sql;
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
    rowsAt: (at) => (makers[at] ??= rowMaker(columns, at)),
  };
}

/**
 * Records that the database writes as JSON: each one text, which costs a fraction of its values one by one.
 * @param members of the JSON object
 * @param columns that it is written of
 * @param keys whose values the records have beside their text
 */
export function jsonColumns(
  members: readonly JsonMember[],
  columns: readonly Column[],
  keys: readonly Column[],
): Columns {
  const all = readColumns([...new Set([...columns, ...keys])]);
  const toText = hasNumber(members) ? asJavaScript : (text: string): string => text;
  const makers: Maker[] = [];
  const makerAt = (at: number): Maker => makerOf(fieldsAt(keys, at + 1), (tuple) => toText(String(tuple[at])));
  return {
    list: all.list,
    names: join([sql`${raw(jsonSql(members))} as "$json"`, ...keys.map(nameOf)], ', '),
    rowsAt: (at) => (makers[at] ??= makerAt(at)),
  };
}

/** A column of a table `d` whose columns are named by their paths. */
function nameOf({ path }: Column): Sql {
  return sql`d.${identifierSql(path)}`;
}

/** A record: values by path, nested objects nested. */
export type Row = Readonly<Record<string, unknown>>;

type Maker = (tuple: Tuple) => Row;

/**
 * Makes records of tuples, which hold their values.
 * @param columns in the order of the tuples' values
 * @param at index of the first one's value
 */
export function rowMaker(columns: readonly Column[], at: number): Maker {
  return makerOf(fieldsAt(columns, at));
}

/** A field of a record: what is left of its path, and the index of its value. */
type Field = readonly [path: readonly string[], index: number];

function fieldsAt(columns: readonly Column[], at: number): readonly Field[] {
  return columns.map(({ path }, index) => [path.split('.'), at + index]);
}

/** @param json of a record that the database wrote, in its tuple; worked out when it is asked for, as what writes takes turns */
function makerOf(fields: readonly Field[], json?: (tuple: Tuple) => string): Maker {
  const indexes = new Map<string, number>();
  const nested = new Map<string, Field[]>();
  for (const [[name = '', ...rest], index] of fields) {
    if (rest.length === 0) indexes.set(name, index);
    else nested.set(name, [...(nested.get(name) ?? []), [rest, index]]);
  }
  const shape: Shape = { indexes };
  class Record extends Stored {
    override get $json(): string | undefined {
      return json?.(this.$values);
    }
  }
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

  /** Its JSON text, as its place in the answer selects it; undefined: it is not written yet. */
  get $json(): string | undefined {
    return undefined;
  }
}

/** The JSON text of an object that the database wrote; undefined: it did not. */
export function writtenJson(value: unknown): string | undefined {
  return value instanceof Stored ? value.$json : undefined;
}
