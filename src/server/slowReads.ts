import type { Server, ServerResponse } from 'node:http';

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
      const timer = setTimeout(() => socket?.destroy(), ms);
      response.once('close', () => {
        clearTimeout(timer);
      });
    });
  });
}
