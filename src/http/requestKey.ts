import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors/appError.js';
import { parseKey } from '../auth/authenticator.js';
import type { Viewer } from '../auth/viewer.js';

/** The header of contract 5, rule 1, and the deprecated one of rule 4, which counts when the first is absent. */
export const KEY_HEADER = 'x-api-key';
export const DEPRECATED_KEY_HEADER = 'x-public-api-key';

/** Whether the request authenticates by the deprecated header. */
export function usesDeprecatedHeader(headers: IncomingHttpHeaders): boolean {
  return headers[KEY_HEADER] === undefined && headers[DEPRECATED_KEY_HEADER] !== undefined;
}

/** The request's key as text, whatever its form. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const header = headers[KEY_HEADER] ?? headers[DEPRECATED_KEY_HEADER];
  return typeof header === 'string' ? header : undefined;
}

/**
 * The request's key as text, checked for its form only, so without a database.
 * @throws AppError invalid-key, the same whatever is wrong
 */
export function requestKey(headers: IncomingHttpHeaders): string {
  const key = keyIn(headers);
  if (key === undefined || parseKey(key) === null) throw invalidKey();
  return key;
}

/**
 * The viewer behind a key.
 * @param together looked up with others of which nobody knows whether they are guesses
 * @throws AppError invalid-key, or whatever kept the database from answering
 */
export async function requireViewer(
  authenticator: { authenticate(key: string, together: boolean): Promise<Viewer | null> },
  key: string,
  together: boolean,
): Promise<Viewer> {
  const viewer = await authenticator.authenticate(key, together);
  if (viewer === null) throw invalidKey();
  return viewer;
}

function invalidKey(): AppError {
  return new AppError('invalid-key', `The header ${KEY_HEADER} holds no valid API key (<USER_ID>:<secret>).`, {
    headers: { 'WWW-Authenticate': 'ApiKey realm="utility-data-gateway"' },
  });
}
