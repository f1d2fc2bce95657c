import type { RequestHandler } from 'express';
import { DEPRECATED_KEY_HEADER, KEY_HEADER, usesDeprecatedHeader } from '../auth/requestKey.js';
import type { Header } from './answer.js';

/**
 * RFC 9745: the moment since which what is deprecated is, in Unix seconds. The contract names none, so it is the start of
 * version 2.0, 2025-01-01.
 */
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

/**
 * Says that an endpoint is deprecated (RFC 9745), and what takes its place (RFC 5829).
 * @param successor path of the endpoint that does; '': it is not deprecated
 */
export function successorHeaders(successor: string): readonly Header[] {
  if (successor === '') return [];
  return [
    ['Deprecation', DEPRECATED_SINCE],
    ['Link', `<${successor}>; rel="successor-version"`],
  ];
}
