import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Authenticator } from '../auth/authenticator.js';
import { keyIn } from '../auth/requestKey.js';
import type { Limits } from '../limit/limits.js';
import type { RateLimit, Remaining } from '../limit/rateLimit.js';

/**
 * Tells the policies on every answer, whoever asks: draft-ietf-httpapi-ratelimit-headers has them stay the same over a
 * sequence of answers. Without limits there are none.
 */
export function announcePolicies({ user, failures }: Limits): RequestHandler {
  const policies = [user, failures]
    .flatMap((limit) => (limit ? `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}` : []))
    .join(', ');
  return (_, response, next) => {
    if (policies !== '') response.setHeader('RateLimit-Policy', policies);
    next();
  };
}

/** Tells what remains of the limit that counts for the request. */
export function announceRemaining(response: Response, { name }: RateLimit, { points, seconds }: Remaining): void {
  response.setHeader('RateLimit', `"${name}";r=${points};t=${seconds}`);
}

/** Handlers that announce what remains where a request has not been let in. */
export interface RemainingAnnouncers {
  /** Before the request is read, where its answer may be made in many places. */
  readonly before: RequestHandler;
  /** After it was refused. */
  readonly refused: ErrorRequestHandler;
}

/**
 * For requests that are refused before they take points: what their user still has, where the key is known to be valid;
 * else what failed keys of the address still have. None is taken.
 */
export function announceUnspent({ user, failures }: Limits, authenticator: Authenticator): RemainingAnnouncers {
  const announce = async (request: Request, response: Response): Promise<void> => {
    if (!user || !failures || response.headersSent || response.hasHeader('RateLimit')) return;
    const userId = authenticator.knownUser(keyIn(request.headers) ?? '');
    const [limit, key] = userId === undefined ? [failures, request.ip ?? ''] : [user, userId];
    announceRemaining(response, limit, await limit.look(key));
  };
  return {
    async before(request, response, next) {
      await announce(request, response);
      next();
    },
    async refused(error: unknown, request: Request, response: Response, next) {
      await announce(request, response);
      next(error);
    },
  };
}
