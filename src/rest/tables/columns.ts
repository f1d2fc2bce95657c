import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { TARGET_IDS } from '../../consumption/query.js';
import type { PlannedField } from '../../plan/selection.js';

/** What the cells of a column hold. `texts` is a comma list; `json` is JSON text. */
export type CellKind = 'text' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'texts' | 'json';

/** A column of a table. */
export interface TableColumn {
  /** The dotted path of its field in the answer. */
  readonly name: string;
  readonly kind: CellKind;
  /** Returns the JSON value of a row; null: no value. */
  readonly valueOf: (row: unknown) => unknown;
}

/**
 * Returns the columns of the elements of the root field's `data`, in the order of the answer, each leaf and each list one.
 * Fields that repeat others under old names are left out.
 */
export function tableColumns([root]: readonly PlannedField[]): readonly TableColumn[] {
  const data = root?.fields().find(({ definition }) => definition.name === 'data');
  return columnsOf(data?.fields() ?? [], []);
}

/**
 * Returns the columns of figures: the identifiers of the target, which the elements of `data` do not repeat, then theirs.
 * @param given the parameters of the request
 */
export function figureColumns(
  fields: readonly PlannedField[],
  given: Readonly<Record<string, unknown>>,
): readonly TableColumn[] {
  const own = tableColumns(fields);
  if (given.minimal === true) return own;
  const identifiers = TARGET_IDS.flatMap((name): TableColumn[] => {
    const value = given[name];
    return typeof value === 'string' ? [{ name, kind: 'text', valueOf: () => value }] : [];
  });
  return [...identifiers, ...own];
}

function columnsOf(fields: readonly PlannedField[], path: readonly string[]): readonly TableColumn[] {
  return fields.filter(isCurrent).flatMap((field) => {
    const own = [...path, field.responseName];
    const below = isList(field) ? [] : field.fields();
    if (below.length > 0) return columnsOf(below, own);
    return [{ name: own.join('.'), kind: kindOf(field), valueOf: (row: unknown) => valueAt(row, own) }];
  });
}

/** Whether a field has its own name, and is not another one's old name (contract 4, backwards-compatible aliases). */
function isCurrent({ definition, nodes: [node] }: PlannedField): boolean {
  return !node.alias && !definition.args.some(({ name }) => name === 'when');
}

function isList({ definition }: PlannedField): boolean {
  return isListType(getNullableType(definition.type));
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

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, name);
  }
  return value ?? null;
}
