import {
  getNamedType,
  GraphQLBoolean,
  typeFromAST,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { LRUCache } from 'lru-cache';
import { selectedField, type Selected } from './selected.js';

/** Variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** What an operation selects of the query type, by its coerced variables. */
export type Plans = (variables: Variables) => Selected;

/** What is kept of an executor's operations, the one that was asked last first. */
export type KeptPlans = LRUCache<string, Selected>;

/** Characters of the documents that plans are kept for; a plan takes some hundred times as much memory. */
const KEPT = 300_000;

export function keptPlans(): KeptPlans {
  return new LRUCache({ maxSize: KEPT });
}

/**
 * What is selected depends on the variables of `@include`, `@skip` and `when`, which are booleans; so there is a plan for each
 * combination of these. Parts that no object has been met for are not worked out.
 * @param name of the operation among all that are kept
 * @param size of its document, in characters
 */
export function createPlans(
  schema: GraphQLSchema,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  { selectionSet, variableDefinitions = [] }: OperationDefinitionNode,
  { kept, name, size }: { readonly kept: KeptPlans; readonly name: string; readonly size: number },
): Plans {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  const conditions = variableDefinitions.flatMap(({ variable, type }) => {
    const found = typeFromAST(schema, type);
    return found && getNamedType(found) === GraphQLBoolean ? [variable.name.value] : [];
  });

  const selectedOf = (type: GraphQLObjectType, fields: Fields, variables: Variables): Selected => {
    const below = (nodes: readonly FieldNode[], of: GraphQLObjectType): (() => Selected) => {
      if (of.isTypeOf) throw new Error(`${of.name} tells its objects from others, which is not provided for`);
      let inner: Selected | undefined;
      return () =>
        (inner ??= selectedOf(of, collectSubfields(schema, { ...fragments }, { ...variables }, of, nodes), variables));
    };
    return [...fields]
      .flatMap(([responseName, nodes]) => {
        const [node] = nodes;
        const definition = node && getFieldDef(schema, type, node);
        return definition ? [{ responseName, nodes, definition, parentType: type }] : [];
      })
      .map((asked, index) => selectedField({ ...asked, below: (of) => below(asked.nodes, of) }, index));
  };
  return (variables) => {
    const key = `${name} ${conditions.map((condition) => String(variables[condition])).join()}`;
    const found = kept.get(key);
    if (found) return found;
    const fields = collectFields(schema, { ...fragments }, { ...variables }, query, selectionSet);
    const selected = selectedOf(query, fields, variables);
    kept.set(key, selected, { size });
    return selected;
  };
}

type Fields = ReturnType<typeof collectFields>;
