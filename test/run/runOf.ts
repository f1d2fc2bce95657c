import { GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql';
import { createExecutor, dataText, isEmpty, type WrittenResult } from '../../src/run/executor.js';
import { chunksOf } from '../../src/run/json.js';
import type { PlannedField } from '../../src/plan/selection.js';
import { type CostOf } from '../../src/run/run.js';
import { bytesOf } from '../../src/values/bytes.js';

type Asked = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues' | 'contextValue'>;

/** The data of an answer as text, where it was begun. */
export async function textOf({ data }: WrittenResult): Promise<string | undefined> {
  if (data === undefined) return undefined;
  const pieces: (string | Buffer)[] = [];
  for await (const piece of chunksOf(dataText(data))) pieces.push(piece);
  return bytesOf(pieces).toString();
}

/** An answer with its data as text. */
export interface Answered extends Pick<WrittenResult, 'errors'> {
  readonly data: string | undefined;
  readonly isEmpty: boolean;
}

/**
 * Runs documents with the executor. Parses each document once, like the service.
 * @param describe the information that resolvers get about their fields
 * @param costOf if set, the responses count as very expensive
 */
export function runOf(
  schema: GraphQLSchema,
  describe: (field: PlannedField, isJson: boolean) => unknown = () => undefined,
  costOf?: CostOf,
): (asked: Asked) => Promise<Answered> {
  const { read, run } = createExecutor(schema, describe, () => ({}));
  const operations = new Map<unknown, Map<string | null, ReturnType<typeof read>>>();
  return async ({ document, operationName = null, variableValues, contextValue }) => {
    const own = operations.get(document) ?? new Map<string | null, ReturnType<typeof read>>();
    const operation = own.get(operationName) ?? read(document, operationName);
    operations.set(document, own.set(operationName, operation));
    if (operation instanceof GraphQLError) return { data: undefined, isEmpty: true, errors: [operation] };
    const written = await run(operation, operation.coerce(variableValues ?? {}), contextValue, { costOf });
    return { data: await textOf(written), isEmpty: isEmpty(written.data), errors: written.errors };
  };
}
