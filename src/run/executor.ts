import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  getVariableValues,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { type PlannedField, planSelection, type Variables, type ConditionedOperation } from '../plan/selection.js';
import { concatenated, ended, filled, type Json, settled, type Text } from './json.js';
import { COST_AT_ONCE, Run, type RunOptions } from './run.js';
import { type Describe, selectedField, type SelectedField } from './selected.js';
import { type Format, ROOT_STYLES } from './style.js';
import { LRUCache } from 'lru-cache';

/** The fields of an operation, by their names in the answer. */
export type Fields = readonly (readonly [name: string, value: Json | null])[];

/** What graphql-js would answer, its fields as JSON text. */
export interface Written {
  /** Null: a field is null that must not be; undefined: the operation was not begun. */
  readonly data: Fields | null | undefined;
  readonly errors: readonly GraphQLError[];
}

/** The data of an answer as JSON. */
export function dataText(data: Fields | null): Json {
  if (data === null) return 'null';
  const members = data.map(([name, value]) => concatenated([`"${name}":`, value ?? 'null']));
  return concatenated(['{', concatenated(members, ','), '}']);
}

/**
 * The value of an operation's only field; null: it has none.
 * @throws what a resolver threw
 */
export function onlyValue({ data, errors }: Written): Json | null {
  const [error] = errors;
  if (error) throw error.originalError ?? error;
  const [, value] = data?.[0] ?? [];
  return value ?? null;
}

/** Whether there is no data, or all of it is null. */
export function isEmpty(data: Fields | null | undefined): boolean {
  return data?.every(([, value]) => value === null) ?? true;
}

/** A plan whose fields are ready to be written. */
export interface ExecutablePlan extends Plan {
  readonly writers: (format: Format) => readonly SelectedField[];
}

/** An operation that the executor of its schema runs. */
export interface ExecutableOperation<Facts> extends Operation {
  readonly planOf: (variables: Variables) => ExecutablePlan & Facts;
}

/** Reads and runs queries that were validated. */
export interface Executor<Facts> {
  /** @returns an error where the document has no such operation */
  readonly read: (document: DocumentNode, name?: string | null) => ExecutableOperation<Facts> | GraphQLError;
  /** @param variables coerced by the operation */
  readonly run: (
    operation: Pick<ExecutableOperation<Facts>, 'node' | 'fragments' | 'planOf'>,
    variables: CoercedVariables,
    contextValue: unknown,
    options?: RunOptions & { readonly format?: Format },
  ) => Promise<Written>;
}

/**
 * An executor whose answers are those of graphql-js to the byte, at a fraction of the cost: what a document means is worked
 * out once for each combination of its conditions, and values are written as JSON as they are met, without objects in between.
 * @param describe what resolvers are told of their fields as `info.planned`
 * @param factsOf what else is worked out of an operation for each combination of its conditions
 */
export function createExecutor<Described, Facts extends object>(
  schema: GraphQLSchema,
  describe: Describe<Described>,
  factsOf: (operation: ConditionedOperation) => Facts,
): Executor<Facts> {
  return {
    read: operationReader(schema, factsOf, ({ fields }) => {
      const known = new Map<Format, readonly SelectedField[]>();
      const writers = (format: Format): readonly SelectedField[] => {
        const found =
          known.get(format) ?? fields.map((field, index) => selectedField(field, index, describe, ROOT_STYLES[format]));
        known.set(format, found);
        return found;
      };
      return { fields, writers };
    }),
    async run({ node, fragments, planOf }, variables, contextValue, { format = 'json', ...options } = {}) {
      if (areErrors(variables)) return { data: undefined, errors: variables };
      const around = { schema, fragments, operation: node, variableValues: variables, rootValue: undefined };
      const run = new Run(around, contextValue, options);
      const { errors } = run;
      try {
        const cost = run.costFor(queryOf(schema), [node]);
        return { data: await writeRoot(planOf(variables).writers(format), run, cost), errors };
      } catch (error) {
        run.add(error instanceof GraphQLError ? error : locatedError(error, undefined), undefined);
        return { data: null, errors };
      }
    },
  };
}

/**
 * Writes what an operation selects.
 * @param cost where it is high, its fields are written one after the other
 * @throws GraphQLError where a field is null that must not be, once what was begun has come to its end
 */
