import { getNamedType, getNullableType, type GraphQLNamedType, isLeafType, isListType } from 'graphql';
import { TARGET_IDS } from '../../consumption/query.js';
import { propertyReader } from '../../data/columns.js';
import { sourceProperty } from '../../run/plainJson.js';
import { leafSerializer, inPortions } from '../../run/json.js';
import type { PlannedField } from '../../plan/selection.js';
import { commaListText } from '../../values/commaList.js';
import { isTurnOver, nextTurn } from '../../values/turns.js';

/** The type of a column's cells. `texts` is a comma list; `json` is JSON text. */
export type CellKind = 'text' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'texts' | 'json';

/** The cells of a row, in the order of the columns. A timestamp is in milliseconds since 1970, or the stored text. */
export type Cells = readonly Cell[];
export type Cell = string | number | boolean | null;

/** Returns a value of a cell, a timestamp as Date. */
export function datedValue(cell: Cell, kind: CellKind | undefined): Cell | Date {
  return kind === 'timestamp' && cell !== null && typeof cell !== 'boolean' ? new Date(cell) : cell;
}

/** A column of a table. */
export interface TableColumn {
  /** The dotted path of its field in the answer. */
  readonly name: string;
  readonly kind: CellKind;
  /** Returns the cell of an element of `data`. */
  readonly cellOf: (row: unknown) => Cell;
}

/**
 * Returns the columns of the elements of the root field's `data`, in the order of the answer. Each leaf and each list
 * is a column. Fields that repeat others under old names are no columns.
 */
export function tableColumns([root]: readonly PlannedField[]): readonly TableColumn[] {
  const data = root?.fields().find(({ definition }) => definition.name === 'data');
  return columnsOf(data?.fields() ?? [], [], (row) => row);
}

/**
 * Returns the columns of figures: the identifiers of the target, then the columns of the elements of `data`.
 * @param given the parameters of the request
 */
export function figureColumns(
  fields: readonly PlannedField[],
  given: Readonly<Record<string, unknown>>,
): readonly TableColumn[] {
  const dataColumns = tableColumns(fields);
  if (given.minimal === true) return dataColumns;
  const identifiers = TARGET_IDS.flatMap((name): TableColumn[] => {
    const value = given[name];
    return typeof value === 'string' ? [{ name, kind: 'text', cellOf: () => value }] : [];
  });
  return [...identifiers, ...dataColumns];
}

/** Reads a value of an element of `data`, or of an object in it. */
type Read = (row: unknown) => unknown;

function columnsOf(fields: readonly PlannedField[], path: readonly string[], readParent: Read): readonly TableColumn[] {
  return fields.filter(isCurrent).flatMap((field) => {
    const fieldPath = [...path, field.responseName];
    const property = propertyOf(field);
    const read: Read = (row) => property(readParent(row));
    if (!isList(field) && field.fields().length > 0) return columnsOf(field.fields(), fieldPath, read);
    return [{ name: fieldPath.join('.'), kind: kindOf(field), cellOf: cellReader(field, read) }];
  });
}

/** Whether a field has its current name, and not an old one (contract 4, backwards-compatible aliases). */
function isCurrent({ definition, nodes: [node] }: PlannedField): boolean {
  return !node.alias && !definition.args.some(({ name }) => name === 'when');
}

function isList({ definition }: PlannedField): boolean {
  return isListType(getNullableType(definition.type));
}

/** Returns a function that reads a field of an object. @throws Error for a computed field */
function propertyOf(field: PlannedField): Read {
  const name = sourceProperty(field);
  if (typeof name !== 'string') throw new Error(`${field.fieldPath} is computed, so it cannot be a column`);
  const read = propertyReader(name);
  return (value) => (typeof value === 'object' && value !== null ? read(value) : null);
}

const KINDS: Readonly<Record<string, CellKind>> = {
  Float: 'number',
  Figure: 'number',
  Int: 'integer',
  Boolean: 'boolean',
  Timestamp: 'timestamp',
  RateTable: 'json',
};

function kindOf(field: PlannedField): CellKind {
  const type = getNamedType(field.definition.type);
  if (isList(field)) return isLeafType(type) && KINDS[type.name] === undefined ? 'texts' : 'json';
  return KINDS[type.name] ?? 'text';
}

function cellReader(field: PlannedField, read: Read): TableColumn['cellOf'] {
  const kind = kindOf(field);
  const toJson = kind === 'timestamp' ? (value: unknown): unknown => value : jsonOf(field);
  return (row) => {
    const value = toJson(read(row));
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    return kind === 'texts' && Array.isArray(value) ? commaListText(value.map(String)) : JSON.stringify(value);
  };
}

/** Returns a function that makes the JSON value of a field. */
function jsonOf(field: PlannedField): (value: unknown) => unknown {
  const one = itemJson(field, getNamedType(field.definition.type));
  if (!isList(field)) return one;
  return (value) => (Array.isArray(value) ? value.map(one) : null);
}

function itemJson(field: PlannedField, type: GraphQLNamedType): (value: unknown) => unknown {
  if (isLeafType(type)) {
    const serialize = leafSerializer(type);
    return (value) => (value === null || value === undefined ? null : serialize(value));
  }
  const members = field.fields().map((child) => [child.responseName, propertyOf(child), jsonOf(child)] as const);
  return (value) => Object.fromEntries(members.map(([key, property, toJson]) => [key, toJson(property(value))]));
}

/** The most rows in memory at a time. */
const BATCH_ROWS = 250;

/** Yields the rows of a table in batches. @param elements the elements of `data` of a page or of figures */
export async function* rowsOf(
  elements: Iterable<unknown>,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly Cells[]> {
  for (const batch of inPortions(elements, () => BATCH_ROWS)) {
    yield batch.map((element) => columns.map(({ cellOf }) => cellOf(element)));
    if (isTurnOver()) await nextTurn();
  }
}
