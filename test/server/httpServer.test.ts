import express from 'express';
import { once } from 'node:events';
import { Agent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../src/server/connections.js';
import { askAt } from '../support/server.js';

describe('the HTTP server of an Express app', () => {
  let server: Server;
  const listen = async (app: express.Express): Promise<number> => {
    server = createHttpServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('creates requests and responses with the prototypes of the app, so that Express does not replace them', async () => {
    const app = express().get('/', (_, response) => void response.json({}));
    const port = await listen(app);
    const made: unknown[] = [];
    server.prependListener('request', (request, response) => {
      made.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    });
    await askAt(port, '/', {});
    expect(made).toHaveLength(2);
    expect(made[0]).toBe(app.request);
    expect(made[1]).toBe(app.response);
  });

  it('gives handlers everything that Express adds, on each request of a connection', async () => {
    const app = express()
      .enable('trust proxy')
      .get('/own', (request, response) => {
        const linked =
          request.app === app && response.app === app && request.res === response && response.req === request;
        response.json({ linked, ip: request.ip, accepts: request.accepts('json') });
      });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const port = await listen(app);
    for (const ip of ['192.0.2.1', '192.0.2.2']) {
      const { body } = await askAt(port, '/own', { headers: { 'x-forwarded-for': ip } }, { agent });
      expect(body).toEqual({ linked: true, ip, accepts: 'json' });
    }
    agent.destroy();
  });

  it('serves an app mounted in another app', async () => {
    const inner = express().get('/name', (request, response) => void response.json({ app: request.app === inner }));
    const outer = express().use('/inner', inner);
    outer.get('/name', (request, response) => void response.json({ app: request.app === outer }));
    const port = await listen(outer);
    expect((await askAt(port, '/inner/name', {})).body).toEqual({ app: true });
    expect((await askAt(port, '/name', {})).body).toEqual({ app: true });
  });
});
