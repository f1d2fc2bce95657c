import { createServer } from 'node:net';

/** Below those from which systems take ports for connections that are made: a server that is restarted finds its own free. */
const [FIRST, COUNT] = [12_000, 20_000];

/** A port of 127.0.0.1 that nobody listens at, for what cannot choose one itself, or is to keep it. */
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
