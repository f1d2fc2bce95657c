import { Agent, request } from 'node:http';

export interface Load {
  /** The statuses of the responses so far. */
  readonly answers: number[];
  /** How many requests had no response, except refused connections. */
  readonly failures: string[];
  /** Resolves when every client has left: the server closed its connection or refused a new one. */
  readonly left: Promise<unknown>;
}

/**
 * Clients that send one request after another, each on its connection. A client leaves when the server closes its
 * connection, like a load balancer whose server is no longer ready.
 */
export function startLoad(url: string, path: string, key: string, clients: number): Load {
  const answers: number[] = [];
  const failures: string[] = [];
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Whether the connection can take another request.
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
