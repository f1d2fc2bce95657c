import { getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import type { PlannedField } from '../core/execution/plan.js';

/** Where a column's value stands in an element of `data`: names as they are answered. */
export type ColumnPath = readonly string[];

/**
 * The columns of an answer's `data`, in the order of the selection: each leaf of its elements. A list is one column, also
 * where it is of objects.
 * @param fields what the operation selects
 */
export function exportColumns([root]: readonly PlannedField[]): readonly ColumnPath[] {
  const data = root?.fields().find(({ definition }) => definition.name === 'data');
  return data ? leavesOf(data.fields(), ({ definition }) => !isListType(getNullableType(definition.type))) : [];
}

/**
 * The leaves of a selection by their paths.
 * @param isEntered whether the fields below one are leaves of their own
 */
export function leavesOf(
  fields: readonly PlannedField[],
  isEntered: (field: PlannedField) => boolean,
): readonly ColumnPath[] {
  return fields.flatMap((field) => {
    const isObject = isObjectType(getNamedType(field.definition.type));
    if (!isObject || !isEntered(field)) return [[field.responseName]];
    return leavesOf(field.fields(), isEntered).map((path) => [field.responseName, ...path]);
  });
}

/** The value of a column; undefined where there is none. */
export function valueOf(row: unknown, path: ColumnPath): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    row,
  );
}
