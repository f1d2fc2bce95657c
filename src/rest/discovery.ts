import express, { type Router } from 'express';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FixedContent } from '../http/fixedContent.js';
import { openapiDocument, type OpenapiOptions } from './openapi/document.js';
import type { Core } from '../run/createCore.js';
import { BASE, readEndpoints, type Endpoint } from './endpoint.js';
import { suggest } from '../errors/suggest.js';
import { ERRORS } from '../errors/table.js';
import { DEPRECATIONS } from '../admit/deprecation.js';

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

/** Paths outside of the endpoints. */
const OTHERS = ['/graphql', BASE, `${BASE}/openapi.json`];
/** The names of other APIs for the lists and figures of this one. */
const USUAL_PATHS: ReadonlyMap<string, string> = new Map([
  ...['meter', 'meters', 'supplies', 'supply-points'].map((name) => [name, 'accounts'] as const),
  ...['site', 'sites', 'building', 'buildings', 'properties', 'locations'].map((name) => [name, 'assets'] as const),
  ...['bill', 'bills'].map((name) => [name, 'invoices'] as const),
  ...['reads', 'meter-readings'].map((name) => [name, 'readings'] as const),
  ...['intervals', 'half-hours', 'halfhours', 'timeseries'].map((name) => [name, 'non-cumulative'] as const),
  ...['usage', 'energy'].map((name) => [name, 'consumption'] as const),
  ...['table', 'report', 'reports'].map((name) => [name, 'figures'] as const),
  ...['issues', 'problems', 'anomalies', 'alerts'].map((name) => [name, 'findings'] as const),
]);
/** A version of another API, or of this one. */
const VERSION = /^v?\d+(?:\.\d+)?$/;

/**
 * Returns the path that a client probably meant: without the trailing slash, with the version, or with the nearest
 * name.
 * @param path the unknown path of the request
 */
export function nearestPath(path: string, endpoints: readonly Pick<Endpoint, 'path'>[]): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const plain = `/${segments.join('/')}`;
  const unversioned = VERSION.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const other = [plain, `/${unversioned.join('/')}`]
    .map((candidate) => OTHERS.find((one) => one.toLowerCase() === candidate.toLowerCase()))
    .find((one) => one !== undefined);
  if (other !== undefined) return other;
  const [first = '', ...rest] = unversioned;
  const renamed = [USUAL_PATHS.get(first.toLowerCase()) ?? first, ...rest];
  // Templates of the same form: the same number of segments, with the same words after the first.
  const alike = endpoints
    .map((endpoint) => endpoint.path.split('/').slice(1))
    .filter(
      (parts) =>
        parts.length === renamed.length && parts.every((part, at) => at === 0 || isLike(part, renamed[at] ?? '')),
    );
  const names = alike.map(([name = '']) => name);
  const nearest = suggest(renamed[0] ?? '', names);
  const parts = alike.find(([name]) => name === nearest);
  return parts && `${BASE}/${parts.map((part, at) => (part.startsWith(':') ? renamed[at] : part)).join('/')}`;
}

function isLike(part: string, segment: string): boolean {
  return part.startsWith(':') || suggest(segment, [part]) === part;
}
