import type { FetcherParams } from '@graphiql/toolkit';
import { Kind, parse, type ExecutionResult, type GraphQLError } from 'graphql';
import { deleteStoredKey } from '../shared/storedKey.js';
import type { KeyCheck } from '../shared/useKey.js';

/** The GraphQL endpoint, and the header for the API key (contract 5, rule 1). */
const ENDPOINT = '/graphql';
const KEY_HEADER = 'x-api-key';

/**
 * Sends a GraphQL request with an API key. If the service rejects the key, removes it from this tab's storage.
 * @returns the response of the service, whatever its HTTP status; its `errors` describe failures
 * @throws Error with a sentence for the user if the service is unreachable or the response is not GraphQL
 */
export async function sendQuery(key: string, params: FetcherParams): Promise<ExecutionResult> {
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
      if (isRefusal(answer)) deleteStoredKey();
      return answer;
    }
  } catch {
    // Handled below: a proxy in front of the service may respond with HTML.
  }
  throw new Error(`The response did not come from the service (status ${response.status}): ${text.slice(0, 200)}`);
}

/** Checks a key with the service. Returns its label, or why it cannot be used. */
export async function checkKey(key: string): Promise<KeyCheck> {
  if (/[^\x21-\x7e]/.test(key)) {
    const sentence = 'A key contains only ASCII characters and no spaces: <USER_ID>:<secret>.';
    return { problem: { sentence, isRefused: true } };
  }
  try {
    const answer = await sendQuery(key, { query: '{ viewer { label } }' });
    const [error] = answer.errors ?? [];
    if (error !== undefined) return { problem: { sentence: error.message, isRefused: isRefusal(answer) } };
    return { problem: null, label: labelOf(answer.data) };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { problem: { sentence, isRefused: false } };
  }
}

/**
 * Returns the operation name to send. For half a second after a tab opens, GraphiQL still sends the name of the
 * previous tab. A document with one operation needs no name.
 */
function operationOf({ query, operationName }: FetcherParams): string | null | undefined {
  try {
    const operations = parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return operations.length === 1 ? undefined : operationName;
  } catch {
    // The service reports the syntax error.
    return operationName;
  }
}

/** Returns the label in the answer about the viewer; null if the key has none. */
function labelOf(data: ExecutionResult['data']): string | null {
  const viewer: unknown = data?.viewer;
  if (typeof viewer !== 'object' || viewer === null || !('label' in viewer)) return null;
  return typeof viewer.label === 'string' ? viewer.label : null;
}

/** Returns whether the service rejected the API key. */
function isRefusal({ errors = [] }: ExecutionResult): boolean {
  // The errors come from the network, so `extensions` may be missing.
  return errors.some(({ extensions }: Partial<GraphQLError>) => extensions?.code === 'invalid-key');
}

/** Returns whether a value has the shape of a GraphQL response: `data`, or `errors` with a message each. */
function isAnswer(value: unknown): value is ExecutionResult {
  if (typeof value !== 'object' || value === null) return false;
  if (!('errors' in value)) return 'data' in value;
  return Array.isArray(value.errors) && value.errors.every(hasMessage);
}

function hasMessage(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
