import cors from 'cors';
import type { RequestHandler } from 'express';

/** What pages may send, and may read of an answer, beside what browsers allow by themselves. */
const SENT = ['x-api-key', 'x-public-api-key', 'content-type', 'if-none-match', 'x-request-id', 'traceparent'];
const READ = [
  ...['ETag', 'Link', 'Sync-Watermark', 'Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['x-request-id', 'traceparent', 'Server-Timing', 'Deprecation', 'Allow'],
];
/** How long a browser remembers what it was allowed. */
const REMEMBERED_SECONDS = 600;

/**
 * Lets pages of other origins ask. Keys are sent by the page itself, so no cookies or other credentials are allowed.
 * @param origins as browsers send them; `*` alone: all
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.join() === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: REMEMBERED_SECONDS,
  });
}
