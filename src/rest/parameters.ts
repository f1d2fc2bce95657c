import { ACCEPTED_TYPES, CONTENT_TYPES, type Format } from './formats.js';
import { AppError, invalidParameters } from '../errors/appError.js';

/** The target of a request, as received. */
export interface RestTarget {
  /** The path and query, as sent. */
  readonly url: string;
  /** The path without the query. */
  readonly path: string;
  /** The decoded identifier in the path, or null. */
  readonly id: string | null;
  /** The header field Accept. */
  readonly accept: string | undefined;
  /** Returns the media type that the client prefers, or false if it accepts none. */
  readonly accepts: (types: string[]) => string | false;
}

/**
 * Returns the requested format, from `format` or else from Accept. The parser of the parameters rejects an unknown
 * `format` later.
 * @param possible the formats of the endpoint
 * @throws AppError not-acceptable
 */
export function formatOf({ accept, accepts }: RestTarget, parameters: Parameters, possible: readonly Format[]): Format {
  const requested = parameters.get('format')?.[0];
  if (requested !== undefined && possible.length > 1) return possible.find((name) => name === requested) ?? 'json';
  // The types include parameters because Accept may, too: `application/json; charset=utf-8`.
  const accepted = accepts(possible.map((name) => CONTENT_TYPES[name]));
  const format = possible.find((name) => CONTENT_TYPES[name] === accepted);
  if (format) return format;
  const types = possible.map((name) => ACCEPTED_TYPES[name]);
  const answer = types.length === 1 ? `is ${types.join()}` : `can be ${types.join(', ')}`;
  throw new AppError(
    'not-acceptable',
    `The response ${answer}. The header Accept must allow one of these types, got ${JSON.stringify(accept)}.`,
  );
}

/** The most parameters, which is more than any valid request has. Libraries silently drop parameters above their limits. */
const MAX_PARAMETERS = 100;

/** The most characters of path and query. */
export const MAX_TARGET = 8_192;

export type Parameters = ReadonlyMap<string, readonly string[]>;

/**
 * Parses a query string strictly. It decodes names and values, and keeps repeated parameters in order.
 * @param raw the text after the `?`, as sent
 * @throws AppError for too many parameters or a malformed %-escape
 */
export function parseQueryString(raw: string): Parameters {
  const parameters = new Map<string, string[]>();
  if (raw === '') return parameters;
  const pairs = raw.split('&', MAX_PARAMETERS + 2).filter((pair) => pair !== '');
  if (pairs.length > MAX_PARAMETERS) {
    const message = `There are more than ${MAX_PARAMETERS} parameters.`;
    throw invalidParameters([{ parameter: '', message }]);
  }
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    const values = parameters.get(name);
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new AppError('invalid-request', 'The query string has a %-escape that is not valid UTF-8.');
  }
}
