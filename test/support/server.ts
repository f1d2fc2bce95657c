import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/server/createApp.js';
import { createHttpServer } from '../../src/server/connections.js';
import { issueKey } from '../../src/auth/keys.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/data/database.js';
import type { Logger } from '../../src/observe/logger.js';
import { COMPANIES } from './portfolio.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Answer<Body = Json> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; undefined when it is none. */
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
  /** Header values in lists are sent as repeated headers. */
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
  /** One request as it is written, the target untouched. */
  ask<Body = Json>(target: string, ask?: Ask): Promise<Answer<Body>>;
  /** GET below /2.0. */
  get<Body = Json>(path: string, key?: string): Promise<Answer<Body>>;
  graphql<Data = Json>(query: string, variables: Json, key: string): Promise<Answer<GraphqlBody<Data>>>;
  /** A new key; without a role or scopes it reads everything, without grants of both companies. */
  key(grants?: KeyGrants): Promise<string>;
  /** How many requests have come and are not answered yet, nor left by their clients. */
  readonly inFlight: () => number;
  /** Tells the service that it stops. */
  readonly stopping: () => void;
  close(): Promise<void>;
}

/** What differs from one answer to the same question to the next. */
export const PER_ANSWER = ['date', 'x-request-id', 'traceparent', 'server-timing'];

/**
 * Starts the service over a database; the suites ask more than a user may, so that there is no limit unless said.
 * @param log where its log goes; nowhere unless given
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

/** How a client behaves. */
export interface Client {
  /** Its connections; one of its own for each request unless given. */
  readonly agent?: Agent;
  /** When it goes away. */
  readonly signal?: AbortSignal;
  /** Milliseconds that it rests after each piece of an answer that it has read. */
  readonly restMs?: number;
}

/**
 * Sends one request as it is written, the target untouched.
 * @throws Error of the connection where it breaks before the answer is whole, or the client goes away
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

/** A record without some of its keys. */
export function omit(record: Readonly<Record<string, unknown>>, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
