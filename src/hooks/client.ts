import { ERRORS, type ErrorCode } from '../errors/table.js';
import { GatewayError, type GatewayProblem } from './error.js';
import { fingerprint } from './fingerprint.js';

/** A query with the types of its variables and its result. `types` exists only for the compiler. */
export interface GatewayQuery<Result, Variables> {
  readonly name: string;
  readonly text: string;
  readonly types?: (variables: Variables) => Result;
}

export interface GatewayOptions {
  /** The origin of the service, such as `https://host`, without `/graphql`. The default is the origin of the page. */
  readonly address?: string;
  /**
   * The API key, `<USER_ID>:<secret>`. Everyone who opens a page can read its key. Without it, the server at `address`
   * must add the header `x-api-key`.
   */
  readonly key?: string;
}

/** A client of a service. */
export interface GatewayClient {
  /**
   * Identifies the address and the key in query keys, so that a user never sees data cached for another key. The key
   * cannot be derived from it.
   */
  readonly identity: string;
  /**
   * Sends a query.
   * @throws GatewayError if any part of the answer failed; the reason of `signal` if it was aborted
   */
  ask<Result, Variables>(
    query: GatewayQuery<Result, Variables>,
    variables?: Variables,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Creates a client. It is stateless: clients with the same address and key are interchangeable. */
export function createGatewayClient({ address = '', key }: GatewayOptions = {}): GatewayClient {
  const url = `${address.replace(/\/+$/, '')}/graphql`;
  return {
    identity: fingerprint(`${url} ${key ?? ''}`),
    async ask<Result, Variables>(
      { name, text }: GatewayQuery<Result, Variables>,
      variables?: Variables,
      signal?: AbortSignal,
    ): Promise<Result> {
      // Such a key cannot be sent in a header; `fetch` would report an unreachable service.
      if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
        const detail = 'A key contains only ASCII characters and no spaces: <USER_ID>:<secret>.';
        throw new GatewayError<Result>('invalid-key', detail, { status: ERRORS['invalid-key'].status });
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
          body: JSON.stringify({ query: text, variables, operationName: name }),
          ...(signal ? { signal } : {}),
        });
        const { status, headers } = response;
        // The result type was generated from the schema of the service.
        return readAnswer({ status, headers, text: await response.text() }) as Result;
      } catch (cause) {
        if (cause instanceof GatewayError || signal?.aborted) throw cause;
        const detail = `The service cannot be reached at ${url}.`;
        throw new GatewayError<Result>('unreachable', detail, { status: null, cause });
      }
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A received answer. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Returns the data of an answer to a query.
 * @throws GatewayError if any part failed, as reported by GraphQL errors or problem details (RFC 9457)
 */
function readAnswer({ status, headers, text }: Answer): unknown {
  const body = json(text);
  const retryAfter = secondsOf(headers.get('retry-after'));
  const requestId = headers.get('x-request-id');
  const data = body?.data ?? null;
  const problems = (Array.isArray(body?.errors) && body.code === undefined ? body.errors : []).map(problemOf);
  if (body && typeof body.code === 'string') problems.push(problemOf({ message: body.detail, extensions: body }));
  const [first] = problems;
  if (first) {
    const own = isKnown(first.code) ? ERRORS[first.code].status : status;
    throw new GatewayError(first.code, first.detail, { status: own, requestId, retryAfter, problems, data });
  }
  if (data !== null && status < 400) return data;
  const detail = `The response is not from the service (status ${status}): ${text.slice(0, 200)}`;
  throw new GatewayError('unexpected-answer', detail, { status, requestId, retryAfter });
}

function problemOf(error: unknown): GatewayProblem {
  const { message, path, extensions } = fields(error);
  const { code } = fields(extensions);
  return {
    code: isKnown(code) ? code : 'unexpected-answer',
    detail: typeof message === 'string' ? message : 'The service gave no reason.',
    ...(Array.isArray(path) ? { path: path.filter(isStep) } : {}),
  };
}

function isKnown(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

function isStep(step: unknown): step is string | number {
  return typeof step === 'string' || typeof step === 'number';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Parses a JSON object, or returns null. */
function json(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the seconds of a Retry-After. Proxies may send a date instead (RFC 9110, 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
