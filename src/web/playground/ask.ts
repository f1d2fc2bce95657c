import type { FetcherParams } from '@graphiql/toolkit';
import { Kind, parse, type ExecutionResult, type GraphQLError } from 'graphql';
import { forgetKeptKey } from '../shared/keptKey.js';

/** Where GraphQL is answered, and the header that carries the key (contract 5, rule 1). */
const ENDPOINT = '/graphql';
const KEY_HEADER = 'x-api-key';

/**
 * Sends a question to the service with a key, which this tab keeps no more when it is refused.
 * @returns the service's answer, of whatever status: what is wrong is in its `errors`
 * @throws Error in a sentence when the service cannot be reached or answers something else than GraphQL
 */
export async function ask(key: string, params: FetcherParams): Promise<ExecutionResult> {
  let response: Response;
  try {
    response = await fetch(ENDPOINT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
      body: JSON.stringify({ ...params, operationName: operationOf(params) }),
    });
  } catch {
    throw new Error('The service cannot be reached. Is it running?');
  }
  const text = await response.text();
  try {
    const answer: unknown = JSON.parse(text);
    if (isAnswer(answer)) {
      if (isRefusal(answer)) forgetKeptKey();
      return answer;
    }
  } catch {
    // Said below: a proxy in front of the service may answer what is not JSON.
  }
  throw new Error(`The answer is not the service's (status ${response.status}): ${text.slice(0, 200)}`);
}

/**
 * The operation to run. For half a second after a tab is opened GraphiQL names the one of the tab before; where there is only
 * one, there is nothing to choose.
 */
function operationOf({ query, operationName }: FetcherParams): string | null | undefined {
  try {
    const operations = parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return operations.length === 1 ? undefined : operationName;
  } catch {
    // The service says what is wrong with it.
    return operationName;
  }
}

/** Whether an answer says that the key is not accepted. */
export function isRefusal({ errors = [] }: ExecutionResult): boolean {
  // It came over the network, and its errors may have nothing but a sentence.
  return errors.some(({ extensions }: Partial<GraphQLError>) => extensions?.code === 'invalid-key');
}

/** Whether it has the form of a GraphQL answer: data, or errors, each with its sentence. */
function isAnswer(value: unknown): value is ExecutionResult {
  if (typeof value !== 'object' || value === null) return false;
  if (!('errors' in value)) return 'data' in value;
  return Array.isArray(value.errors) && value.errors.every(hasMessage);
}

function hasMessage(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
