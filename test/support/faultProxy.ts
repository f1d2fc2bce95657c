import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of PostgreSQL that simulates the faults of a network or a server. */
export interface FaultProxy {
  readonly port: number;
  /** The address of the database through the proxy. */
  url(database: string): string;
  /**
   * `pass` forwards all; `silent` accepts connections and bytes and forwards nothing; `down` closes every connection at
   * once.
   */
  mode: 'pass' | 'silent' | 'down';
  /** The delay of each chunk, in milliseconds. */
  delayMs: number;
  /** How many connections clients have opened or tried to open. */
  readonly tried: number;
  /** Receives each chunk that a client sends, forwarded or not. */
  onSent: (piece: Buffer) => void;
  /** Closes the open connections. */
  cut(): void;
  /** Closes the next connection on which the server sends more than this many bytes. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/**
 * Starts the proxy.
 * @param target a postgres:// address
 */
export async function startFaultProxy(target: string, listenPort = 0): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let cutAfter = Infinity;
  let tried = 0;
  const server = createServer((near) => {
    tried += 1;
    if (proxy.mode === 'down') {
      near.resetAndDestroy();
      return;
    }
    near.on('error', () => undefined);
    const far = connect(Number(targetPort), hostname);
    far.on('error', () => near.destroy());
    const pair = [near, far] as const;
    pairs.add(pair);
    let answered = 0;
    const pass = (to: Socket, chunk: Buffer): void => {
      if (proxy.mode !== 'pass') return;
      if (to === near) {
        answered += chunk.length;
        if (answered > cutAfter) {
          cutAfter = Infinity;
          near.write(chunk.subarray(0, 40), () => near.destroy());
          far.destroy();
          return;
        }
      }
      if (proxy.delayMs === 0) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), proxy.delayMs);
    };
    near.on('data', (chunk) => {
      proxy.onSent(chunk);
      pass(far, chunk);
    });
    far.on('data', (chunk) => {
      pass(near, chunk);
    });
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(listenPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const proxy: FaultProxy = {
    port,
    mode: 'pass',
    delayMs: 0,
    get tried() {
      return tried;
    },
    onSent: () => undefined,
    url(database) {
      const url = new URL(database);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.toString();
    },
    cut,
    cutAfter(bytes) {
      cutAfter = bytes;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
