import type { Response } from 'express';
import { BASE, type Endpoint } from './endpoint.js';

/** The date since which /emissions is deprecated: the contract names none, so it is the start of version 2.0. */
const DEPRECATED_SINCE = '@1735689600';

/** Says that an endpoint is deprecated (RFC 9745), and what takes its place (RFC 5829), where that is so. */
export function announceSuccessor(response: Response, { successor }: Endpoint): void {
  if (successor === '') return;
  response.setHeader('Deprecation', DEPRECATED_SINCE);
  response.append('Link', `<${BASE}${successor}>; rel="successor-version"`);
}
