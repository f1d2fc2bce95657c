import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../errors/appError.js';

/**
 * Refuses a body that is not UTF-8, which the parser would read with other characters in the place of what is wrong.
 * @throws AppError unsupported-media-type, invalid-request
 */
export function requireUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new AppError('unsupported-media-type', 'The body must be UTF-8.');
  if (!isUtf8(body)) throw new AppError('invalid-request', 'The body is not UTF-8, as JSON must be.');
}

/** Refuses a question in the address whose %-escapes are not UTF-8, for the same reason. */
export const requireEscapes: RequestHandler = ({ url }, _response, next) => {
  try {
    decodeURIComponent(url);
  } catch {
    throw new AppError('invalid-request', 'The query string has a %-escape that is not UTF-8.');
  }
  next();
};
