import { MAX_INT } from '../../plan/arguments.js';
import { MAX_PROBLEMS } from '../../errors/appError.js';
import { ERRORS, type ErrorCode } from '../../errors/table.js';
import { readExample } from './examples.js';
import { HEADERS, headersFor } from './headers.js';
import { type JsonSchema, reference } from './components.js';
import { TEXT_PATTERN } from './leaf.js';

/** The errors of GET requests below /2.0. The other errors belong to GraphQL, or to other paths and methods. */
export const CODES: readonly ErrorCode[] = [
  'invalid-parameter',
  'invalid-request',
  'invalid-key',
  'missing-scope',
  'not-found',
  'not-acceptable',
  'no-longer-known',
  'uri-too-long',
  'rate-limited',
  'headers-too-large',
  'internal',
  'database-unavailable',
  'query-timeout',
  'overloaded',
];

const statuses: readonly number[] = [...new Set(CODES.map((code) => ERRORS[code].status))];

/** Returns the component name of a status. */
const nameOf = (status: number): string => `Problem${status}`;

/**
 * Returns references to the errors of an operation, by status.
 * @param without the errors that the operation cannot have
 */
export function problemReferences(without: readonly ErrorCode[]): Readonly<Record<string, JsonSchema>> {
  const others: readonly number[] = without.map((code) => ERRORS[code].status);
  const possible = statuses.filter((status) => !others.includes(status));
  return Object.fromEntries(possible.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]));
}

/** Returns the responses that the references point to. */
export function problemResponses(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(statuses.map((status) => [nameOf(status), responseOf(status)]));
}

function responseOf(status: number): JsonSchema {
  const codes = CODES.filter((code) => ERRORS[code].status === status);
  const examples = codes.flatMap((code) => {
    const example = readExample(`problems/${code}`);
    return example ? [[code, { summary: ERRORS[code].title, value: example.body }] as const] : [];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: headersFor(['Retry-After', 'WWW-Authenticate'].filter((name) => HEADERS[name]?.on?.includes(status))),
    content: {
      'application/problem+json': {
        schema: reference('Problem'),
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      },
    },
  };
}

const TEXT: JsonSchema = { type: 'string', pattern: TEXT_PATTERN };
const NAMES: JsonSchema = { type: 'array', items: TEXT };

const PARAMETER_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem with one parameter.',
  properties: {
    parameter: TEXT,
    message: TEXT,
    allowed: { ...NAMES, description: 'The allowed values, if they are a closed list.' },
    suggestion: { ...TEXT, description: 'The nearest allowed value.' },
  },
  required: ['parameter', 'message'],
  additionalProperties: false,
};

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Address of the description of the error code.' },
    title: TEXT,
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    detail: { ...TEXT, description: 'A sentence that describes the error, with the received and the allowed values.' },
    instance: { type: 'string', format: 'uri-reference', description: 'Path of the request.' },
    code: { ...reference('ProblemCode'), description: 'Code of the error; never reused for another error.' },
    requestId: { ...TEXT, description: 'Identifier of the request in the log.' },
    errors: {
      type: 'array',
      description: `The problems of the parameters: the first ${MAX_PROBLEMS} problems.`,
      maxItems: MAX_PROBLEMS,
      items: reference('ParameterProblem'),
    },
    errorCount: {
      type: 'integer',
      format: 'int32',
      minimum: MAX_PROBLEMS + 1,
      maximum: MAX_INT,
      description: 'Number of problems, if `errors` does not list all of them.',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  additionalProperties: false,
};

/** The named schemas of problem details (RFC 9457, problem.ts). */
export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Problem: PROBLEM,
  ProblemCode: { type: 'string', enum: CODES },
  ParameterProblem: PARAMETER_PROBLEM,
};
