import { AppError, invalidParameters } from '../errors/appError.js';

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
