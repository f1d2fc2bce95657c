import type { ErrorCode } from '../errors/table.js';

/**
 * What went wrong: a code of the service, as `/errors/<code>` explains it; `unreachable`, when there was no answer; or
 * `unexpected-answer`, when something answered that does not speak as the service does, such as a proxy before it.
 */
export type GatewayErrorCode = ErrorCode | 'unreachable' | 'unexpected-answer';

/** One of the errors of a GraphQL answer. */
export interface GatewayProblem {
  readonly code: GatewayErrorCode;
  readonly detail: string;
  /** Where in the result; absent when it is the whole request. */
  readonly path?: readonly (string | number)[];
}

export interface GatewayErrorParts<Result> {
  readonly status: number | null;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly problems?: readonly GatewayProblem[];
  readonly data?: Result | null;
  readonly cause?: unknown;
}

/** The one error of the hooks; its message is a sentence that can be shown. */
export class GatewayError<Result = unknown> extends Error {
  readonly code: GatewayErrorCode;
  /** The HTTP status that belongs to the code, whatever the status of the answer; null: there was no answer. */
  readonly status: number | null;
  /** Finds the request in the service's log; null: the service did not say. */
  readonly requestId: string | null;
  /** Seconds after which to ask again, if the service says so. */
  readonly retryAfter: number | null;
  /** Every error of the answer; the first is this one. */
  readonly problems: readonly GatewayProblem[];
  /** The rest of the answer, when only a part of it failed, for example for want of a scope. */
  readonly data: Result | null;

  constructor(code: GatewayErrorCode, detail: string, parts: GatewayErrorParts<Result>) {
    super(detail, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.status = parts.status;
    this.requestId = parts.requestId ?? null;
    this.retryAfter = parts.retryAfter ?? null;
    this.problems = parts.problems ?? [{ code, detail }];
    this.data = parts.data ?? null;
  }

  /** The sentence for this case. */
  get detail(): string {
    return this.message;
  }
}
