import type { Request } from 'express';
import { AppError } from '../errors/appError.js';
import type { Parameters } from './queryString.js';

/** What an answer can be written as; the first is what is meant when nothing is asked for. */
export const FORMATS = ['json', 'csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

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

/**
 * The format that a request asks for, by `format` or else by Accept. A `format` that does not exist is left for the reader
 * of the parameters to refuse.
 * @param possible what the endpoint can be written as
 * @throws AppError not-acceptable
 */
export function formatOf(request: Request, parameters: Parameters, possible: readonly Format[]): Format {
  const named = parameters.get('format')?.[0];
  if (named !== undefined && possible.length > 1) return possible.find((name) => name === named) ?? 'json';
  const types = possible.map((name) => TYPES[name]);
  const accepted = request.accepts(types);
  const found = possible.find((name) => TYPES[name] === accepted);
  if (found) return found;
  const answer = types.length === 1 ? `is ${types.join()}` : `can be ${types.join(', ')}`;
  const given = JSON.stringify(request.headers.accept);
  throw new AppError('not-acceptable', `The answer ${answer}, which Accept excludes: ${given}.`);
}
