import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Follows the responses that are pending on each connection, several where requests were sent at once. When a connection
 * ends, Node closes only the response whose turn it is; the others are closed here, or they would count as in flight for
 * ever.
 * @returns the pending responses of a connection, in their order
 */
export function trackPendingResponses(server: Server): (socket: Duplex) => readonly ServerResponse[] {
  // By socket, as Node's events name nothing else that they have in common; some come when it is closed already.
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  const follow = (socket: Duplex): Set<ServerResponse> => {
    const responses = new Set<ServerResponse>();
    pending.set(socket, responses);
    // After Node has closed the one whose turn it is.
    socket.once('close', () => setImmediate(endPending, responses));
    return responses;
  };
  const endPending = (responses: ReadonlySet<ServerResponse>): void => {
    for (const response of responses) {
      response.destroy();
      response.emit('close');
    }
  };
  server.prependListener('request', ({ socket }, response) => {
    const responses = (pending.get(socket) ?? follow(socket)).add(response);
    // What was read already goes on coming after the end, and after a refusal: it cannot be answered.
    if (!socket.writable) setImmediate(endPending, responses);
    response.once('close', () => responses.delete(response));
  });
  return (socket) => [...(pending.get(socket) ?? [])];
}

/**
 * Cuts the connection of a client that does not read its answer, which is kept in memory meanwhile. A slow database is not
 * the client's fault: the time runs while there is something to take.
 * @param ms in which something must leave while there is more to come, and in which the last byte must have left once the
 *   whole answer is written
 */
export function boundSlowReads(server: Server, ms: number): void {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setTimeout(ms, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
    response.once('prefinish', () => {
      const { socket } = response;
      // Its client has left before it was written: nothing would clear the timer, which keeps the process from ending.
      if (response.destroyed) return;
      const timer = setTimeout(() => socket?.destroy(), ms);
      response.once('close', () => {
        clearTimeout(timer);
      });
    });
  });
}

/**
 * Follows a server's requests, so that it can be stopped without failing one.
 * @returns ends it: for a while it goes on taking requests, each answer closing its connection, so that clients and load
 *   balancers move away by themselves; then it listens no more, and what is in flight finishes within the grace. Says how
 *   many requests did not, and were cut off.
 */
export function drainable(server: Server): (delayMs: number, graceMs: number) => Promise<number> {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  // Before the app, which may answer at once.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  return async (delayMs, graceMs) => {
    let cutOff = 0;
    const timer = setTimeout(() => {
      cutOff = inFlight.size;
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
    return cutOff;
  };
}
