import {
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Variables } from './variables.js';

/** Where a column's value stands in an element of `data`: names as they are answered. */
export type ColumnPath = readonly string[];

/**
 * The columns of an answer's `data`, in the order of the selection: each leaf of its elements. A list is one column, also
 * where it is of objects.
 */
export function columnsOf(schema: GraphQLSchema, document: DocumentNode, variables: Variables): readonly ColumnPath[] {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  );
  const isIncluded = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
  const columns = new Map<string, ColumnPath>();

  const walk = (set: SelectionSetNode | undefined, type: GraphQLObjectType, above: ColumnPath, keep: boolean): void => {
    for (const node of set?.selections ?? []) {
      if (!isIncluded(node)) continue;
      if (node.kind === Kind.FRAGMENT_SPREAD) walk(fragments.get(node.name.value), type, above, keep);
      else if (node.kind === Kind.INLINE_FRAGMENT) walk(node.selectionSet, type, above, keep);
      else {
        const field = type.getFields()[node.name.value];
        const inner = field && getNamedType(field.type);
        const path = [...above, (node.alias ?? node.name).value];
        if (!field || !inner) continue;
        // The elements of `data` are what the columns are of; above them nothing is one.
        if (!keep) {
          const isData = above.length === 1 && node.name.value === 'data';
          if (isObjectType(inner) && (isData || above.length === 0))
            walk(node.selectionSet, inner, isData ? [] : path, isData);
        } else if (isObjectType(inner) && !isListType(getNullableType(field.type))) {
          walk(node.selectionSet, inner, path, keep);
        } else columns.set(path.join('.'), path);
      }
    }
  };
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const query = schema.getQueryType();
  if (query) walk(operation?.selectionSet, query, [], false);
  return [...columns.values()];
}

/** The value of a column; undefined where there is none. */
export function valueOf(row: unknown, path: ColumnPath): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    row,
  );
}
