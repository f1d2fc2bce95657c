import { ERRORS, type ErrorCode } from './table.js';

/** What is wrong with one parameter: what was got, what is allowed, what was probably meant. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}

export interface ErrorDetails {
  readonly problems?: readonly ParameterProblem[];
  /** Answer headers that belong to the error, such as Allow or Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that a caller may see: a code of the closed table and a sentence for this case. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: readonly ParameterProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, details: ErrorDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.problems = details.problems ?? [];
    this.headers = details.headers ?? {};
  }
}

/**
 * The 400 for parameters.
 * @param problems at least one; its messages make the sentence
 */
export function invalidParameters(problems: readonly ParameterProblem[]): AppError {
  return new AppError('invalid-parameter', problems.map((problem) => problem.message).join(' '), { problems });
}
