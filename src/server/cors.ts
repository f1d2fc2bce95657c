import cors from 'cors';
import type { RequestHandler } from 'express';

/** The request headers that pages may send, and the response headers that they may read, besides those safe by default. */
const SENT = ['x-api-key', 'x-public-api-key', 'content-type', 'if-none-match', 'x-request-id', 'traceparent'];
const READ = [
  ...['ETag', 'Link', 'Sync-Watermark', 'Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['x-request-id', 'traceparent', 'Server-Timing', 'Deprecation', 'Allow'],
];
/** The time for which a browser caches a preflight response. */
const PREFLIGHT_SECONDS = 600;

/**
 * Allows requests from pages of other origins. Pages send keys in a header, so cookies and other credentials are not
 * allowed.
 * @param origins the allowed origins; `*` alone allows all
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.join() === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: PREFLIGHT_SECONDS,
  });
}
