import { DEPRECATED_KEY_HEADER, KEY_HEADER } from './admission.js';
import type { Header } from '../http/answer.js';

/**
 * The date of all deprecations in Unix seconds (RFC 9745). The contract names none, so it is the start of version 2.0,
 * 2025-01-01.
 */
export const DEPRECATED_SINCE = '@1735689600';

/** The reasons that `/deprecations/<name>` serves. */
export const DEPRECATIONS: Readonly<Record<string, string>> = {
  [DEPRECATED_KEY_HEADER]: `The header ${DEPRECATED_KEY_HEADER} is deprecated and not recommended. Send the same key in ${KEY_HEADER}.`,
};

/**
 * Returns the headers of a deprecated endpoint (RFC 9745) with its successor (RFC 5829).
 * @param successor the path of the successor; '' if the endpoint is not deprecated
 */
export function successorHeaders(successor: string): readonly Header[] {
  if (successor === '') return [];
  return [
    ['Deprecation', DEPRECATED_SINCE],
    ['Link', `<${successor}>; rel="successor-version"`],
  ];
}
