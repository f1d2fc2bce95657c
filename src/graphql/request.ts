import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import {
  type DocumentNode,
  GraphQLError,
  OperationTypeNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
  ValuesOfCorrectTypeRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Core, PlannedOperation } from '../run/createCore.js';
import type { Measure } from '../plan/plan.js';
import { listingEnumValues } from '../run/enumErrors.js';
import { areErrors, type CoercedVariables } from '../run/executor.js';
import { digest } from '../cache/responseCache.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { BOUNDS } from './bounds.js';

/** A request with a valid document. */
export interface GraphqlRequest {
  /** Identifies everything that the answer depends on, except the viewer and the data. */
  readonly name: string;
  readonly operation: PlannedOperation;
  readonly variables: CoercedVariables;
  /**
   * Measures the operation; null: its variables are invalid, which execution reports.
   * @throws AppError graphql-invalid or invalid-parameter for invalid arguments
   */
  readonly measure: () => Measure | null | Promise<Measure>;
}

/** The parameters of GraphQL over HTTP. */
interface Parameters {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The size of the cache of parsed requests, in characters. Clients repeat their requests. */
const CACHE_BOUNDS = { maxSize: 400_000, maxEntrySize: 20_000 };

/**
 * Stores the digest of the unparsed body. Two bodies that parse to the same value may still differ, because JSON has
 * numbers that JavaScript cannot represent.
 */
export function recordBody(response: object, body: Buffer): void {
  Object.assign(response, { bodyDigest: hash('sha256', body, 'base64url') });
}

function bodyDigestOf(response: Response): unknown {
  return Reflect.get(response, 'bodyDigest');
}

/** Returns the size of a request, roughly, in characters. */
function sizeOf({ query, variables }: Parameters): number {
  return query.length + JSON.stringify(variables).length;
}

/** Reads requests with parsed bodies. */
interface RequestReader {
  /** Returns a request from the cache. */
  readonly find: (name: string) => GraphqlRequest | undefined;
  /**
   * Reads a request that is not in the cache.
   * @param name the result of {@link cacheKeyOf}
   * @returns the errors of the document or of the operation's name; null: this is no GraphQL request
   */
  readonly read: (name: string, request: Request) => Promise<GraphqlRequest | readonly GraphQLError[] | null>;
}

/** Returns the cache key of a request: its unparsed address or body. */
export function cacheKeyOf({ method, url, headers }: Request, response: Response): string {
  return digest([method, url, headers.accept, headers['content-type'], bodyDigestOf(response)]);
}

/** Creates the reader of requests, with its cache. */
export function requestReader(core: Pick<Core, 'measure'>, documents: Documents): RequestReader {
  const cache = new LRUCache<string, GraphqlRequest>(CACHE_BOUNDS);
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
    const graphqlRequest = { name, operation, variables, measure };
    // The errors of an invalid request may be many times as long.
    if (!areErrors(variables)) cache.set(name, graphqlRequest, { size: Math.max(1, sizeOf(parameters)) });
    return graphqlRequest;
  };
  return { find: (name) => cache.get(name), read };
}

/** Returns the parameters of a POST, or null if Apollo would reject them. */
function inBody(body: unknown): Parameters | null {
  if (!isRecord(body)) return null;
  const { query, operationName = null, variables, extensions } = body;
  return parametersOf(query, operationName, variables, extensions);
}

/** Returns the parameters of a GET, or null if Apollo would reject them. */
function inAddress(url: string, type: string | undefined): Parameters | null {
  if (type !== undefined && type.split(';')[0]?.trim().toLowerCase() !== 'application/json') return null;
  const [target = ''] = url.split('#', 1);
  const questionMark = target.indexOf('?');
  const search = new URLSearchParams(questionMark < 0 ? '' : target.slice(questionMark));
  const names = ['query', 'operationName', 'variables', 'extensions'];
  if (names.some((name) => search.getAll(name).length > 1)) return null;
  const [query, operationName, variables, extensions] = names.map((name) => search.get(name));
  try {
    return parametersOf(query, operationName ?? null, objectOf(variables), objectOf(extensions));
  } catch {
    return null;
  }
}

