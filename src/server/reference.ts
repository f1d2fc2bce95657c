import express, { type Router } from 'express';
import { ERRORS } from '../errors/table.js';
import { DEPRECATIONS } from '../admit/deprecation.js';

/** Serves the targets of links in answers, without a key: the meaning of error codes and the reasons of deprecations. */
export function referenceRouter(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/errors', (_, response) => {
    response.json(Object.entries(ERRORS).map(([code, error]) => ({ code, ...error })));
  });
  router.get('/errors/:code', (request, response, next) => {
    const entry = Object.entries(ERRORS).find(([code]) => code === request.params.code);
    if (entry) response.json({ code: entry[0], ...entry[1] });
    else next();
  });
  router.get('/deprecations/:name', (request, response, next) => {
    const { name } = request.params;
    const reason = Object.hasOwn(DEPRECATIONS, name) ? DEPRECATIONS[name] : undefined;
    if (reason !== undefined) response.json({ name, reason });
    else next();
  });
  return router;
}
