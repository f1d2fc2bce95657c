import type { Tuple } from './database.js';
import type { Column } from './resource.js';
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

/** A record: values by path, nested objects nested. */
export type Row = Readonly<Record<string, unknown>>;

type Maker = (tuple: Tuple) => Row;

/**
 * Makes records of tuples, which hold their values.
 * @param columns in the order of the tuples' values
 * @param at index of the first one's value
 */
export function rowMaker(columns: readonly Column[], at: number): Maker {
  return makerOf(columns.map(({ path }, index) => [path.split('.'), at + index] as const));
}

/** @param fields each with the path that is left of it, and the index of its value */
function makerOf(fields: readonly (readonly [path: readonly string[], index: number])[]): Maker {
  const indexes = new Map<string, number>();
  const nested = new Map<string, (readonly [readonly string[], number])[]>();
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
}

/**
 * How both engines hand values over, by type id of PostgreSQL's catalogue (pg_type.oid). What is not listed keeps the
 * drivers' defaults, which agree: numbers, booleans, texts and lists of texts.
 */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  /** bytea: identifiers and digests, in hexadecimal. PostgreSQL prints `\x…`. */
  17: (text) => text.slice(2),
  /** int8: counts. */
  20: Number,
  /** timestamptz: ISO 8601 UTC with milliseconds; sessions are in UTC, so PostgreSQL prints `… 13:30:00[.123]+00`. */
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction(text)}Z`,
};

function fraction(text: string): string {
  return text.charAt(19) === '.' ? text.slice(20, text.indexOf('+', 20)).padEnd(3, '0') : '000';
}
