import { setTimeout } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { type Authenticator, createAuthenticator, parseKey } from '../auth/authenticator.js';
import { keyUse } from '../auth/keyUse.js';
import type { Viewer } from '../auth/viewer.js';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/appError.js';
import { recordOf, type RequestRecord } from '../observe/requestRecord.js';
import { nextTurn } from '../values/turns.js';
import type { Failures } from '../http/errors.js';
import type { Limits, RateLimit, Remaining } from './limits.js';
import type { IncomingHttpHeaders } from 'node:http';

/** A request with its response and its record. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly record: RequestRecord;
}

/** A request with a known viewer. */
export interface Identified extends Exchange {
  readonly viewer: Viewer;
}

/** Returns a request with its response and its record. */
export function exchangeOf(request: Request, response: Response): Exchange {
  return { request, response, record: recordOf(response) };
}

/** The cost, in requested rows plus periods, of one point. */
const COST_OF_POINT = 1_000;
/** Database time of a point. A user's 600 points are a minute of one connection. */
const DATABASE_MS_OF_POINT = 100;

/** Returns the points of a cost. */
const pointsOf = (cost: number): number => Math.max(1, Math.ceil(cost / COST_OF_POINT));

/** Admits requests of REST and GraphQL. A cost is requested rows, page sizes multiplied, plus periods of consumption. */
export interface Admission {
  /**
   * Looks up the key, and counts the request as in flight for its user. After too many invalid keys of an address, its
   * unknown keys are looked up in batches. A valid one is still admitted.
   * @throws AppError invalid-key, rate-limited, or an error of the database
   */
  readonly identify: (exchange: Exchange, key: string) => Promise<Identified>;
  /**
   * Takes the points of a request, minus those already taken.
   * @throws AppError rate-limited if too few are left
   */
  readonly take: (request: Identified, cost: number) => Promise<void>;
  /**
   * Takes points for rows beyond the admitted cost. An answer that has begun cannot be rejected, so it waits for the
   * user's next window.
   * @throws AppError client-gone if the client has left
   */
  readonly spend: (request: Identified, cost: number) => Promise<void>;
  /**
   * Charges a request that was rejected before it took points: one point of the user if the key is valid, else a
   * failure of the address. Without points left the answer is 429. A failure of the service, such as an unreachable
   * database, costs nothing.
   */
  readonly refused: ErrorRequestHandler;
}

/**
 * Creates the admission of requests.
 * @param database the database with the keys
 * @param toAppError converts any error to an AppError
 */
export function createAdmission(database: Database, limits: Limits, toAppError: Failures['toAppError']): Admission {
  const { user, failures, inFlight } = limits;
  const authenticator = createAuthenticator(database, { onFirstUse: keyUse(database) });
  const lookUp = async ({ request, response }: Exchange, key: string): Promise<Viewer> => {
    const address = request.ip ?? '';
    const before = failures && !authenticator.wasValid(key) ? await failures.look(address) : undefined;
    const mayBeGuess = before?.isAllowed === false;
    return requireViewer(authenticator, key, mayBeGuess).catch(async (error: unknown) => {
      if (!failures || !(error instanceof AppError) || error.code !== 'invalid-key') throw error;
      const remaining = mayBeGuess ? before : await failures.take(address, 1);
      setRateLimit(response, failures, remaining);
      // One refusal in a turn of the event loop lets others in between.
      if (mayBeGuess) await nextTurn();
      throw mayBeGuess ? tooManyFailures(remaining) : error;
    });
  };
  const enter = ({ response, record }: Exchange, viewer: Viewer): void => {
    if (!inFlight.enter(viewer.userId)) {
      throw tooMany(`At most ${inFlight.most} requests of a user run at one time`, 1);
    }
    const leave = (): void => {
      inFlight.leave(viewer.userId);
      record.onDatabaseTime(() => {
        chargeOwed(user, record, viewer);
      });
    };
    // The client may have left during the lookup.
    if (isGone(response)) leave();
    else response.once('close', leave);
  };

  return {
    async identify(exchange, key) {
      const { request, response, record } = exchange;
      const viewer = await record.identify(async () => {
        const found = authenticator.cachedViewer(key) ?? (await lookUp(exchange, key));
        enter(exchange, found);
        return found;
      });
      return { request, response, record, viewer };
    },
    take: (exchange, cost) => takePoints(user, exchange, cost),
    async spend(exchange, cost) {
      if (user !== null) await spendPoints(user, exchange, cost);
    },
    refused: chargeRefused(limits, authenticator, toAppError),
  };
}

async function takePoints(user: Limits['user'], { response, record, viewer }: Identified, cost: number): Promise<void> {
  const points = pointsOf(cost) - record.takenPoints;
  if (user !== null && points > 0) {
    const remaining = await user.take(viewer.userId, points);
    setRateLimit(response, user, remaining);
    record.remainingPoints = remaining.points;
    if (!remaining.isAllowed) {
      // One refusal in a turn of the event loop lets others in between.
      await nextTurn();
      throw outOfPoints(user, remaining, points);
    }
    record.takenPoints += points;
  }
  record.cost = cost;
}

async function spendPoints(user: RateLimit, { record, viewer: { userId } }: Identified, cost: number): Promise<void> {
  // A request for more points than a window has would wait forever.
  const points = Math.min(Math.max(pointsOf(cost), pointsOwed(record)), user.points);
  for (;;) {
    const remaining = await user.take(userId, points);
    if (remaining.isAllowed) break;
    await setTimeout(remaining.seconds * 1000, undefined, { signal: record.signal }).catch(() => {
      throw new AppError('client-gone', 'The client closed the connection before the response.');
    });
  }
  record.takenPoints += points;
}

