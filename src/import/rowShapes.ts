import type { ImportFields } from './fields.js';
import { writtenColumns } from './writtenColumns.js';

/** It stays with the record until a row states it. */
const STATED = 'stated_at';

/** A field that a row lacks. */
export interface Lacking {
  /** The column. */
  readonly name: string;
  /** Whether the row has its list of records, and one of these lacks a field. */
  readonly isPart: boolean;
}

/** Counts which fields the rows of an import lack: rows mostly lack the same ones. */
export interface RowShapes {
  /** Returns the number of a shape: its index in {@link list}. */
  numberOf(lacking: readonly Lacking[]): number;
  list(): readonly (readonly Lacking[])[];
}

/**
 * Creates the list of shapes. A shape counts only fields that a stored value can fill. It leaves out fields that
 * identify records, required fields, numbers that a row marks to stay as stored, and stamps that the import sets.
 */
export function createRowShapes(fields: ImportFields): RowShapes {
  const { columns, kind, kept, required } = fields;
  const needed = columns.flatMap(({ name, path }) => (required.has(path) ? [name] : []));
  const stored = [...writtenColumns(fields).values, ...kind];
  const counts = new Set(stored.filter((name) => ![...kept, ...needed, STATED].includes(name)));
  const shapes: (readonly Lacking[])[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf(lacking) {
      const counted = lacking.filter(({ name }) => counts.has(name));
      const text = counted.map(({ name, isPart }) => `${name}${isPart ? '[]' : ''}`).join();
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, shapes.length);
      return shapes.push(counted) - 1;
    },
    list: () => shapes,
  };
}
