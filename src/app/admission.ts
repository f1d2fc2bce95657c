import type { Request, Response } from 'express';
import type { Authenticator } from '../auth/authenticator.js';
import { requireViewer } from '../auth/requestKey.js';
import type { Viewer } from '../auth/viewer.js';
import { hasLeft } from '../core/leaving.js';
import { AppError } from '../errors/appError.js';
import type { Limits } from '../limit/limits.js';
import type { Left, RateLimit } from '../limit/rateLimit.js';
import { recordOf } from '../observe/recordOf.js';
import { announceLeft } from './rateLimitHeaders.js';

/** A request with its answer, whose headers tell what is left of a limit. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Lets a request in: its key counts, its address has not failed too often, its user has points and not too much at a time.
 * @param cost rows asked for, page sizes multiplied, plus periods of consumption; a thousand are a point
 * @throws AppError invalid-key, rate-limited, or what keeps the database from answering
 */
export type Admit = (exchange: Exchange, key: string, cost: number) => Promise<Viewer>;

const COST_OF_POINT = 1_000;

/** The points that a cost takes. */
export function pointsOf(cost: number): number {
  return Math.max(1, Math.ceil(cost / COST_OF_POINT));
}

/** The one way in of both surfaces. */
export function createAdmission(authenticator: Authenticator, { user, failures, inFlight }: Limits): Admit {
  return async ({ request, response }, key, cost) => {
    const addressOf = (): string => request.ip ?? '';
    if (failures && authenticator.knownUser(key) === undefined) {
      const left = await failures.look(addressOf());
      if (!left.isAllowed) {
        announceLeft(response, failures, left);
        throw tooMany('Too many keys of this address were not valid', left.seconds);
      }
    }
    const viewer = await requireViewer(authenticator, key).catch(async (error: unknown) => {
      if (failures && error instanceof AppError && error.code === 'invalid-key') {
        announceLeft(response, failures, await failures.take(addressOf(), 1));
      }
      throw error;
    });
    if (!inFlight.enter(viewer.userId)) {
      throw tooMany(`At most ${inFlight.most} requests of a user are answered at one time`, 1);
    }
    const leave = (): void => {
      inFlight.leave(viewer.userId);
    };
    // A client may have left while its key was looked up.
    if (hasLeft(response)) leave();
    else response.once('close', leave);
    if (user !== null) {
      const points = pointsOf(cost);
      const left = await user.take(viewer.userId, points);
      announceLeft(response, user, left);
      recordOf(response).pointsLeft = left.remaining;
      if (!left.isAllowed) throw tooMany(sentence(user, left, points), left.seconds);
    }
    return viewer;
  };
}

function sentence({ points: most, windowSeconds }: RateLimit, { remaining }: Left, points: number): string {
  const wanted = points === 1 ? '1 point' : `${points} points`;
  return `A user has ${most} points in ${windowSeconds} seconds; this request takes ${wanted}, and ${remaining} are left`;
}

function tooMany(what: string, seconds: number): AppError {
  const detail = `${what}; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new AppError('rate-limited', detail, { headers: { 'Retry-After': String(seconds) } });
}
