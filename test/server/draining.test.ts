import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Connections, watchConnections } from '../../src/server/connections.js';
import { askAt } from '../support/server.js';
import { until } from '../support/until.js';

describe('a stopping server', () => {
  let server: Server;
  let drain: Connections['drain'];
  let held: ServerResponse[];
  beforeEach(async () => {
    held = [];
    server = createServer((_request, response) => held.push(response));
    ({ drain } = watchConnections(server, 60_000));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  /** Sends two requests, which the server does not answer yet. */
  const askTwice = async (): Promise<{ readonly answers: Promise<readonly string[]> }> => {
    const { port } = server.address() as AddressInfo;
    const answers = [1, 2].map(() =>
      askAt(port, '/', {}).then(
        ({ text }) => text,
        () => 'none',
      ),
    );
    await until('both have come', () => held.length === 2);
    return { answers: Promise.all(answers) };
  };

  it('aborts requests that do not finish within the grace period, and logs how many', async () => {
    const { answers } = await askTwice();
    expect(await drain(0, 1)).toBe(2);
    expect(await answers).toEqual(['none', 'none']);
  });

  it('aborts no request that finishes within it', async () => {
    const { answers } = await askTwice();
    const drained = drain(0, 600_000);
    for (const response of held) response.end('late');
    expect(await drained).toBe(0);
    expect(await answers).toEqual(['late', 'late']);
  });
});
