import express, { type Router } from 'express';
import { FixedContent } from '../http/fixedContent.js';
import type { Core } from '../run/createCore.js';
import { BASE, readEndpoints } from './endpoint.js';

/** Serves the list of endpoints at the base path. It needs no key because it contains no data. */
export function listingRouter(core: Pick<Core, 'schema' | 'resources'>): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const content = new FixedContent('application/json', (coding) => (coding === null ? listing(core) : null));
  router.get(BASE, (request, response) => {
    content.send(request, response);
  });
  return router;
}

function listing(core: Pick<Core, 'schema' | 'resources'>): Buffer {
  const endpoints = readEndpoints(core).map(({ path, field, summary, scopes, successor }) => ({
    path: BASE + path,
    summary: summary || (core.schema.getQueryType()?.getFields()[field]?.description ?? ''),
    scopes,
    ...(successor === '' ? {} : { successor: BASE + successor }),
  }));
  return Buffer.from(JSON.stringify({ openapi: `${BASE}/openapi.json`, reference: '/docs', endpoints }));
}
