import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  typeFromAST,
  TypeNameMetaFieldDef,
} from 'graphql';

/** Variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a document is made of, beside the operation itself. */
export interface PlanContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced; what is selected depends on those of `@include`, `@skip` and `when`, which are booleans. */
  readonly variables: Variables;
}

/** The fields that selection sets select of a type, by their names in the answer, in the order of the document. */
export type CollectedFields = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * Returns the fields that selection sets select of a type: fragments spread, `@skip` and `@include` decided, fields of one name in the
 * answer put together. Source: GraphQL specification, October 2021, 6.3.2, CollectFields.
 */
export function collectFields(
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
        const found = fields.get(name);
        if (found) found.push(selection);
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

/** Whether `@skip` and `@include` leave a selection in. */
function isIncluded(node: { readonly directives?: readonly DirectiveNode[] }, variables: Variables): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const valueOf = (directive: typeof GraphQLSkipDirective): unknown =>
    getDirectiveValues(directive, node, variables)?.if;
  return valueOf(GraphQLSkipDirective) !== true && valueOf(GraphQLIncludeDirective) !== false;
}

/** The definition of a field of a type, those of introspection included. */
export function definitionOf(
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
