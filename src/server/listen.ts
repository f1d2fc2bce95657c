import { createServer, type Server } from 'node:http';

export interface ListenAddress {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The environment variable of the port, for error messages. */
  readonly variable: string;
}

/**
 * Starts listening.
 * @returns the URL of the server, such as `http://127.0.0.1:4000`
 * @throws Error with a sentence if the address cannot be bound
 */
export function listen(server: Server, listenAddress: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(listenProblem(error, listenAddress), { cause: error }));
    });
    server.listen(listenAddress.port, listenAddress.host, () => {
      const bound = server.address();
      if (typeof bound !== 'object' || bound === null) return;
      const { address, family, port } = bound;
      resolve(urlOf(address, family === 'IPv6', port));
    });
  });
}

/**
 * Checks that an address can be bound, before long work that would be wasted otherwise.
 * @throws Error with a sentence if it cannot
 */
export async function requireFree(listenAddress: ListenAddress): Promise<void> {
  const server = createServer();
  await listen(server, listenAddress);
  await new Promise((resolve) => server.close(resolve));
}

/** Returns a URL such as `http://127.0.0.1:4000`. */
export function urlOf(address: string, isV6: boolean, port: number): string {
  return `http://${isV6 ? `[${address}]` : address}:${port}`;
}

function listenProblem({ code, message }: NodeJS.ErrnoException, { host, port, variable }: ListenAddress): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use; set ${variable} to another port.`;
  if (code === 'EACCES') {
    return `Port ${port} of ${host} needs rights that this process lacks; set ${variable} above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}; set HOST to one of its addresses.`;
  return message;
}
