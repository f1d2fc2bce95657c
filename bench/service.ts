import { Agent, request as httpRequest } from 'node:http';
import { createApp } from '../src/server/createApp.js';
import { createHttpServer } from '../src/server/connections.js';
import { issueKey } from '../src/auth/keys.js';
import { readConfig } from '../src/config/config.js';
import type { Database } from '../src/db/database.js';
import { idOf } from './portfolio.js';

/** The service over a database, in this process. All requests use one connection. */
export interface Service {
  /** Returns the text of a response. The target is a path below /2.0, or a GraphQL query. */
  get(target: string): Promise<string>;
  graphql(query: string): Promise<string>;
  /**
   * Returns the number of statements that Knex has sent so far, including those that open and end transactions, but not
   * COPY.
   */
  readonly statements: () => number;
  /** Sends a request that looks up the key again, if its cached look-up has expired. */
  readonly warm: () => Promise<unknown>;
  close(): Promise<void>;
}

export async function startService(database: Database): Promise<Service> {
  const service = await createApp({
    database,
    config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '0', ANSWER_CACHE: '0' }),
  });
  const server = createHttpServer(service.app, { requireHostHeader: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the service does not listen on a port');
  const { key } = await issueKey(database, { role: 'reader', companies: [idOf('company', 1)], entities: [] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let statements = 0;
  database.onStatement(() => {
    statements += 1;
  });

  const ask = (path: string, body?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const method = body === undefined ? 'GET' : 'POST';
      const request = httpRequest(
        { host: '127.0.0.1', port: address.port, path, method, headers, agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            if (response.statusCode === 200) resolve(text);
            else reject(new Error(`${method} ${path}: ${response.statusCode ?? 0} ${text.slice(0, 500)}`));
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });

  return {
    get: (target) => ask(`/2.0${target}`),
    async graphql(query) {
      const text = await ask('/graphql', JSON.stringify({ query }));
      if (/^\{"errors"|"errors":\[/.test(text)) throw new Error(text.slice(0, 500));
      return text;
    },
    statements: () => statements,
    warm: () => ask('/2.0/assets?limit=1'),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
