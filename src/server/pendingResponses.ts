import type { Server, ServerResponse } from 'node:http';
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
