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
import { withEnumValues } from './enumErrors.js';
import { concatenated, ended, filled, type Json, settled, type Text } from './json.js';
import { COST_AT_ONCE, Run, type RunOptions } from './run.js';
import { isIterable } from './list.js';
import { type Describe, resolverOf, selectedField, type SelectedField } from './selected.js';
import { type Format, ROOT_STYLES, type TextFormat } from './style.js';
import { LRUCache } from 'lru-cache';

/** The fields of an answer with their names. */
export type Fields = readonly (readonly [name: string, value: Json | null])[];

/** The result of an operation, equal to that of graphql-js, with fields as JSON text. */
export interface WrittenResult {
  /** Null: a non-null field is null; undefined: execution did not start. */
  readonly data: Fields | null | undefined;
  /** The elements of the only field's `data`. Only the format `rows` has them, instead of text. */
  readonly rows?: Iterable<unknown> | undefined;
  readonly errors: readonly GraphQLError[];
}

/** Returns the data of an answer as JSON. */
export function dataText(data: Fields | null): Json {
  if (data === null) return 'null';
  const members = data.map(([name, value]) => concatenated([`"${name}":`, value ?? 'null']));
  return concatenated(['{', concatenated(members, ','), '}']);
}

/**
 * Returns the value of an operation's only field; null: it is null.
 * @throws the error of a resolver
 */
export function onlyValue({ data, errors }: WrittenResult): Json | null {
  const [error] = errors;
  if (error) throw error.originalError ?? error;
  const [, value] = data?.[0] ?? [];
  return value ?? null;
}

/** Whether there is no data, or all of it is null. */
export function isEmpty(data: Fields | null | undefined): boolean {
  return data?.every(([, value]) => value === null) ?? true;
}

/** A plan with the writers of its fields. */
export interface ExecutablePlan extends Plan {
  readonly writers: (format: TextFormat) => readonly SelectedField[];
}

/** An operation that the executor can run. */
export interface ExecutableOperation<Facts> extends Operation {
  readonly planOf: (variables: Variables) => ExecutablePlan & Facts;
}

/** Plans and executes valid queries. */
export interface Executor<Facts> {
  /** @returns an error if the document has no such operation */
  readonly read: (document: DocumentNode, name?: string | null) => ExecutableOperation<Facts> | GraphQLError;
  /** @param variables coerced by the operation */
  readonly run: (
    operation: Pick<ExecutableOperation<Facts>, 'node' | 'fragments' | 'planOf'>,
    variables: CoercedVariables,
    contextValue: unknown,
    options?: RunOptions & { readonly format?: Format },
  ) => Promise<WrittenResult>;
}

/**
 * Creates an executor. Its answers equal those of graphql-js byte by byte, at a fraction of the cost: it plans a
 * document once for each combination of its conditions, and writes values as JSON without objects in between.
 * @param describe makes `info.planned`, the description of a field for its resolver
 * @param factsOf computes further facts of an operation for each combination of its conditions
 */
export function createExecutor<Described, Facts extends object>(
  schema: GraphQLSchema,
  describe: Describe<Described>,
  factsOf: (operation: ConditionedOperation) => Facts,
): Executor<Facts> {
  return {
    read: operationReader(schema, factsOf, ({ fields }) => {
      const writersByFormat = new Map<TextFormat, readonly SelectedField[]>();
      const writers = (format: TextFormat): readonly SelectedField[] => {
        const prepared =
          writersByFormat.get(format) ??
          fields.map((field, index) => selectedField(field, index, describe, ROOT_STYLES[format]));
        writersByFormat.set(format, prepared);
        return prepared;
      };
      return { fields, writers };
    }),
    async run({ node, fragments, planOf }, variables, contextValue, { format = 'json', ...options } = {}) {
      if (areErrors(variables)) return { data: undefined, errors: variables };
      const info = { schema, fragments, operation: node, variableValues: variables, rootValue: undefined };
      const run = new Run(info, contextValue, options);
      const { errors } = run;
      try {
        const plan = planOf(variables);
        if (format === 'rows') return { data: null, rows: await readRows(plan, run, describe), errors };
        const cost = run.costFor(queryOf(schema), [node]);
        return { data: await writeRoot(plan.writers(format), run, cost), errors };
      } catch (error) {
        run.add(error instanceof GraphQLError ? error : locatedError(error, undefined), undefined);
        return { data: null, errors };
      }
    },
  };
}

