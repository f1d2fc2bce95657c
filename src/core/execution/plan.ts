import {
  getNamedType,
  isObjectType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';

/** Variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

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

/** What a document is made of, beside the operation itself. */
export interface PlanContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced; what is selected depends on those of `@include`, `@skip` and `when`, which are booleans. */
  readonly variables: Variables;
}

/** What a selection set selects of a type: graphql-js, `collectFields`. */
export function planSelection(
  around: PlanContext,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
): readonly PlannedField[] {
  const { schema, fragments, variables } = around;
  return planFields(around, type, collectFields(schema, { ...fragments }, { ...variables }, type, selectionSet), '');
}

/** A field that an executor has found itself, as graphql-js tells a resolver of it. */
export function planField(
  around: PlanContext,
  parentType: GraphQLObjectType,
  nodes: readonly FieldNode[],
  place: string,
): PlannedField | undefined {
  const [node, ...others] = nodes;
  const definition = node && getFieldDef(around.schema, parentType, node);
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
  const { schema, fragments, variables } = around;
  const found = collectSubfields(schema, { ...fragments }, { ...variables }, type, nodes);
  return planFields(around, type, found, `${place}.`);
}

function planFields(
  around: PlanContext,
  type: GraphQLObjectType,
  found: ReadonlyMap<string, readonly FieldNode[]>,
  prefix: string,
): readonly PlannedField[] {
  return [...found].flatMap(([name, nodes]) => planField(around, type, nodes, prefix + name) ?? []);
}
