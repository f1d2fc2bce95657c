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
  /** The number of a shape, by which {@link list} has it. */
  numberOf(lacking: readonly Lacking[]): number;
  list(): readonly (readonly Lacking[])[];
}

/**
 * Makes the list of shapes. It counts the fields that a stored value can stand in for: not those that tell records apart or that
 * every row has, numbers that a row marks as kept, or stamps, which the import sets itself.
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
