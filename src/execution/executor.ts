import { type DocumentNode, GraphQLError, type GraphQLSchema, locatedError } from 'graphql';
import { areErrors, type CoercedVariables, type Operation, operationReader, type Plan } from './operation.js';
import type { Variables } from './plan.js';
import { Run } from './complete.js';
import { type Describe, type Selected, selectedFields, writeFields } from './selected.js';

/** What graphql-js would answer, its data as JSON text. */
export interface Written {
  /** Undefined: the operation was not begun. */
  readonly data: string | undefined;
  /** Whether all of the data is null. */
  readonly isEmpty: boolean;
  readonly errors: readonly GraphQLError[];
}

/** A plan whose fields are ready to be written. */
export interface ExecutablePlan extends Plan {
  readonly selected: Selected;
}

/** An operation that the executor of its schema runs. */
export interface ExecutableOperation extends Operation {
  readonly planOf: (variables: Variables) => ExecutablePlan;
}

/** Reads and runs queries that were validated. */
export interface Executor {
  /** @returns an error where the document has no such operation */
  readonly read: (document: DocumentNode, name?: string | null) => ExecutableOperation | GraphQLError;
  /** @param variables coerced by the operation */
  readonly run: (
    operation: ExecutableOperation,
    variables: CoercedVariables,
    contextValue: unknown,
  ) => Promise<Written>;
}

/**
 * An executor whose answers are those of graphql-js to the byte, at a fraction of the cost: what a document means is worked
 * out once for each combination of its conditions, and values are written as JSON as they are met, without objects in between.
 * @param describe what resolvers are told of their fields as `info.planned`
 */
export function createExecutor<Described>(schema: GraphQLSchema, describe: Describe<Described>): Executor {
  return {
    read: operationReader(schema, ({ fields }) => ({ fields, selected: selectedFields(fields, describe) })),
    async run({ node, fragments, planOf }, variables, contextValue) {
      if (areErrors(variables)) return { data: undefined, isEmpty: true, errors: variables };
      const around = { schema, fragments, operation: node, variableValues: variables, rootValue: undefined };
      const run = new Run(around, contextValue);
      try {
        const { selected } = planOf(variables);
        const data = (await writeFields(selected, run, undefined, undefined)) ?? 'null';
        return { data, isEmpty: isAllNull(data, selected), errors: run.errors };
      } catch (error) {
        run.add(error instanceof GraphQLError ? error : locatedError(error, undefined), undefined);
        return { data: 'null', isEmpty: true, errors: run.errors };
      }
    },
  };
}

function isAllNull(data: string, fields: Selected): boolean {
  return data === `{${fields.map(({ key }) => `${key}null`).join('')}}`;
}
