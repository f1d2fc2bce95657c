import compression from 'compression';
import type { RequestHandler } from 'express';

const library = compression({
  filter: (request, response) =>
    String(response.getHeader('Content-Type')).startsWith('application/x-ndjson') ||
    compression.filter(request, response),
});

/**
 * Compresses answers that are worth it, for clients that take it; NDJSON is text as well, which the library does not know.
 * What the library does for each answer to a client that takes nothing costs as much as a small answer.
 */
export const compress: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] !== undefined) {
    library(request, response, next);
    return;
  }
  response.vary('Accept-Encoding');
  response.flush = () => undefined;
  next();
};
