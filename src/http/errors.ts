import type { ErrorRequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { databaseFailure, wordsOf } from '../data/failure.js';
import { AppError } from '../errors/appError.js';
import { describeError } from '../observe/describeError.js';
import type { Logger } from '../observe/logger.js';
import { send } from './answer.js';
import { problemAnswer } from './problem.js';
import { recordOf } from '../observe/requestRecord.js';

/** Failures of Express and its body parser, by the status they carry. */
const BY_STATUS: Readonly<Record<number, (message: string) => AppError>> = {
  400: (message) => new AppError('invalid-request', `The request is malformed: ${message}.`),
  413: () => new AppError('request-too-large', 'The request body is larger than allowed.'),
  415: (message) => new AppError('unsupported-media-type', `The request body cannot be read: ${message}.`),
};

const UNAVAILABLE = 503;

export interface Failures {
  /** Any failure as one that a caller may see; a surprise is logged with the request's id and masked. */
  readonly toAppError: (error: unknown, requestId: string) => AppError;
  /** The last middleware: whatever was thrown, as problem details. */
  readonly answerProblem: ErrorRequestHandler;
}

/** What keeps the database from answering is told at most so often, as it keeps it from answering every request. */
const TOLD_MS = 60_000;
const TOLD = 100;

export function createFailures(log: Logger): Failures {
  const told = new LRUCache<string, true>({ max: TOLD, ttl: TOLD_MS });
  const tellReason = ({ status, code: answered, cause }: AppError, requestId: string): void => {
    if (status !== UNAVAILABLE || cause === undefined) return;
    const { code, message: reason } = wordsOf(cause);
    const line = { answered, ...(code === '' ? {} : { code }), reason };
    const name = JSON.stringify(line);
    if (told.has(name)) return;
    told.set(name, true);
    log.warn({ requestId, ...line }, 'database failed');
  };
  const toAppError: Failures['toAppError'] = (error, requestId) => {
    if (error instanceof AppError) {
      tellReason(error, requestId);
      return error;
    }
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
      const known = BY_STATUS[error.status];
      if (known) return known(error.message.replace(/\.$/, ''));
    }
    const failure = databaseFailure(error, 'Ask for less.');
    if (failure instanceof AppError) {
      tellReason(failure, requestId);
      return failure;
    }
    log.error({ requestId, ...describeError(error) }, 'internal error');
    return new AppError('internal', 'Something went wrong on our side; the request id finds it in the log.');
  };
  return {
    toAppError,
    answerProblem: (error: unknown, request, response, next) => {
      const { requestId } = recordOf(response);
      if (response.headersSent) {
        // Whoever began the answer has broken it off, or is broken off here.
        const { code, message } = toAppError(error, requestId);
        if (code !== 'client-gone') log.warn({ requestId, code, reason: message }, 'answer broken off');
        response.destroy();
        next('router');
        return;
      }
      const [instance = '/'] = request.originalUrl.split('?');
      send(response, problemAnswer(toAppError(error, requestId), instance, requestId)).catch(next);
    },
  };
}
