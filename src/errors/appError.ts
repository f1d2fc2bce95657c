import { ERRORS, type ErrorCode } from './table.js';

/** The problem of a parameter: what was received, what is allowed, and the nearest allowed value. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}

export interface ErrorDetails {
  readonly problems?: readonly ParameterProblem[];
  /** The number of problems, if not all are listed. */
  readonly problemCount?: number;
  /** Response headers of the error, such as Allow or Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error for the client: a code of the closed table, and a sentence about this case. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: readonly ParameterProblem[];
  readonly problemCount: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, details: ErrorDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.problems = details.problems ?? [];
    this.problemCount = details.problemCount ?? this.problems.length;
    this.headers = details.headers ?? {};
  }
}

/**
 * Returns the error for invalid parameters (400).
 * @param problems at least one problem; the messages form the sentence
 */
export function invalidParameters(problems: readonly ParameterProblem[]): AppError {
  return new AppError('invalid-parameter', problems.map((problem) => problem.message).join(' '), { problems });
}

/** The most problems that one answer lists. */
export const MAX_PROBLEMS = 20;

/**
 * Collects the problems of a request's parameters. It counts all and describes the first 20, because a request may have
 * thousands, and each description searches for the nearest name.
 */
export class ProblemList {
  readonly #problems: ParameterProblem[] = [];
  #count = 0;

  /** @param describe is called only for a problem that is listed */
  add(describe: () => ParameterProblem): void {
    this.#count += 1;
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(describe());
  }

  /** @throws AppError invalid-parameter with the problems, if there are any */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const unlisted = this.#count - this.#problems.length;
    const sentences = this.#problems.map(({ message }) => message);
    if (unlisted > 0) sentences.push(`${unlisted} more ${unlisted === 1 ? 'problem is' : 'problems are'} not listed.`);
    const details = { problems: this.#problems, problemCount: this.#count };
    throw new AppError('invalid-parameter', sentences.join(' '), details);
  }
}

/** The problems in error answers of REST and GraphQL: the listed ones, and the number if not all are listed. */
export interface ListedProblems {
  readonly errors?: readonly ParameterProblem[];
  readonly errorCount?: number;
}

/** Returns the members of an error answer that list its problems. */
export function listedProblems({ problems, problemCount }: AppError): ListedProblems {
  if (problems.length === 0) return {};
  return { errors: problems, ...(problemCount > problems.length ? { errorCount: problemCount } : {}) };
}
