import { randomBytes, randomUUID } from 'node:crypto';
import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import fresh from 'fresh';
import type pg from 'pg';
import { destination, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { Counter, Histogram, Registry } from 'prom-client';
import { VERSION } from './handwrittenSql.js';
import type { Grants } from './handwrittenKey.js';

/** A limit that no benchmark reaches. */
const UNLIMITED = 1_000_000_000;
const MINUTE_MS = 60_000;

/**
 * Returns middleware with the service's other promises, written with usual libraries: a request id, a trace, a log,
 * metrics, a limit for each user, compression, and entity tags of the data version, with 304 responses.
 * @param grantsOf returns the grants of a key's user
 */
export function promisesOf(
  pool: pg.Pool,
  grantsOf: (key: string) => Promise<Grants | null>,
): readonly RequestHandler[] {
  return [logged(), measured(), compression(), limited(), tagged(pool, grantsOf)];
}

const keyOf = (request: Request): string => request.get('x-api-key') ?? '';

/** Assigns a request id and writes a log line if its level is enabled. */
function logged(): RequestHandler {
  const logger = pino({ level: 'warn' }, destination({ dest: '/dev/null', sync: false }));
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const id = request.headers['x-request-id'] ?? randomUUID();
      response.setHeader('x-request-id', id);
      return id;
    },
  });
}

/** Measures responses and their times by route, and traces each request. */
function measured(): RequestHandler {
  const registers = [new Registry()];
  const labelNames = ['route', 'method', 'status'];
  const answers = new Counter({ name: 'http_requests_total', help: 'answers', labelNames, registers });
  const times = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'times',
    labelNames: ['route'],
    registers,
  });
  return (request, response, next) => {
    const since = performance.now();
    response.setHeader('traceparent', `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.once('finish', () => {
      const route = request.path;
      answers.inc({ route, method: request.method, status: response.statusCode });
      times.observe({ route }, (performance.now() - since) / 1_000);
    });
    next();
  };
}

function limited(): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    limit: UNLIMITED,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (request) => keyOf(request).slice(0, 24),
    validate: false,
  });
}

function tagged(pool: pg.Pool, grantsOf: (key: string) => Promise<Grants | null>): RequestHandler {
  return async (request, response, next) => {
    const grants = await grantsOf(keyOf(request));
    if (!grants) {
      response.status(401).end();
      return;
    }
    const ids = [...grants.companies, ...grants.entities].map((id) => `\\x${id}`);
    const { rows } = await pool.query<{ readonly version: string }>({ name: 'version', text: VERSION, values: [ids] });
    const etag = `W/"${request.originalUrl}.${rows[0]?.version ?? ''}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'private, no-cache');
    if (fresh(request.headers, { etag })) response.status(304).end();
    else next();
  };
}