async function writeRoot(fields: readonly SelectedField[], run: Run, cost: number): Promise<Fields> {
  const texts: Text[] = [];
  try {
    for (const { write } of fields) {
      const text = write(run, undefined, undefined);
      texts.push(cost > COST_AT_ONCE ? await text : text);
    }
  } catch (error) {
    // What was begun comes to its end first.
    await ended(texts).catch(() => undefined);
    throw error;
  }
  const drafts = await settled(texts);
  const values = await Promise.all(drafts.map(async (draft) => (draft === null ? null : filled(draft))));
  return fields.map(({ responseName }, index) => [responseName, values[index] ?? null]);
}

/** Variables as execution uses them, or what is wrong with them. */
export type CoercedVariables = Variables | readonly GraphQLError[];

/** An operation of a document that was validated. */
export interface Operation {
  readonly node: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly coerce: (given: Variables) => CoercedVariables;
  /** What it selects of the query type, by its coerced variables: one plan for each combination of those that are booleans. */
  readonly planOf: (variables: Variables) => Plan;
  /** The variables that have a default. */
  readonly defaults: Variables;
}

/** What an operation selects under some conditions. */
export interface Plan {
  readonly fields: readonly PlannedField[];
}

/** Errors of variables that are told, as graphql-js does. */
const MOST_ERRORS = 50;
/** Characters of a document that was parsed without its places. */
const UNKNOWN_SIZE = 1_000;
/** Characters of the documents that plans are kept for; a plan takes some hundred times as much memory. */
const MOST_CHARACTERS = 300_000;

/**
 * Reads operations. Their plans are kept in one space, the one that was asked last first; whoever keeps an operation need
 * not fear for memory, as it makes a plan anew that was given up.
 * @param make what is worked out of a plan once
 * @returns finds the operation of a document; an error in the words of graphql-js, where there is no such operation
 */
function operationReader<Made extends Plan, Facts extends object>(
  schema: GraphQLSchema,
  factsOf: (operation: ConditionedOperation) => Facts,
  make: (plan: Plan) => Made,
): (
  document: DocumentNode,
  name?: string | null,
) => (Operation & { readonly planOf: (variables: Variables) => Made & Facts }) | GraphQLError {
  const query = queryOf(schema);
  const plans = new LRUCache<string, Made & Facts>({ maxSize: MOST_CHARACTERS });
  let count = 0;
  return (document, name = null) => {
    const node = findOperation(document, name);
    if (node instanceof GraphQLError) return node;
    const fragments: Readonly<Record<string, FragmentDefinitionNode>> = Object.fromEntries(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
      ),
    );
    const definitions = node.variableDefinitions ?? [];
    const conditions = definitions.flatMap(({ variable, type }) => {
      const found = typeFromAST(schema, type);
      return found && getNamedType(found) === GraphQLBoolean ? [variable.name.value] : [];
    });
    const defaults: Variables = Object.fromEntries(
      definitions.flatMap(({ variable, type, defaultValue }) => {
        const found = typeFromAST(schema, type);
        const isGiven = defaultValue && isInputType(found);
        return isGiven ? [[variable.name.value, valueFromAST(defaultValue, found)] as const] : [];
      }),
    );
    count += 1;
    const number = count;
    const size = Math.max(1, document.loc?.end ?? UNKNOWN_SIZE);
    return {
      node,
      fragments,
      defaults,
      coerce(given) {
        const { coerced, errors } = getVariableValues(schema, definitions, given, { maxErrors: MOST_ERRORS });
        return coerced ?? errors;
      },
      planOf(variables) {
        const key = `${number} ${conditions.map((condition) => String(variables[condition])).join()}`;
        const found = plans.get(key);
        if (found) return found;
        const own: Variables = Object.fromEntries(
          conditions.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name]] as const] : [])),
        );
        // First, as it says which condition cannot be.
        const facts = factsOf({ node, fragments, conditions: own });
        const fields = planSelection({ schema, fragments, variables: own }, query, node.selectionSet);
        const made = { ...make({ fields }), ...facts };
        plans.set(key, made, { size });
        return made;
      },
    };
  };
}

function queryOf(schema: GraphQLSchema): GraphQLObjectType {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  return query;
}

/** Whether variables were refused. */
export function areErrors(coerced: CoercedVariables): coerced is readonly GraphQLError[] {
  return Array.isArray(coerced);
}

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
