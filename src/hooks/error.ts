import type { ErrorCode } from '../errors/table.js';

/**
 * A code of the service (`/errors/<code>` explains it); `unreachable` without an answer; or `unexpected-answer` if the
 * answer is not from the service, but for example from a proxy.
 */
export type GatewayErrorCode = ErrorCode | 'unreachable' | 'unexpected-answer';

/** One of the errors of a GraphQL answer. */
export interface GatewayProblem {
  readonly code: GatewayErrorCode;
  readonly detail: string;
  /** The path in the result; absent if the whole request failed. */
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

/** The error of the hooks. The message is a sentence for users. */
export class GatewayError<Result = unknown> extends Error {
  readonly code: GatewayErrorCode;
  /** The HTTP status of the code, which may differ from that of the answer; null without an answer. */
  readonly status: number | null;
  /** The request ID in the service's log; null if the answer has none. */
  readonly requestId: string | null;
  /** The seconds after which to retry, from Retry-After. */
  readonly retryAfter: number | null;
  /** All errors of the answer, including this one as the first. */
  readonly problems: readonly GatewayProblem[];
  /** The rest of the answer if only a part failed, for example because of a missing scope. */
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

  /** The sentence about this case. */
  get detail(): string {
    return this.message;
  }
}
