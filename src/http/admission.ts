import { setTimeout } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Authenticator } from '../auth/authenticator.js';
import { keyIn, requireViewer } from './requestKey.js';
import type { Viewer } from '../auth/viewer.js';
import { AppError } from '../errors/appError.js';
import type { Limits, RateLimit, Remaining } from './limits.js';
import { recordOf, type RequestRecord } from '../observe/requestRecord.js';

/** A request with its response, whose header tells what remains of a limit, and with what is noted of it. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly record: RequestRecord;
}

export function exchangeOf(request: Request, response: Response): Exchange {
  return { request, response, record: recordOf(response) };
}

/**
 * Lets a request in: its key counts, its address has not failed too often, its user has points and not too much at a time.
 * @param cost rows asked for, page sizes multiplied, plus periods of consumption; a thousand are a point
 * @throws AppError invalid-key, rate-limited, or what keeps the database from answering
 */
export type Admit = (exchange: Exchange, key: string, cost: number) => Promise<Viewer>;

const COST_OF_POINT = 1_000;

/** The points that a cost takes. */
function pointsOf(cost: number): number {
  return Math.max(1, Math.ceil(cost / COST_OF_POINT));
}

/**
 * Takes the points of what a request reads beyond what it was let in for. An answer that is on its way cannot be refused any
 * more, so it waits for the user's next window.
 * @param cost as for letting in
 * @throws AppError client-gone when nobody waits for the answer any more
 */
export type Spend = (viewer: Viewer, cost: number, signal: AbortSignal) => Promise<void>;

/** Spends on the same account as admission does. */
export function createSpending({ user }: Limits): Spend {
  return async ({ userId }, cost, signal) => {
    // A page that costs more than there is in a window would wait for ever.
    const points = user === null ? 0 : Math.min(pointsOf(cost), user.points);
    while (user !== null) {
      const remaining = await user.take(userId, points);
      if (remaining.isAllowed) return;
      await setTimeout(remaining.seconds * 1000, undefined, { signal }).catch(() => {
        throw new AppError('client-gone', 'The client left before the answer.');
      });
    }
  };
}

/** The one way in of both surfaces. */
export function createAdmission(authenticator: Authenticator, { user, failures, inFlight }: Limits): Admit {
  return async ({ request, response, record }, key, cost) => {
    const addressOf = (): string => request.ip ?? '';
    if (failures && authenticator.knownUser(key) === undefined) {
      const remaining = await failures.look(addressOf());
      if (!remaining.isAllowed) {
        announceRemaining(response, failures, remaining);
        throw tooMany('Too many keys of this address were not valid', remaining.seconds);
      }
    }
    const viewer = await requireViewer(authenticator, key).catch(async (error: unknown) => {
      if (failures && error instanceof AppError && error.code === 'invalid-key') {
        announceRemaining(response, failures, await failures.take(addressOf(), 1));
      }
      throw error;
    });
    if (!inFlight.enter(viewer.userId)) {
      throw tooMany(`At most ${inFlight.most} requests of a user are answered at one time`, 1);
    }
    const leave = (): void => {
      inFlight.leave(viewer.userId);
    };
    // A client may have gone while its key was looked up.
    if (isGone(response)) leave();
    else response.once('close', leave);
    if (user !== null) {
      const points = pointsOf(cost);
      const remaining = await user.take(viewer.userId, points);
      announceRemaining(response, user, remaining);
      record.remainingPoints = remaining.points;
      if (!remaining.isAllowed) throw tooMany(sentence(user, remaining, points), remaining.seconds);
    }
    return viewer;
  };
}

function sentence({ points: most, windowSeconds }: RateLimit, remaining: Remaining, points: number): string {
  const wanted = points === 1 ? '1 point' : `${points} points`;
  return `A user has ${most} points in ${windowSeconds} seconds; this request takes ${wanted}, and ${remaining.points} are left`;
}

/** Whether the client has gone, which `closed` does not say of an answer whose turn had not come. */
function isGone({ closed, destroyed }: Response): boolean {
  return closed || destroyed;
}

function tooMany(what: string, seconds: number): AppError {
  const detail = `${what}; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new AppError('rate-limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

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
function announceRemaining(response: Response, { name }: RateLimit, { points, seconds }: Remaining): void {
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
