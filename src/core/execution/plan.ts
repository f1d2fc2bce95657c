import {
  getNamedType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';
import {
  collectFields,
  type CollectedFields,
  definitionOf,
  type PlanContext,
  type Variables,
} from './collectFields.js';

/** A field as a document selects it, its conditions decided and what is selected several times put together. */
export interface PlannedField {
  /** Its name in the answer. */
  readonly responseName: string;
  /** Where it stands in the answer, whichever items of lists: `accounts.data.asset`. */
  readonly place: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Coerced; at least those of its conditions, which are booleans. */
  readonly variables: Variables;
  /** What is selected of the objects that it gives, none of a scalar; worked out when it is asked for first. */
  readonly fields: () => readonly PlannedField[];
}

/** What a selection set selects of a type. */
export function planSelection(
  around: PlanContext,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
): readonly PlannedField[] {
  return planFields(around, type, collectFields(around, type, [selectionSet]), '');
}

/** A field that an executor has found itself, as graphql-js tells a resolver of it. */
export function planField(
  around: PlanContext,
  parentType: GraphQLObjectType,
  nodes: readonly FieldNode[],
  place: string,
): PlannedField | undefined {
  const [node, ...others] = nodes;
  const definition = node && definitionOf(around.schema, parentType, node);
  if (!definition) return undefined;
  const { value: responseName } = node.alias ?? node.name;
  const type = getNamedType(definition.type);
  let fields: readonly PlannedField[] | undefined;
  return {
    responseName,
    place,
    nodes: [node, ...others],
    definition,
    parentType,
    variables: around.variables,
    fields: () => (fields ??= isObjectType(type) ? planBelow(around, type, nodes, place) : []),
  };
}

function planBelow(
  around: PlanContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  place: string,
): readonly PlannedField[] {
  if (type.isTypeOf) throw new Error(`${type.name} tells its objects from others, which is not provided for`);
  const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return planFields(around, type, collectFields(around, type, selectionSets), `${place}.`);
}

function planFields(
  around: PlanContext,
  type: GraphQLObjectType,
  found: CollectedFields,
  prefix: string,
): readonly PlannedField[] {
  return [...found].flatMap(([name, nodes]) => planField(around, type, nodes, prefix + name) ?? []);
}

/**
 * The leaves of a selection by their paths: names as they are answered.
 * @param isEntered whether the fields below one are leaves of their own
 */
export function leavesOf(
  fields: readonly PlannedField[],
  isEntered: (field: PlannedField) => boolean,
): readonly (readonly string[])[] {
  return fields.flatMap((field) => {
    const isObject = isObjectType(getNamedType(field.definition.type));
    if (!isObject || !isEntered(field)) return [[field.responseName]];
    return leavesOf(field.fields(), isEntered).map((path) => [field.responseName, ...path]);
  });
}
