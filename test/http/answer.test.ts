import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compress, send, type WholeBody } from '../../src/http/answer.js';

const LONG = 'a'.repeat(20_000);
/** Bodies of one and several parts, as strings and bytes, with characters of one, two and three bytes. */
const BODIES: Readonly<Record<string, WholeBody>> = {
  'no part': [],
  'an empty text': '',
  'a text': 'café €',
  bytes: Buffer.from('café €'),
  'texts and bytes': ['{"naïve":"', Buffer.from(`é${LONG}€`), '€é"}'],
  'long texts': [LONG, `${LONG}€`, 'é'],
};
const textOf = (body: WholeBody): string =>
  (typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body).map(String).join('');

describe('a whole body', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express();
    app.use(compress);
    app.use((asked, response) => {
      const body = BODIES[decodeURIComponent(asked.path.slice(1))] ?? 'unknown';
      return send(response, { status: 200, headers: [['Content-Type', 'application/json']], body });
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (name: string, method: string, headers: Readonly<Record<string, string>>) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path: `/${encodeURIComponent(name)}`, method, headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const isCompressed = response.headers['content-encoding'] === 'gzip';
    return { headers: response.headers, body: await text(isCompressed ? response.pipe(createGunzip()) : response) };
  };

  it.each(Object.entries(BODIES))('arrives complete and with its length: %s', async (name, body) => {
    const { headers, body: received } = await ask(name, 'GET', {});
    expect(received).toBe(textOf(body));
    expect(headers['content-length']).toBe(String(Buffer.byteLength(textOf(body))));
  });

  it.each(Object.entries(BODIES))('has only its head for HEAD: %s', async (name, body) => {
    const { headers, body: received } = await ask(name, 'HEAD', {});
    expect(received).toBe('');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(textOf(body))));
  });

  it.each(Object.entries(BODIES))('arrives complete if it is compressed: %s', async (name, body) => {
    const { headers, body: received } = await ask(name, 'GET', { 'accept-encoding': 'gzip' });
    expect(received).toBe(textOf(body));
    expect(headers['content-encoding'] === 'gzip').toBe(Buffer.byteLength(textOf(body)) >= 1_024);
  });
});