/** @throws Error if the text is not a JSON object */
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

/** Documents, each parsed and validated once. */
interface Documents {
  /** Returns the operation of this name; else the errors of the document or of the name. */
  readonly operationOf: (text: string, name: string | null) => Promise<PlannedOperation | readonly GraphQLError[]>;
}

interface ValidDocument {
  readonly document: DocumentNode;
  /** The operations of the document by name. */
  readonly operations: Map<string | null, PlannedOperation>;
}

/** The sizes of the document cache and of one document, in characters. A parsed document takes about 50 times as much. */
const DOCUMENTS = { maxSize: 400_000, maxEntrySize: 20_000 };
/** The same for invalid documents with their errors. */
const INVALID_DOCUMENTS = { maxSize: 100_000, maxEntrySize: 20_000 };

/** The most errors reported for a document: each one needs a search for suggestions. */
const MAX_ERRORS = 20;

/** The message of graphql-js after it has compared 500,000 pairs of fields. */
const ABORTED = 'Validation aborted.';
const TOO_OFTEN =
  'The document selects fields with the same name too often: validation would compare more than 500,000 pairs. Select each field once.';

/** All rules except the merging of fields, which takes as long as the others together. */
const QUICK_RULES = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/** All rules for an invalid document. Errors of enum values list the allowed values. */
const LISTING_RULES = specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? listingEnumValues : rule));

/** Creates the cache of documents, valid and invalid ones. */
export function createDocuments({ schema, read }: Pick<Core, 'schema' | 'read'>): Documents {
  const documents = new LRUCache<string, ValidDocument>(DOCUMENTS);
  const invalidDocuments = new LRUCache<string, readonly GraphQLError[]>(INVALID_DOCUMENTS);
  /** Returns the errors of a document in the order of graphql-js. It yields to the event loop in between. */
  const errorsOf = async (document: DocumentNode): Promise<readonly GraphQLError[]> => {
    if (isTurnOver()) await nextTurn();
    const isQuicklyWrong = validate(schema, document, QUICK_RULES, { maxErrors: 1 }).length > 0;
    if (isTurnOver()) await nextTurn();
    const rules = isQuicklyWrong ? LISTING_RULES : [OverlappingFieldsCanBeMergedRule];
    return validate(schema, document, rules, { maxErrors: MAX_ERRORS }).map(invalid);
  };
  const validDocumentOf = async (text: string): Promise<ValidDocument | readonly GraphQLError[]> => {
    const name = hashOf(text);
    const cached = documents.get(name);
    if (cached) return cached;
    const cachedErrors = invalidDocuments.get(name);
    if (cachedErrors) return cachedErrors;
    const size = Math.max(1, text.length);
    const document = parseDocument(text);
    const errors = document instanceof GraphQLError ? [document] : await errorsOf(document);
    if (document instanceof GraphQLError || errors.length > 0) {
      invalidDocuments.set(name, errors, { size });
      return errors;
    }
    const validDocument = { document, operations: new Map<string | null, PlannedOperation>() };
    documents.set(name, validDocument, { size });
    return validDocument;
  };
  return {
    async operationOf(text, name) {
      const validDocument = await validDocumentOf(text);
      if (!('operations' in validDocument)) return validDocument;
      const operation = validDocument.operations.get(name) ?? read(validDocument.document, name);
      if (operation instanceof GraphQLError) return [coded(operation, 'OPERATION_RESOLUTION_FAILURE')];
      validDocument.operations.set(name, operation);
      return operation;
    },
  };
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

function parseDocument(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxLexicalTokens: BOUNDS.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return coded(error, 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

function invalid(error: GraphQLError): GraphQLError {
  return coded(error.message === ABORTED ? new GraphQLError(TOO_OFTEN) : error, 'GRAPHQL_VALIDATION_FAILED');
}

/** Adds Apollo's code to an error of graphql-js. */
function coded({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, {
    ...(nodes ? { nodes } : { source: source ?? null, positions: positions ?? null }),
    extensions: { code },
  });
}
