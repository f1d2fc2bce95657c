import type { RequestHandler } from 'express';
import { DEPRECATED_KEY_HEADER, KEY_HEADER, usesDeprecatedHeader } from '../auth/requestKey.js';
import { AppError } from '../errors/appError.js';
import type { RateLimit } from '../limit/rateLimit.js';
import { MAX_TARGET } from '../rest/queryString.js';

const MAX_HEADERS = 100;

/** Refuses what Node lets through: too many headers, a long target, several Host headers. */
export const guardRequest: RequestHandler = (request, _, next) => {
  const names = request.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  if (names.length > MAX_HEADERS) {
    throw new AppError('headers-too-large', `At most ${MAX_HEADERS} header fields are allowed, got ${names.length}.`);
  }
  if (names.filter((name) => name === 'host').length > 1) {
    throw new AppError('invalid-request', 'The header Host must be given once.');
  }
  if (request.url.length > MAX_TARGET) {
    const detail = `At most ${MAX_TARGET} characters of path and query are allowed, got ${request.url.length}.`;
    throw new AppError('uri-too-long', detail);
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

/** Tells the policy of the user's limit on every answer (draft-ietf-httpapi-ratelimit-headers); null: there is none. */
export function announceRateLimit(limit: RateLimit | null): RequestHandler {
  return (_, response, next) => {
    if (limit) response.setHeader('RateLimit-Policy', `"user";q=${limit.points};w=${limit.windowSeconds}`);
    next();
  };
}
