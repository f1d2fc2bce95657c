import express, { type Router } from 'express';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FixedContent } from '../../http/fixedContent.js';
import { openapiDocument, type OpenapiOptions } from './document.js';

/** A quality that is fast enough for the first request. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Serves `/openapi.json`, which needs no key because it contains no data. */
export function openapiRouter(options: OpenapiOptions): Router {
  let written: Buffer | undefined;
  /** Writes the document at the first request, which makes the start faster. */
  const write = (): Buffer => (written ??= Buffer.from(JSON.stringify(openapiDocument(options))));
  const router = express.Router({ caseSensitive: true, strict: true });
  const content = new FixedContent('application/json', (coding) => {
    const body = write();
    if (coding === null) return body;
    return coding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body);
  });
  router.get('/openapi.json', (request, response) => {
    content.send(request, response);
  });
  return router;
}