/** Returns the points of database time, or of the answer, minus those already taken. */
function pointsOwed({ databaseMs, cost, takenPoints }: RequestRecord): number {
  const points = Math.max(Math.floor(databaseMs / DATABASE_MS_OF_POINT), Math.ceil(cost / COST_OF_POINT), takenPoints);
  return points - takenPoints;
}

function chargeOwed(user: Limits['user'], record: RequestRecord, { userId }: Viewer): void {
  const points = user === null ? 0 : pointsOwed(record);
  if (points === 0) return;
  record.takenPoints += points;
  // The answer is sent. If the store fails, the next request fails with it.
  user?.charge(userId, points).catch(() => undefined);
}

function outOfPoints(
  { points: most, windowSeconds }: RateLimit,
  { points: remaining, seconds }: Remaining,
  points: number,
): AppError {
  const requested = points === 1 ? '1 point' : `${points} points`;
  const limit = `A user has ${most} points in ${windowSeconds} seconds; this request takes ${requested}`;
  // No wait helps a request that takes more than a window has.
  return points > most
    ? rateLimited(`${limit}: request fewer rows or periods.`, seconds)
    : tooMany(`${limit}, and ${remaining} remain`, seconds);
}

/** Whether the client has left. `closed` alone misses a pipelined answer whose turn had not come. */
function isGone({ closed, destroyed }: Response): boolean {
  return closed || destroyed;
}

function tooMany(what: string, seconds: number): AppError {
  return rateLimited(`${what}; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, seconds);
}

function rateLimited(detail: string, seconds: number): AppError {
  return new AppError('rate-limited', detail, { headers: { 'Retry-After': String(seconds) } });
}

function tooManyFailures({ seconds }: Remaining): AppError {
  return tooMany('Too many requests from this address had no valid key', seconds);
}

/** Sets `RateLimit` to the rest of the limit that applies to the request. */
function setRateLimit(response: Response, { name }: RateLimit, { points, seconds }: Remaining): void {
  response.setHeader('RateLimit', `"${name}";r=${points};t=${seconds}`);
}

function chargeRefused(
  { user, failures }: Limits,
  authenticator: Authenticator,
  toAppError: Failures['toAppError'],
): ErrorRequestHandler {
  const charge = async (request: Request, response: Response, points: number): Promise<AppError | null> => {
    // A request with this header has been charged already.
    if (!user || !failures || response.headersSent || response.hasHeader('RateLimit')) return null;
    const userId = recordOf(response).userId ?? authenticator.cachedViewer(keyIn(request.headers) ?? '')?.userId;
    if (userId !== undefined) {
      const remaining = await user.charge(userId, points);
      setRateLimit(response, user, remaining);
      const isOver = points > 0 && !remaining.isAllowed;
      return isOver ? outOfPoints(user, remaining, points) : null;
    }
    const remaining = await failures.take(request.ip ?? '', points);
    setRateLimit(response, failures, remaining);
    if (remaining.isAllowed) return null;
    await nextTurn();
    return tooManyFailures(remaining);
  };
  return async (error: unknown, request: Request, response: Response, next) => {
    const appError = toAppError(error, recordOf(response).requestId);
    next((await charge(request, response, appError.status < 500 ? 1 : 0)) ?? appError);
  };
}

/** The header of contract 5, rule 1, and the deprecated one of rule 4, which is read if the first is absent. */
export const KEY_HEADER = 'x-api-key';
export const DEPRECATED_KEY_HEADER = 'x-public-api-key';

/** Whether the request authenticates by the deprecated header. */
export function usesDeprecatedHeader(headers: IncomingHttpHeaders): boolean {
  return headers[KEY_HEADER] === undefined && headers[DEPRECATED_KEY_HEADER] !== undefined;
}

/** Returns the request's key, unchecked. */
function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const header = headers[KEY_HEADER] ?? headers[DEPRECATED_KEY_HEADER];
  return typeof header === 'string' ? header : undefined;
}

/**
 * Returns the request's key. Checks only its form, without the database.
 * @throws AppError invalid-key; one sentence for all keys that are not valid, others for a request without a key
 */
export function requestKey(headers: IncomingHttpHeaders): string {
  const key = keyIn(headers);
  if (key === undefined) throw invalidKey(headers.authorization === undefined ? NO_KEY : AUTHORIZATION);
  if (parseKey(key) === null) throw invalidKey();
  return key;
}

const NO_KEY = `The request has no API key: send it (<USER_ID>:<secret>) in the header ${KEY_HEADER}.`;
const AUTHORIZATION = `The service does not read the header Authorization: send the API key (<USER_ID>:<secret>) in the header ${KEY_HEADER}, without "Bearer".`;
const NOT_VALID = `The header ${KEY_HEADER} holds no valid API key (<USER_ID>:<secret>).`;

/**
 * Returns the viewer of a key.
 * @param isBatched whether to look it up in a batch with other possible guesses
 * @throws AppError invalid-key, or an error of the database
 */
async function requireViewer(
  authenticator: { authenticate(key: string, isBatched: boolean): Promise<Viewer | null> },
  key: string,
  isBatched: boolean,
): Promise<Viewer> {
  const viewer = await authenticator.authenticate(key, isBatched);
  if (viewer === null) throw invalidKey();
  return viewer;
}

function invalidKey(sentence = NOT_VALID): AppError {
  return new AppError('invalid-key', sentence, {
    headers: { 'WWW-Authenticate': 'ApiKey realm="utility-data-gateway"' },
  });
}
