import express, { type Router } from 'express';
import { openapiDocument, type OpenapiOptions } from './document.js';

/** `/openapi.json`, which needs no key: it says nothing of anybody's data. */
export function openapiRouter(options: OpenapiOptions): Router {
  const body = Buffer.from(JSON.stringify(openapiDocument(options)));
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/openapi.json', (_, response) => {
    response.type('application/json').send(body);
  });
  return router;
}
