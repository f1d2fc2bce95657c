import { Server as NetServer } from 'node:net';
import type { Server, ServerResponse } from 'node:http';

/**
 * Follows a server's requests, so that it can be stopped without failing one.
 * @returns ends it: for a while it goes on taking requests, each answer closing its connection, so that clients and load
 *   balancers move away by themselves; then it listens no more, and what is in flight finishes within the grace
 */
export function drainable(server: Server): (delayMs: number, graceMs: number) => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  // Before the app, which may answer at once.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  return async (delayMs, graceMs) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    draining = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The HTTP server's own close() takes a connection for idle while a written answer still flows out, and cuts it.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    // A connection that is still open may bring another request meanwhile.
    while (inFlight.size > 0) {
      await Promise.all([...inFlight].map((response) => new Promise((resolve) => response.once('close', resolve))));
    }
    server.closeAllConnections();
    await closed;
    clearTimeout(timer);
  };
}
