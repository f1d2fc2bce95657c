import { ERRORS, type ErrorCode } from '../errors/table.js';
import { GatewayError, type GatewayProblem } from './error.js';

type Fields = Readonly<Record<string, unknown>>;

/** A received answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Returns the data of an answer to a query.
 * @throws GatewayError if any part failed, as reported by GraphQL errors or problem details (RFC 9457)
 */
export function readAnswer({ status, headers, text }: Answer): unknown {
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
