import type { Format } from '../run/style.js';
import { AppError, invalidParameters } from '../errors/appError.js';

/** Media types as Accept names them. */
const TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** Media types as answers name them: the first line of CSV names the columns (RFC 4180). */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** What is asked for, as it came. */
export interface RestTarget {
  /** With the query, as sent. */
  readonly url: string;
  /** Its path without the query. */
  readonly path: string;
  /** The identifier in the path, decoded; null: there is none. */
  readonly id: string | null;
  /** The header field. */
  readonly accept: string | undefined;
  /** Which of some media types is accepted most; false: none. */
  readonly accepts: (types: string[]) => string | false;
}

/**
 * The format that a request asks for, by `format` or else by Accept. A `format` that does not exist is left for the reader
 * of the parameters to refuse.
 * @param possible what the endpoint can be written as
 * @throws AppError not-acceptable
 */
export function formatOf({ accept, accepts }: RestTarget, parameters: Parameters, possible: readonly Format[]): Format {
  const named = parameters.get('format')?.[0];
  if (named !== undefined && possible.length > 1) return possible.find((name) => name === named) ?? 'json';
  // With their parameters, as Accept may have parameters too: `application/json; charset=utf-8`.
  const accepted = accepts(possible.map((name) => CONTENT_TYPES[name]));
  const found = possible.find((name) => CONTENT_TYPES[name] === accepted);
  if (found) return found;
  const types = possible.map((name) => TYPES[name]);
  const answer = types.length === 1 ? `is ${types.join()}` : `can be ${types.join(', ')}`;
  throw new AppError('not-acceptable', `The answer ${answer}, which Accept excludes: ${JSON.stringify(accept)}.`);
}

/** More parameters than any question has; libraries silently drop what is beyond their own bounds. */
const MAX_PARAMETERS = 100;

/** Characters of path and query that are taken. */
export const MAX_TARGET = 8_192;

export type Parameters = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a query string strictly: names and values decoded, repeats kept in order.
 * @param raw what follows the `?`, as sent
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
    throw new AppError('invalid-request', 'The query string has a %-escape that is not UTF-8.');
  }
}
