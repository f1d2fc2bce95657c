import type { Request } from 'express';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core/createCore.js';
import type { Measure } from '../core/measure.js';
import type { CoercedVariables, ExecutableOperation } from '../execution/executor.js';
import { digest } from '../values/digest.js';
import type { Documents } from './documents.js';

/** A request whose document is sound. */
export interface GraphqlRequest {
  /** Names what is asked, whoever asks: all that the answer depends on beside the viewer and the data. */
  readonly name: string;
  readonly operation: ExecutableOperation;
  readonly variables: CoercedVariables;
  /**
   * How large it is; null: its variables do not fit, which execution tells.
   * @throws AppError graphql-invalid or invalid-parameter where its arguments cannot be
   */
  readonly measure: () => Measure | null;
}

/** What a client sends: the parameters of GraphQL over HTTP. */
interface Parameters {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Characters of requests that are remembered as read; clients ask the same again and again. */
const MOST_CHARACTERS = 400_000;

/**
 * Reads requests, whose bodies are parsed already.
 * @returns an error where the document has no such operation; null where Apollo has to say what is wrong
 */
export function requestReader(
  core: Pick<Core, 'measure'>,
  documents: Documents,
): (request: Request) => GraphqlRequest | GraphQLError | null {
  const remembered = new LRUCache<string, GraphqlRequest>({ maxSize: MOST_CHARACTERS });
  return (request) => {
    const { method, url } = request;
    const { accept, 'content-type': type } = request.headers;
    const text = JSON.stringify([method, url, accept, type, request.body as unknown]);
    const name = digest([text]);
    const found = remembered.get(name);
    if (found) return found;
    const parameters = method === 'GET' ? inAddress(url, type) : inBody(request.body);
    const operation = parameters && documents.operationOf(parameters.query, parameters.operationName);
    if (!operation || operation instanceof GraphQLError) return operation;
    if (method === 'GET' && operation.node.operation !== OperationTypeNode.QUERY) return null;
    const variables = operation.coerce(parameters.variables);
    let measured: Measure | null | undefined;
    const measure = (): Measure | null => (measured ??= core.measure(operation, variables));
    const made = { name, operation, variables, measure };
    remembered.set(name, made, { size: text.length });
    return made;
  };
}

/** The parameters of a POST; null where Apollo refuses them. */
function inBody(body: unknown): Parameters | null {
  if (!isRecord(body)) return null;
  const { query, operationName = null, variables, extensions } = body;
  return parametersOf(query, operationName, variables, extensions);
}

/** The parameters of a GET; null where Apollo refuses them. */
function inAddress(url: string, type: string | undefined): Parameters | null {
  if (type !== undefined && type.split(';')[0]?.trim().toLowerCase() !== 'application/json') return null;
  const [target = ''] = url.split('#', 1);
  const mark = target.indexOf('?');
  const search = new URLSearchParams(mark < 0 ? '' : target.slice(mark));
  const names = ['query', 'operationName', 'variables', 'extensions'];
  if (names.some((name) => search.getAll(name).length > 1)) return null;
  const [query, operationName, variables, extensions] = names.map((name) => search.get(name));
  try {
    return parametersOf(query, operationName ?? null, jsonOf(variables), jsonOf(extensions));
  } catch {
    return null;
  }
}

function jsonOf(text: string | null | undefined): unknown {
  return text === null || text === undefined ? undefined : JSON.parse(text);
}

function parametersOf(
  query: unknown,
  operationName: unknown,
  variables: unknown,
  extensions: unknown,
): Parameters | null {
  if (typeof query !== 'string' || query === '') return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  const [given, more] = [variables ?? {}, extensions ?? {}];
  if (!isRecord(given) || !isRecord(more) || Boolean(more.persistedQuery)) return null;
  return { query, operationName, variables: given };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
