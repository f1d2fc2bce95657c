import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/server/createApp.js';
import { createHttpServer } from '../../src/server/connections.js';
import { issueKey } from '../../src/auth/keys.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import type { Logger } from '../../src/observe/logger.js';
import { COMPANIES } from './portfolio.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Answer<Body = Json> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly body: Body;
}

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Json & { readonly code?: string };
}

export interface GraphqlBody<Data = Json> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: Json & { readonly cost?: number };
}

export interface Ask {
  readonly method?: string;
  /** A list is sent as repeated headers. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface KeyGrants {
  readonly role?: string;
  readonly scopes?: readonly string[];
  readonly companies?: readonly string[];
  readonly entities?: readonly string[];
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Sends one request with the target unchanged. */
  ask<Body = Json>(target: string, ask?: Ask): Promise<Answer<Body>>;
  /** Sends a GET below /2.0. */
  get<Body = Json>(path: string, key?: string): Promise<Answer<Body>>;
  graphql<Data = Json>(query: string, variables: Json, key: string): Promise<Answer<GraphqlBody<Data>>>;
  /** Issues a key. Without a role or scopes it may read everything; without grants it sees both companies. */
  key(grants?: KeyGrants): Promise<string>;
  /** Returns how many requests are unanswered and still have a client. */
  readonly inFlight: () => number;
  /** Tells the service that it is stopping. */
  readonly stopping: () => void;
  close(): Promise<void>;
}

/** Headers that differ between responses to the same request. */
export const PER_ANSWER = ['date', 'x-request-id', 'traceparent', 'server-timing'];

/**
 * Starts the service over a database. There is no rate limit unless `env` sets one, because suites send more requests
 * than a user may.
 * @param log the logger; silent unless given
 */
export async function startServer(
  database: Database,
  env: Readonly<Record<string, string>> = {},
  log?: Logger,
): Promise<TestServer> {
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '0', ...env });
  const service = await createApp({ database, config, ...(log ? { log } : {}) });
  const server = createHttpServer(service.app, { requireHostHeader: false });
  let inFlight = 0;
  server.prependListener('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => (inFlight -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const ask = <Body>(target: string, asked: Ask = {}): Promise<Answer<Body>> => askAt(port, target, asked);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    ask,
    get: (path, key) => ask(`/2.0${path}`, { headers: key === undefined ? {} : { 'x-api-key': key } }),
    graphql: (query, variables, key) =>
      ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query, variables }),
      }),
    async key({ role, scopes, companies, entities }: KeyGrants = {}) {
      const nothing = companies === undefined && entities === undefined;
      const issued = await issueKey(database, {
        ...(scopes === undefined ? { role: role ?? 'reader' } : { scopes }),
        companies: companies ?? (nothing ? COMPANIES : []),
        entities: entities ?? [],
      });
      return issued.key;
    },
    inFlight: () => inFlight,
    stopping() {
      service.stopping();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

/** The behaviour of a client. */
export interface Client {
  /** The connections of the client; a new one for each request unless given. */
  readonly agent?: Agent;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** The pause after each chunk that the client reads, in milliseconds. */
  readonly restMs?: number;
}

/**
 * Sends one request with the target unchanged.
 * @throws Error of the connection if it breaks before the response is complete, or if the client leaves
 */
export function askAt<Body = Json>(
  port: number,
  target: string,
  { method = 'GET', headers = {}, body }: Ask,
  { agent, signal, restMs = 0 }: Client = {},
): Promise<Answer<Body>> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: target, method, headers, agent: agent ?? false };
    const request = httpRequest({ ...options, ...(signal ? { signal } : {}) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (restMs === 0) return;
        response.pause();
        setTimeout(() => response.resume(), restMs);
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: json(text) as Body });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a record without some of its keys. */
export function omit(record: Readonly<Record<string, unknown>>, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
