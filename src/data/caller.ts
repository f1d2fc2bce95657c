import { AppError } from '../errors/appError.js';

/** On whose behalf statements are asked: a request. */
export interface Caller {
  /** Aborts when nobody waits for the answer any more, which ends the statement. */
  readonly signal: AbortSignal;
  /** Told while a statement, or the wait for a connection to send it over, is under way. */
  readonly clock: { waitBegins(): void; waitEnds(): void };
}

/** @throws AppError client-gone when nobody waits for the answer any more */
export function requirePresent(caller: Caller | undefined): void {
  if (caller?.signal.aborted === true) throw clientGone();
}

export function clientGone(): AppError {
  return new AppError('client-gone', 'The client left before the answer.');
}
