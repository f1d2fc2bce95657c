import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { DocumentNode } from 'graphql';
import { requestKey } from '../auth/requestKey.js';
import type { Viewer } from '../auth/viewer.js';
import type { Core } from '../core/createCore.js';
import { leavingOf } from '../core/leaving.js';
import { AppError } from '../errors/appError.js';
import { recordOf } from '../observe/recordOf.js';
import { answer } from './answer.js';
import { askedReader } from './asked.js';
import { readEndpoints } from './endpoint.js';
import { announceCaching, isConditional, tagger } from './etag.js';
import { exportOf, EXPORT_PAGE } from './export.js';
import { CONTENT_TYPES } from './format.js';
import { sendLines } from './stream.js';
import { createTold } from './told.js';
import type { Variables } from './variables.js';

export interface RestOptions {
  readonly core: Core;
  /** Lets a request in, by its key and its cost. */
  readonly admit: (exchange: { request: Request; response: Response }, key: string, cost: number) => Promise<Viewer>;
  /** Takes what an answer costs beyond that, while it is on its way. */
  readonly spend: (viewer: Viewer, cost: number, signal: AbortSignal) => Promise<void>;
  readonly costOf: (document: DocumentNode, variables: Variables) => number;
  readonly maxLimit: number;
  /** The configuration, as far as answers depend on it. */
  readonly settings: readonly unknown[];
}

/**
 * The REST surface: a route for each prepared operation. What is wrong with the request itself, its key's form, its
 * parameters, is told before anything is looked up, so that a bad request takes no database connection.
 */
export function restRouter({ core, admit, spend, costOf, maxLimit, settings }: RestOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const endpoint of readEndpoints(core)) {
    const askedBy = askedReader(endpoint, maxLimit);
    const tagOf = tagger(endpoint, settings);
    const handle: RequestHandler = async (request, response) => {
      const key = requestKey(request.headers);
      const asked = askedBy(request);
      const { variables, format, list } = asked;
      const signal = leavingOf(response);
      const viewer = await recordOf(response).identify(() =>
        admit({ request, response }, key, asked.isWhole ? EXPORT_PAGE : costOf(endpoint.document, variables)),
      );
      announceCaching(response);
      // Pages that are read one after the other have no version in common.
      const isTagged = !asked.isWhole;
      if (isTagged && isConditional(request)) {
        const state = await core.state(signal);
        response.setHeader('ETag', tagOf(asked, viewer, state));
        if (request.fresh) {
          if (list) response.setHeader('Sync-Watermark', state.syncFrom);
          response.status(304).end();
          return;
        }
        response.removeHeader('ETag');
      }
      const told = createTold(list);
      const context = core.contextFor(viewer, signal, told);
      const body = await answer(core, endpoint, variables, context);
      if (endpoint.successor !== '') announceSuccessor(response, `${request.baseUrl}${endpoint.successor}`);
      told.announce(response, asked);
      if (isTagged && told.state) response.setHeader('ETag', tagOf(asked, viewer, told.state));
      if (format === 'json') {
        sendJson(response, body);
      } else {
        const spendMore = (): Promise<void> => spend(viewer, EXPORT_PAGE, signal);
        const first = { body, next: asked.isWhole ? (told.walked?.next ?? null) : null };
        await sendLines(response, exportOf({ core, endpoint, asked, context, spendMore }, format, first));
      }
    };
    router
      .route(endpoint.path)
      .all((request, response, next) => {
        recordOf(response).route = `${request.baseUrl}${endpoint.path}`;
        next();
      })
      .get(handle)
      .all((request) => {
        const detail = `${request.method} is not allowed here; the API is read-only.`;
        throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
      });
  }
  return router;
}

/** Node reserves three bytes for each character of UTF-8, but one where all are ASCII, as most often. */
function sendJson(response: Response, body: string): void {
  const length = Buffer.byteLength(body);
  response.setHeader('Content-Type', CONTENT_TYPES.json);
  response.setHeader('Content-Length', length);
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** The date since which /emissions is deprecated: the contract names none, so it is the start of version 2.0. */
const DEPRECATED_SINCE = '@1735689600';

/** Says that the endpoint is deprecated (RFC 9745), and what takes its place (RFC 5829). */
function announceSuccessor(response: Response, successor: string): void {
  response.setHeader('Deprecation', DEPRECATED_SINCE);
  response.append('Link', `<${successor}>; rel="successor-version"`);
}
