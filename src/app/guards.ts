import type { RequestHandler } from 'express';
import { AppError } from '../errors/appError.js';
import { MAX_TARGET } from '../rest/queryString.js';

const MAX_HEADERS = 100;

const ASCII = /^[\x21-\x7e]*$/;

/** Refuses what Node lets through: too many headers, no Host or several, expectations, a long target or one of bytes. */
export const guardRequest: RequestHandler = (request, _, next) => {
  const { rawHeaders } = request;
  // Names and values take turns.
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) {
    throw new AppError('headers-too-large', `At most ${MAX_HEADERS} header fields are allowed, got ${count}.`);
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError('invalid-request', 'The header Host must be given once.');
  }
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new AppError('invalid-request', 'The header Expect may only be 100-continue.');
  }
  if (request.url.length > MAX_TARGET) {
    const detail = `At most ${MAX_TARGET} characters of path and query are allowed, got ${request.url.length}.`;
    throw new AppError('uri-too-long', detail);
  }
  // Node reads bytes as Latin-1, so that a filter would silently ask for another text.
  if (!ASCII.test(request.url)) {
    const detail = 'The path and query must be ASCII; write other characters as %-escapes of their UTF-8.';
    throw new AppError('invalid-request', detail);
  }
  next();
};
