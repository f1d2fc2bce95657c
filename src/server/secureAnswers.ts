import type { RequestHandler } from 'express';

/** Browsers take no answer for something else than it says it is. */
export const NOSNIFF = ['X-Content-Type-Options', 'nosniff'] as const;

/** Browsers that came by TLS come by nothing else for a year. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Sets what browsers are to know of every answer. TLS ends before the service, which believes as many proxies as it is told. */
export const secureAnswers: RequestHandler = (request, response, next) => {
  response.setHeader(...NOSNIFF);
  if (request.headers['x-forwarded-proto'] !== undefined && request.secure) response.setHeader(...HSTS);
  next();
};
