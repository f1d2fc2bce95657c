import { describe, expect, it } from 'vitest';
import { serveAttacked } from '../support/attacked.js';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { COMPANIES } from '../support/portfolio.js';
import { openRaw } from '../support/raw.js';

/** More than the buffers of the kernel hold on their way. */
const ASSETS = 8_000;
/** What is read at a time. */
const READ = 512 * 1024;
const TEXT = 'x'.repeat(3_000);

describe.each(ENGINES)('an export whose client reads slowly, on %s', (engine) => {
  const attacked = serveAttacked(engine, {}, { answerTimeout: 2_000 });
  const { unharmed, sample } = attacked;

  it('waits while it is read now and then, and is cut when it is read no more', { timeout: 180_000 }, async () => {
    const assets = Array.from({ length: ASSETS }, (_, index) => ({
      _id: `ab${index.toString(16).padStart(22, '0')}`,
      companyId: COMPANIES[0],
      siteName: `Site ${index}`,
      address: { streetAddress: TEXT },
    }));
    await importPlain(attacked.database(), 'assets', assets);
    await unharmed(async () => {
      const { socket, received, closed } = await openRaw(attacked.port());
      socket.write(`GET /2.0/assets?format=ndjson HTTP/1.1\r\nHost: a\r\nx-api-key: ${attacked.key()}\r\n\r\n`);
      await expect.poll(() => received().length, { timeout: 20_000 }).toBeGreaterThan(0);
      // Longer than the limit in all, never as long without a byte.
      for (let pauses = 0; pauses < 8; pauses += 1) {
        socket.pause();
        await new Promise((resolve) => setTimeout(resolve, 500));
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
        await read;
      }
      socket.pause();
      await expect.poll(() => sample('http_requests_in_flight'), { timeout: 40_000 }).toBe(0);
      socket.resume();
      await closed;
      // The last piece of a whole answer is empty.
      expect(received().endsWith('0\r\n\r\n')).toBe(false);
    });
  });
});
