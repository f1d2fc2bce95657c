import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { createLogger } from '../../src/observe/logger.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES } from '../support/portfolio.js';
import { startServer, type Json, type TestServer } from '../support/server.js';

const ASSETS = 3_000;
/** More bytes than the buffers of two sockets hold. */
const TEXT = 'x'.repeat(2_000);

describe.each(ENGINES)('an export whose client disconnects, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  const texts: string[] = [];
  beforeAll(async () => {
    database = await openPortfolio(engine);
    const assets = Array.from({ length: ASSETS }, (_, index) => ({
      _id: `ab${index.toString(16).padStart(22, '0')}`,
      companyId: COMPANIES[0],
      siteName: `Site ${index}`,
      address: { streetAddress: TEXT },
    }));
    await importPlain(database, 'assets', assets);
    server = await startServer(database, {}, createLogger('info', { write: (line) => void texts.push(line) }));
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  /** Sends a request, reads this many chunks and disconnects. */
  const leave = (encoding: string, format: string, pieces: number): Promise<void> =>
    new Promise((resolve) => {
      const path = `/2.0/assets?format=${format}`;
      const headers = { 'x-api-key': key, 'accept-encoding': encoding };
      const asked = request({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (response) => {
        let read = 0;
        response.on('error', () => undefined);
        response.on('data', () => {
          read += 1;
          if (read === pieces) asked.destroy();
        });
      });
      asked.on('error', () => undefined);
      asked.on('close', () => {
        resolve();
      });
      asked.end();
      if (pieces === 0) asked.once('finish', () => asked.destroy());
    });

  it.each([
    ['identity', 'csv'],
    ['gzip', 'csv'],
    ['gzip', 'ndjson'],
  ])('%s, %s: writes only the log line of its request', async (encoding, format) => {
    texts.length = 0;
    const moments = [0, 1, 2, 5];
    for (const pieces of moments) await leave(encoding, format, pieces);
    const lines = (): readonly Json[] => texts.map((text) => JSON.parse(text) as Json);
    await expect.poll(() => lines().filter(({ msg }) => msg === 'request').length).toBe(moments.length);
    expect(lines().filter(({ msg }) => msg !== 'request')).toEqual([]);
    expect(lines().some(({ aborted }) => aborted === true)).toBe(true);
  });
});
