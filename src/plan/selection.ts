import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  getNamedType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  typeFromAST,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';

/** A selected field, with conditions decided and duplicate selections merged. */
export interface PlannedField {
  /** Its name in the answer. */
  readonly responseName: string;
  /** Its path in the answer, without positions of list items: `accounts.data.asset`. */
  readonly fieldPath: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Coerced variables; at least the boolean ones of its conditions. */
  readonly variables: Variables;
  /** Returns the fields selected of it; none for a scalar. The first call collects them. */
  readonly fields: () => readonly PlannedField[];
}

/** Returns the fields that a selection set selects of a type. */
export function planSelection(
  context: PlanContext,
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
): readonly PlannedField[] {
  return planFields(context, type, collectFields(context, type, [selectionSet]), '');
}

/** Returns the planned field of a resolver's `info` of graphql-js. */
export function planField(
  context: PlanContext,
  parentType: GraphQLObjectType,
  nodes: readonly FieldNode[],
  fieldPath: string,
): PlannedField | undefined {
  const [node, ...others] = nodes;
  const definition = node && definitionOf(context.schema, parentType, node);
  if (!definition) return undefined;
  const { value: responseName } = node.alias ?? node.name;
  const type = getNamedType(definition.type);
  let fields: readonly PlannedField[] | undefined;
  return {
    responseName,
    fieldPath,
    nodes: [node, ...others],
    definition,
    parentType,
    variables: context.variables,
    fields: () => (fields ??= isObjectType(type) ? planBelow(context, type, nodes, fieldPath) : []),
  };
}

function planBelow(
  context: PlanContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  fieldPath: string,
): readonly PlannedField[] {
  if (type.isTypeOf) throw new Error(`${type.name} tells its objects from others, which is not provided for`);
  const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return planFields(context, type, collectFields(context, type, selectionSets), `${fieldPath}.`);
}

function planFields(
  context: PlanContext,
  type: GraphQLObjectType,
  collected: CollectedFields,
  prefix: string,
): readonly PlannedField[] {
  return [...collected].flatMap(([name, nodes]) => planField(context, type, nodes, prefix + name) ?? []);
}

/**
 * Returns the leaves of a selection by their paths of names in the answer.
 * @param isEntered whether to descend into a field
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

/** Variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** The parts of a document other than the operation. */
interface PlanContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced variables. The selection depends on the boolean ones of `@include`, `@skip` and `when`. */
  readonly variables: Variables;
}

/** An operation with its conditions decided. */
export interface ConditionedOperation {
  readonly node: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The boolean variables. */
  readonly conditions: Variables;
}

/** The fields that selection sets select of a type, by their names in the answer, in the order of the document. */
type CollectedFields = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * Returns the fields that selection sets select of a type. It spreads fragments, applies `@skip` and `@include`, and
 * groups fields by their name in the answer. Source: GraphQL specification, October 2021, 6.3.2, CollectFields.
 */
function collectFields(
  { schema, fragments, variables }: PlanContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): CollectedFields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const isOfType = (condition: NamedTypeNode | undefined): boolean => {
    if (!condition) return true;
    const named = typeFromAST(schema, condition);
    return named === type || (isAbstractType(named) && schema.isSubType(named, type));
  };
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const { value: name } = selection.alias ?? selection.name;
        const existing = fields.get(name);
        if (existing) existing.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (isOfType(selection.typeCondition)) collect(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments[selection.name.value];
        if (fragment && isOfType(fragment.typeCondition)) collect(fragment.selectionSet);
      }
    }
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}

/** Whether `@skip` and `@include` include a selection. */
function isIncluded(node: { readonly directives?: readonly DirectiveNode[] }, variables: Variables): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const valueOf = (directive: typeof GraphQLSkipDirective): unknown =>
    getDirectiveValues(directive, node, variables)?.if;
  return valueOf(GraphQLSkipDirective) !== true && valueOf(GraphQLIncludeDirective) !== false;
}

/** Returns the definition of a type's field, including `__typename`, `__schema` and `__type`. */
function definitionOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  { name: { value: name } }: FieldNode,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}
