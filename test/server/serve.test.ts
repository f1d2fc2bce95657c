import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { serve, type RunningService } from '../../src/server/serve.js';
import { openTestDatabase } from '../support/engines.js';

describe('the HTTP server', () => {
  let database: Database;
  let running: RunningService;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    running = await serve(database, readConfig({ PORT: '0', LOG_LEVEL: 'silent' }));
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
  });

  /** Sends bytes unchanged and waits until the other side closes the connection. */
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(running.address).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        resolve(answer);
      });
    });

  it.each([
    ['what is not HTTP', 'garbage\r\n\r\n', 400, 'invalid-request', 'The bytes received are not an HTTP request.'],
    [
      'a header over 32 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers-too-large',
      'The header is larger than 32768 bytes.',
    ],
  ])('answers %s as problem details, with a request id', async (_, bytes, status, code, detail) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/Content-Type: application\/problem\+json/);
    expect(head).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    const problem = JSON.parse(body) as Record<string, unknown>;
    expect(problem).toMatchObject({ type: `/errors/${code}`, status, code, detail });
    expect(head).toContain(`x-request-id: ${String(problem.requestId)}`);
  });

  it('reports a port in use in one sentence', async () => {
    const { port } = new URL(running.address);
    await expect(serve(database, readConfig({ PORT: port }))).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use; set PORT to another port.`,
    );
  });
});
