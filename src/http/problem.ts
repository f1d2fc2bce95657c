import { ERRORS } from '../errors/table.js';
import { type AppError, type ListedProblems, listedProblems } from '../errors/appError.js';
import type { Answer } from './answer.js';

/** Problem details (RFC 9457) with the request ID and the problem of each parameter. */
export interface Problem extends ListedProblems {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly requestId: string;
}

/**
 * Returns the problem details of an error.
 * @param instance the path of the request, without the query
 */
export function problemOf(error: AppError, instance: string, requestId: string): Problem {
  return {
    type: `/errors/${error.code}`,
    title: ERRORS[error.code].title,
    status: error.status,
    detail: error.message,
    instance,
    code: error.code,
    requestId,
    ...listedProblems(error),
  };
}

/** Returns an answer with the problem details of an error. */
export function problemAnswer(error: AppError, instance: string, requestId: string): Answer {
  return {
    status: error.status,
    headers: [...Object.entries(error.headers), ['Content-Type', 'application/problem+json; charset=utf-8']],
    body: JSON.stringify(problemOf(error, instance, requestId)),
  };
}
