import type { RequestHandler } from 'express';
import { DEPRECATED_KEY_HEADER, KEY_HEADER, usesDeprecatedHeader } from '../auth/requestKey.js';
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

/** RFC 9745: the moment since which the header is deprecated, 2025-01-01, in Unix seconds. */
const DEPRECATED_SINCE = '@1735689600';

/** Tells a caller that still authenticates by the deprecated header (contract 5, rule 4). */
export const announceDeprecatedKey: RequestHandler = (request, response, next) => {
  if (usesDeprecatedHeader(request.headers)) {
    response.setHeader('Deprecation', DEPRECATED_SINCE);
    response.setHeader('Link', `</deprecations/${DEPRECATED_KEY_HEADER}>; rel="deprecation"; type="application/json"`);
  }
  next();
};

/** What `/deprecations/<name>` says. */
export const DEPRECATIONS: Readonly<Record<string, string>> = {
  [DEPRECATED_KEY_HEADER]: `The header ${DEPRECATED_KEY_HEADER} is deprecated and not recommended. Send the same key in ${KEY_HEADER}.`,
};
