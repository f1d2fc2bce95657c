import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const SANE = /^[\w.:-]{1,64}$/;

/** Gives every request an id, the client's when it is sane, and answers with it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  response.setHeader('x-request-id', typeof given === 'string' && SANE.test(given) ? given : randomUUID());
  next();
};

/** The id that {@link assignRequestId} gave. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader('x-request-id'));
}