/** Resolves the only field, and returns the elements of its `data`; none if it is null. */
async function readRows<Described>(
  { fields }: Plan,
  run: Run,
  describe: Describe<Described>,
): Promise<Iterable<unknown>> {
  const [root] = fields;
  if (!root) return [];
  const path = { prev: undefined, key: root.responseName, typename: root.parentType.name };
  const value = await resolverOf(root, describe, false)(run, undefined, path);
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : [];
  return isIterable(data) ? data : [];
}

/**
 * Writes the root fields of an operation.
 * @param cost with a high cost the fields are written one after the other
 * @throws GraphQLError for a non-null field that is null, after all started fields have ended
 */
async function writeRoot(fields: readonly SelectedField[], run: Run, cost: number): Promise<Fields> {
  const texts: Text[] = [];
  try {
    for (const { write } of fields) {
      const text = write(run, undefined, undefined);
      texts.push(cost > COST_AT_ONCE ? await text : text);
    }
  } catch (error) {
    // Started fields end first.
    await ended(texts).catch(() => undefined);
    throw error;
  }
  const drafts = await settled(texts);
  const values = await Promise.all(drafts.map(async (draft) => (draft === null ? null : filled(draft))));
  return fields.map(({ responseName }, index) => [responseName, values[index] ?? null]);
}

/** Coerced variables, or their errors. */
export type CoercedVariables = Variables | readonly GraphQLError[];

/** An operation of a valid document. */
export interface Operation {
  readonly node: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly coerce: (given: Variables) => CoercedVariables;
  /** Returns its plan for coerced variables: one for each combination of the boolean ones. */
  readonly planOf: (variables: Variables) => Plan;
  /** The default values of its variables. */
  readonly defaults: Variables;
}

/** The selection of an operation for given values of its conditions. */
export interface Plan {
  readonly fields: readonly PlannedField[];
}

/** Most errors of variables, as in graphql-js. */
const MAX_ERRORS = 50;
/** The assumed size in characters of a document that was parsed without locations. */
const UNKNOWN_SIZE = 1_000;
/** The size of the cache of plans, in characters of their documents. A plan takes some hundred times the memory. */
const MAX_CHARACTERS = 300_000;

/**
 * Returns a function that reads operations. One cache holds the plans of all, most recently used first. An operation
 * makes its plan again after the cache has dropped it.
 * @param make makes the executable form of a plan, once
 * @returns a function that finds the operation of a document, or returns an error in the words of graphql-js
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
  const plans = new LRUCache<string, Made & Facts>({ maxSize: MAX_CHARACTERS });
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
      const variableType = typeFromAST(schema, type);
      return variableType && getNamedType(variableType) === GraphQLBoolean ? [variable.name.value] : [];
    });
    const defaults: Variables = Object.fromEntries(
      definitions.flatMap(({ variable, type, defaultValue }) => {
        const inputType = typeFromAST(schema, type);
        const isGiven = defaultValue && isInputType(inputType);
        return isGiven ? [[variable.name.value, valueFromAST(defaultValue, inputType)] as const] : [];
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
        const { coerced, errors } = getVariableValues(schema, definitions, given, { maxErrors: MAX_ERRORS });
        return coerced ?? withEnumValues(errors, schema, definitions, given);
      },
      planOf(variables) {
        const key = `${number} ${conditions.map((condition) => String(variables[condition])).join()}`;
        const cached = plans.get(key);
        if (cached) return cached;
        const conditionValues: Variables = Object.fromEntries(
          conditions.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name]] as const] : [])),
        );
        // First, because its error names the invalid condition.
        const facts = factsOf({ node, fragments, conditions: conditionValues });
        const fields = planSelection({ schema, fragments, variables: conditionValues }, query, node.selectionSet);
        const plan = { ...make({ fields }), ...facts };
        plans.set(key, plan, { size });
        return plan;
      },
    };
  };
}

function queryOf(schema: GraphQLSchema): GraphQLObjectType {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  return query;
}

/** Whether the variables are invalid. */
export function areErrors(coerced: CoercedVariables): coerced is readonly GraphQLError[] {
  return Array.isArray(coerced);
}

function findOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const candidates = name !== null ? operations.filter((node) => node.name?.value === name) : operations;
  const [operation, another] = candidates;
  if (operation && !another) return operation;
  if (name !== null) return new GraphQLError(`Unknown operation named "${name}".`);
  const message = operation
    ? 'Must provide operation name if query contains multiple operations.'
    : 'Must provide an operation.';
  return new GraphQLError(message);
}
