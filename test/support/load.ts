import { Agent, request } from 'node:http';

export interface Load {
  /** Statuses of the answers so far. */
  readonly answers: number[];
  /** Requests that had no answer, but for connections that were refused. */
  readonly failures: string[];
  /** Resolves when every client has moved away: it was told to close, or could not connect any more. */
  readonly left: Promise<unknown>;
}

/**
 * Clients that each ask one request after another on one connection, and go away when the server closes it, as a load
 * balancer does with a server that is not ready any more.
 */
export function startLoad(url: string, path: string, key: string, clients: number): Load {
  const answers: number[] = [];
  const failures: string[] = [];
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Whether the connection may be asked again.
    const once = (): Promise<boolean> =>
      new Promise((resolve) => {
        const fail = (error: NodeJS.ErrnoException): void => {
          if (error.code !== 'ECONNREFUSED') failures.push(`${String(error.code)} ${error.message}`);
          resolve(false);
        };
        const asked = request(new URL(path, url), { agent, headers: { 'x-api-key': key } }, (response) => {
          response.resume();
          response.once('error', fail);
          response.once('end', () => {
            answers.push(response.statusCode ?? 0);
            resolve(response.headers.connection !== 'close');
          });
        });
        asked.once('error', fail);
        asked.end();
      });
    while (await once());
    agent.destroy();
  };
  return { answers, failures, left: Promise.all(Array.from({ length: clients }, client)) };
}
