import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serveAttacked } from '../support/attacked.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { COMPANIES } from '../support/portfolio.js';
import { openRaw, type Raw } from '../support/raw.js';
import { until } from '../support/until.js';

/** More bytes than the kernel's buffers hold. */
const ASSETS = 8_000;
/** Bytes per read. */
const READ = 128 * 1024;
const TEXT = 'x'.repeat(3_000);
/** The pause between two reads. */
const REST_MS = 50;

describe.each(ENGINES)('an export whose client reads slowly, on %s', (engine) => {
  const attacked = serveAttacked(engine, {}, { answerTimeout: 5_000 });
  const { unharmed, sample } = attacked;

  it(
    'completes while the client reads now and then, even beyond the timeout for clients that stop reading',
    { timeout: 180_000 },
    async () => {
      const assets = Array.from({ length: ASSETS }, (_, index) => ({
        _id: `ab${index.toString(16).padStart(22, '0')}`,
        companyId: COMPANIES[0],
        siteName: `Site ${index}`,
        address: { streetAddress: TEXT },
      }));
      await importPlain(attacked.database(), 'assets', assets);
      await unharmed(async () => {
        const open = async (): Promise<Raw> => {
          const raw = await openRaw(attacked.port());
          raw.socket.write(`GET /2.0/assets?format=ndjson HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\n\r\n`);
          await until('its answer begins', () => raw.received().length);
          raw.socket.pause();
          return raw;
        };
        const ended = (): Promise<number | undefined> =>
          sample('http_requests_total{route="/2.0/assets",method="GET",status="200"}');
        const [unread, { socket, received, closed }] = [await open(), await open()];
        // The kernel accepts more bytes only once a third of its buffer is free, which takes many reads. Even then the time
        // between two such moments is shorter than the time after which the server cuts the other client.
        while ((await ended()) === undefined) {
          await pause(REST_MS);
          const enough = received().length + READ;
          const read = new Promise<void>((resolve) => {
            const onData = (): void => {
              if (received().length < enough) return;
              socket.off('data', onData);
              resolve();
            };
            socket.on('data', onData);
          });
          socket.resume();
          await Promise.race([read, closed]);
          socket.pause();
        }
        socket.resume();
        await until('one is answered and the other cut', ended, (count) => count === 2);
        socket.end();
        unread.socket.resume();
        await Promise.all([closed, unread.closed]);
        // The last chunk of a complete response is empty.
        expect([received(), unread.received()].map((text) => text.endsWith('0\r\n\r\n'))).toEqual([true, false]);
      });
    },
  );
});
