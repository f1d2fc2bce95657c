import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type GraphQLError, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core/createCore.js';
import type { Measure } from '../core/measure.js';
import { areErrors, type CoercedVariables } from '../core/execution/executor.js';
import type { PlannedOperation } from '../core/plan.js';
import { digest } from '../http/responseCache.js';
import { coded, type Documents } from './documents.js';

/** A request whose document is sound. */
export interface GraphqlRequest {
  /** Names what is asked, whoever asks: all that the answer depends on beside the viewer and the data. */
  readonly name: string;
  readonly operation: PlannedOperation;
  readonly variables: CoercedVariables;
  /**
   * How large it is; null: its variables do not fit, which execution tells.
   * @throws AppError graphql-invalid or invalid-parameter where its arguments cannot be
   */
  readonly measure: () => Measure | null | Promise<Measure>;
}

/** What a client sends: the parameters of GraphQL over HTTP. */
interface Parameters {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Characters of requests that are remembered as read; clients ask the same again and again. */
const REMEMBERED = { maxSize: 400_000, maxEntrySize: 20_000 };

/**
 * Notes a body as it came, before it is parsed: bodies that are parsed to the same may be different questions, as JSON has
 * numbers that JavaScript has not.
 */
export function noteBody(response: object, body: Buffer): void {
  Object.assign(response, { bodyDigest: createHash('sha256').update(body).digest('base64url') });
}

function bodyDigestOf(response: Response): unknown {
  return Reflect.get(response, 'bodyDigest');
}

/** Characters of a request, about. */
function sizeOf({ query, variables }: Parameters): number {
  return query.length + JSON.stringify(variables).length;
}

/** Reads requests, whose bodies are parsed already. */
export interface RequestReader {
  /** A request that was read before. */
  readonly find: (name: string) => GraphqlRequest | undefined;
  /**
   * Reads a request that was not.
   * @param name what {@link nameOf} gives
   * @returns errors of the document, or that it has no such operation; null where it is no request of GraphQL
   */
  readonly read: (name: string, request: Request) => Promise<GraphqlRequest | readonly GraphQLError[] | null>;
}

/** Names a request whose body was parsed by what was sent. */
export function nameOf({ method, url, headers }: Request, response: Response): string {
  return digest([method, url, headers.accept, headers['content-type'], bodyDigestOf(response)]);
}

export function requestReader(core: Pick<Core, 'measure'>, documents: Documents): RequestReader {
  const remembered = new LRUCache<string, GraphqlRequest>(REMEMBERED);
  const read: RequestReader['read'] = async (name, request) => {
    const { method, url } = request;
    const type = request.headers['content-type'];
    const parameters = method === 'GET' ? inAddress(url, type) : inBody(request.body);
    const operation = parameters && (await documents.operationOf(parameters.query, parameters.operationName));
    if (!operation || !('node' in operation)) return operation;
    if (method === 'GET' && operation.node.operation !== OperationTypeNode.QUERY) return null;
    const coerced = operation.coerce(parameters.variables);
    const variables = areErrors(coerced) ? coerced.map((error) => coded(error, 'BAD_USER_INPUT')) : coerced;
    let measured: ReturnType<Core['measure']> | undefined;
    const measure = (): ReturnType<Core['measure']> => (measured ??= core.measure(operation, variables));
    const made = { name, operation, variables, measure };
    // What was refused is told by errors that may be many times as long.
    if (!areErrors(variables)) remembered.set(name, made, { size: Math.max(1, sizeOf(parameters)) });
    return made;
  };
  return { find: (name) => remembered.get(name), read };
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
    return parametersOf(query, operationName ?? null, objectOf(variables), objectOf(extensions));
  } catch {
    return null;
  }
}

/** @throws Error where it is not a JSON object */
function objectOf(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('not an object');
  return value;
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
