import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Answer = ServerResponse;

/**
 * Follows the answers that are owed on each connection, several where requests were sent at once. When a connection ends,
 * Node tells only the answer whose turn it is; the others are told here, or they would count as in flight for ever.
 * @returns the answers owed on a connection, in their order
 */
export function trackOwed(server: Server): (socket: Duplex) => readonly Answer[] {
  const owed = new WeakMap<Duplex, Set<Answer>>();
  const follow = (socket: Duplex): Set<Answer> => {
    const answers = new Set<Answer>();
    owed.set(socket, answers);
    // After Node has told the one whose turn it is.
    socket.once('close', () => setImmediate(tellLeft, answers));
    return answers;
  };
  const tellLeft = (answers: ReadonlySet<Answer>): void => {
    for (const answer of answers) {
      answer.destroy();
      answer.emit('close');
    }
  };
  server.prependListener('request', ({ socket }, response) => {
    const answers = (owed.get(socket) ?? follow(socket)).add(response);
    // What was read already goes on coming after the end, and after a refusal: it cannot be answered.
    if (!socket.writable) setImmediate(tellLeft, answers);
    response.once('close', () => answers.delete(response));
  });
  return (socket) => [...(owed.get(socket) ?? [])];
}
