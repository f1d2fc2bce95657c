import { GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql';
import { createExecutor, type Written } from '../../src/core/execution/executor.js';
import type { PlannedField } from '../../src/core/execution/plan.js';
import { type CostOf } from '../../src/core/execution/run.js';

type Asked = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues' | 'contextValue'>;

/**
 * Runs documents by the executor, each read once, as the service does.
 * @param describe what resolvers are told of their fields
 * @param costOf set: as answers that cost very much
 */
export function runOf(
  schema: GraphQLSchema,
  describe: (field: PlannedField) => unknown = () => undefined,
  costOf?: CostOf,
): (asked: Asked) => Promise<Written> {
  const { read, run } = createExecutor(schema, describe);
  const operations = new Map<unknown, Map<string | null, ReturnType<typeof read>>>();
  return async ({ document, operationName = null, variableValues, contextValue }) => {
    const own = operations.get(document) ?? new Map<string | null, ReturnType<typeof read>>();
    const operation = own.get(operationName) ?? read(document, operationName);
    operations.set(document, own.set(operationName, operation));
    if (operation instanceof GraphQLError) return { data: undefined, isEmpty: true, errors: [operation], holes: [] };
    return run(operation, operation.coerce(variableValues ?? {}), contextValue, { costOf });
  };
}
