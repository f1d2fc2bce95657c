import {
  getVariableValues,
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { createPlans, keptPlans, type Plans, type Variables } from './plans.js';

/** An operation of a document, ready to be run. */
export interface Operation {
  readonly node: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly plans: Plans;
  /** The variables as execution uses them, or what is wrong with them. Of what cannot change the result is kept with it. */
  readonly coerce: (given: Variables) => Variables | readonly GraphQLError[];
}

const NONE: Variables = Object.freeze({});
/** Errors of variables that are told, as graphql-js does. */
const MOST_ERRORS = 50;
/** Characters of a document that was parsed without its places. */
const UNKNOWN_SIZE = 1_000;

/** Finds operations, and keeps what was worked out of them with their document. */
export function createOperations(
  schema: GraphQLSchema,
): (document: DocumentNode, name: string | null | undefined) => Operation | GraphQLError {
  const known = new WeakMap<DocumentNode, Map<string | null, Operation>>();
  const kept = keptPlans();
  let count = 0;
  return (document, name = null) => {
    const operations = known.get(document) ?? new Map<string | null, Operation>();
    const found = operations.get(name);
    if (found) return found;
    const node = findOperation(document, name);
    if (node instanceof GraphQLError) return node;
    const fragments: Readonly<Record<string, FragmentDefinitionNode>> = Object.fromEntries(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
      ),
    );
    count += 1;
    const size = Math.max(1, document.loc?.end ?? UNKNOWN_SIZE);
    const plans = createPlans(schema, fragments, node, { kept, name: String(count), size });
    const operation = { node, fragments, plans, coerce: coercion(schema, node) };
    known.set(document, operations.set(name, operation));
    return operation;
  };
}

function coercion(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): Operation['coerce'] {
  if (variableDefinitions.length === 0) return () => NONE;
  const known = new WeakMap<Variables, Variables>();
  return (given) => {
    const found = known.get(given);
    if (found) return found;
    const { coerced, errors } = getVariableValues(schema, variableDefinitions, given, { maxErrors: MOST_ERRORS });
    if (!coerced) return errors;
    if (Object.isFrozen(given)) known.set(given, coerced);
    return coerced;
  };
}

/** @returns an error in the words of graphql-js, where there is no such operation */
function findOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const wanted = name !== null ? operations.filter((node) => node.name?.value === name) : operations;
  const [operation, another] = wanted;
  if (operation && !another) return operation;
  if (name !== null) return new GraphQLError(`Unknown operation named "${name}".`);
  const message = operation
    ? 'Must provide operation name if query contains multiple operations.'
    : 'Must provide an operation.';
  return new GraphQLError(message);
}
