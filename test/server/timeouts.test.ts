import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { watchConnections } from '../../src/server/connections.js';
import { answersIn, openRaw, type Raw } from '../support/raw.js';

describe('the timeouts of a connection', () => {
  let server: Server;
  /** Starts the server, and sends a request that keeps its connection. */
  const ask = async (answer: (response: ServerResponse) => void, timeouts: Timeouts): Promise<Raw> => {
    server = createServer({ keepAliveTimeout: timeouts.keepAlive }, (_request, response) => {
      answer(response);
    });
    watchConnections(server, timeouts.answer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const raw = await openRaw((server.address() as AddressInfo).port);
    raw.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return raw;
  };
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('close it if it is idle after an answer', async () => {
    const { closed, received } = await ask((response) => response.end('one'), { keepAlive: 1, answer: 600_000 });
    await closed;
    expect(answersIn(received()).map(({ body }) => body)).toEqual(['one']);
  });

  it('do not close it while the answer is made', async () => {
    const late = (response: ServerResponse): void => {
      server.once('timeout', () => response.end('late'));
    };
    const { closed, received } = await ask(late, { keepAlive: 1, answer: 500 });
    await closed;
    expect(answersIn(received()).map(({ body }) => body)).toEqual(['late']);
  });
});

/** In milliseconds. */
interface Timeouts {
  readonly keepAlive: number;
  readonly answer: number;
}
