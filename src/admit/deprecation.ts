import { DEPRECATED_KEY_HEADER, KEY_HEADER } from './admission.js';
import type { Header } from '../http/answer.js';

/**
 * RFC 9745: the moment since which what is deprecated is, in Unix seconds. The contract names none, so it is the start of
 * version 2.0, 2025-01-01.
 */
export const DEPRECATED_SINCE = '@1735689600';

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
