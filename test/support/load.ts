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
    let open = true;
    while (open) {
      await new Promise<void>((resolve) => {
        const asked = request(new URL(path, url), { agent, headers: { 'x-api-key': key } }, (response) => {
          response.resume();
          response.once('end', () => {
            answers.push(response.statusCode ?? 0);
            open = response.headers.connection !== 'close';
            resolve();
          });
          response.once('error', (error) => {
            failures.push(error.message);
            open = false;
            resolve();
          });
        });
        asked.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNREFUSED') failures.push(`${String(error.code)} ${error.message}`);
          open = false;
          resolve();
        });
        asked.end();
      });
    }
    agent.destroy();
  };
  return { answers, failures, left: Promise.all(Array.from({ length: clients }, client)) };
}
