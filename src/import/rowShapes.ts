import { type ImportFields, writtenColumns } from './fields.js';

/** The column of the update date. It stays as stored until a row states it. */
const UPDATE_DATE = 'stated_at';

/** A field that a row lacks. */
export interface MissingField {
  /** The name of the column. */
  readonly name: string;
  /** Whether the row has the list of records, but one of its items lacks a field. */
  readonly isPart: boolean;
}

/**
 * Numbers the shapes of rows. A shape is the list of fields that a row lacks; most rows of an import share a few
 * shapes.
 */
export interface RowShapes {
  /** Returns the number of a shape: its index in {@link list}. */
  numberOf(missing: readonly MissingField[]): number;
  list(): readonly (readonly MissingField[])[];
}

/**
 * Creates the list of shapes. A shape contains only fields that a stored value can fill: no required field, no field of
 * the key, no number that a row marks to stay as stored, and no timestamp that the import sets.
 */
export function createRowShapes(fields: ImportFields): RowShapes {
  const { columns, kind, preservable, required } = fields;
  const needed = columns.flatMap(({ name, path }) => (required.has(path) ? [name] : []));
  const stored = [...writtenColumns(fields).values, ...kind];
  const counts = new Set(stored.filter((name) => ![...preservable, ...needed, UPDATE_DATE].includes(name)));
  const shapes: (readonly MissingField[])[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf(missing) {
      const counted = missing.filter(({ name }) => counts.has(name));
      const text = counted.map(({ name, isPart }) => `${name}${isPart ? '[]' : ''}`).join();
      const existing = numbers.get(text);
      if (existing !== undefined) return existing;
      numbers.set(text, shapes.length);
      return shapes.push(counted) - 1;
    },
    list: () => shapes,
  };
}
