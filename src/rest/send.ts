import type { Response } from 'express';
import type { Endpoint } from './endpoint.js';
import { CONTENT_TYPES } from './format.js';

/** Answers with JSON; a text is ASCII most often, for which Node reserves a third of what it does for UTF-8. */
export function sendJson(response: Response, body: string | Buffer): void {
  const length = Buffer.byteLength(body);
  response.setHeader('Content-Type', CONTENT_TYPES.json);
  response.setHeader('Content-Length', length);
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8');
  else response.end(body);
}

/** The date since which /emissions is deprecated: the contract names none, so it is the start of version 2.0. */
const DEPRECATED_SINCE = '@1735689600';

/**
 * Says that an endpoint is deprecated (RFC 9745), and what takes its place (RFC 5829), where that is so.
 * @param base path that the endpoint's stands below
 */
export function announceSuccessor(response: Response, base: string, { successor }: Endpoint): void {
  if (successor === '') return;
  response.setHeader('Deprecation', DEPRECATED_SINCE);
  response.append('Link', `<${base}${successor}>; rel="successor-version"`);
}
