import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections, so that a restarted server finds its port
 * free.
 */
const [FIRST, COUNT] = [12_000, 20_000];

/** Returns a free port of 127.0.0.1, for servers that cannot choose one or must keep it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => {
        resolve(false);
      });
      server.listen(port, '127.0.0.1', () => {
        resolve(true);
      });
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
