import type { Address, Worker } from 'node:cluster';

/** The messages between a worker and the primary process. */
const LOADED = 'loaded';
const LISTEN = 'listen';

/** In a worker, reports that it has loaded, and waits for the permission to listen. */
export function turnToListen(): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (message !== LISTEN) return;
      process.removeListener('message', onMessage);
      resolve();
    };
    process.on('message', onMessage);
    process.send?.(LOADED);
  });
}

/** The order in which workers listen. */
export interface ListenTurns {
  /** Tracks a worker. Call it right after the start of each worker. */
  follow(worker: Worker): void;
  /** The address of the first worker. @throws Error if a worker ended before; the worker has printed why */
  readonly first: Promise<Address>;
}

/**
 * Lets workers listen once all of them are loaded. Otherwise connections would be refused if the only listening worker
 * ended while the others load. One worker listens first, so that only one reports an address that cannot be bound.
 */
export function createListenTurns(): ListenTurns {
  const workers = new Map<Worker, 'loads' | 'loaded' | 'permitted'>();
  let isServed = false;
  const permit = (worker: Worker): void => {
    workers.set(worker, 'permitted');
    if (worker.isConnected()) worker.send(LISTEN);
  };
  const permitNext = (): void => {
    const states = [...workers.values()];
    if (!isServed && (states.includes('loads') || states.includes('permitted'))) return;
    const loaded = [...workers.keys()].filter((worker) => workers.get(worker) === 'loaded');
    for (const worker of isServed ? loaded : loaded.slice(0, 1)) permit(worker);
  };
  let follow: ListenTurns['follow'] = () => undefined;
  const first = new Promise<Address>((resolve, reject) => {
    follow = (worker) => {
      workers.set(worker, 'loads');
      worker.on('message', (message: unknown) => {
        if (message !== LOADED) return;
        workers.set(worker, 'loaded');
        permitNext();
      });
      worker.once('listening', (address) => {
        isServed = true;
        resolve(address);
        permitNext();
      });
      worker.once('exit', (_status, signal) => {
        workers.delete(worker);
        // A killed worker is replaced like any other.
        if (!signal) reject(new Error('The service did not start; see the message of the worker.'));
        permitNext();
      });
    };
  });
  return { follow, first };
}
