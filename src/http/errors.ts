import type { ErrorRequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { databaseFailure, wordsOf } from '../db/failure.js';
import { AppError } from '../errors/appError.js';
import { describeError } from '../observe/describeError.js';
import type { Logger } from '../observe/logger.js';
import { send } from './answer.js';
import { problemAnswer } from './problem.js';
import { recordOf } from '../observe/requestRecord.js';

/** The errors of Express and its body parser, by status. */
const BY_STATUS: Readonly<Record<number, (error: Error) => AppError>> = {
  400: (error) => new AppError('invalid-request', `The request is malformed: ${reasonOf(error)}.`),
  413: (error) => {
    const limit = 'limit' in error ? ` than the allowed ${String(error.limit)} bytes` : ' than allowed';
    return new AppError('request-too-large', `The request body is larger${limit}.`);
  },
  415: (error) => new AppError('unsupported-media-type', `The request body cannot be read: ${reasonOf(error)}.`),
};

function reasonOf({ message }: Error): string {
  return message.replace(/\.$/, '');
}

const UNAVAILABLE = 503;

export interface Failures {
  /** Converts any error to one that a client may see. An unexpected one is logged with the request ID and masked. */
  readonly toAppError: (error: unknown, requestId: string) => AppError;
  /** The last middleware, which answers any error as problem details. */
  readonly answerProblem: ErrorRequestHandler;
}

/** The least interval between log lines about the same database failure. Such a failure affects every request. */
const LOGGED_MS = 60_000;
const MAX_LOGGED = 100;

/** Creates the conversion and the answers of errors. */
export function createFailures(log: Logger): Failures {
  const logged = new LRUCache<string, true>({ max: MAX_LOGGED, ttl: LOGGED_MS });
  const logReason = ({ status, code: answered, cause }: AppError, requestId: string): void => {
    if (status !== UNAVAILABLE || cause === undefined) return;
    const { code, message: reason } = wordsOf(cause);
    const line = { answered, ...(code === '' ? {} : { code }), reason };
    const name = JSON.stringify(line);
    if (logged.has(name)) return;
    logged.set(name, true);
    log.warn({ requestId, ...line }, 'database failed');
  };
  const toAppError: Failures['toAppError'] = (error, requestId) => {
    if (error instanceof AppError) {
      logReason(error, requestId);
      return error;
    }
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
      const convert = BY_STATUS[error.status];
      if (convert) return convert(error);
    }
    const failure = databaseFailure(error, 'Request less data.');
    if (failure instanceof AppError) {
      logReason(failure, requestId);
      return failure;
    }
    log.error({ requestId, ...describeError(error) }, 'internal error');
    return new AppError('internal', 'The service failed. Find the cause in the log by the request id.');
  };
  return {
    toAppError,
    answerProblem: (error: unknown, request, response, next) => {
      const { requestId } = recordOf(response);
      if (response.headersSent) {
        // The answer was interrupted, or is interrupted here.
        const { code, message } = toAppError(error, requestId);
        if (code !== 'client-gone') log.warn({ requestId, code, reason: message }, 'response aborted');
        response.destroy();
        next('router');
        return;
      }
      const [instance = '/'] = request.originalUrl.split('?');
      send(response, problemAnswer(toAppError(error, requestId), instance, requestId)).catch(next);
    },
  };
}
