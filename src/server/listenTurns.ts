import type { Address, Worker } from 'node:cluster';

/** What a worker and the process that started it say to each other. */
const LOADED = 'loaded';
const LISTEN = 'listen';

/** In a worker: says that it has loaded all that it serves by, and waits until it is to listen. */
export function turnToListen(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown): void => {
      if (message !== LISTEN) return;
      process.removeListener('message', hear);
      resolve();
    };
    process.on('message', hear);
    process.send?.(LOADED);
  });
}

export interface ListenTurns {
  /** To be called with each worker as soon as it is started. */
  follow(worker: Worker): void;
  /** Where the first one listens. @throws Error when a worker ended by itself before, having said why */
  readonly first: Promise<Address>;
}

/**
 * Has workers listen once all of them are loaded: while only one listened, its end would have connections refused for as
 * long as another takes to load. One of them is first, so that an address that cannot be had is told once.
 */
export function createListenTurns(): ListenTurns {
  const workers = new Map<Worker, 'loads' | 'loaded' | 'told'>();
  let isServed = false;
  const tell = (worker: Worker): void => {
    workers.set(worker, 'told');
    if (worker.isConnected()) worker.send(LISTEN);
  };
  const goOn = (): void => {
    const states = [...workers.values()];
    if (!isServed && (states.includes('loads') || states.includes('told'))) return;
    const loaded = [...workers.keys()].filter((worker) => workers.get(worker) === 'loaded');
    for (const worker of isServed ? loaded : loaded.slice(0, 1)) tell(worker);
  };
  let follow: ListenTurns['follow'] = () => undefined;
  const first = new Promise<Address>((resolve, reject) => {
    follow = (worker) => {
      workers.set(worker, 'loads');
      worker.on('message', (message: unknown) => {
        if (message !== LOADED) return;
        workers.set(worker, 'loaded');
        goOn();
      });
      worker.once('listening', (address) => {
        isServed = true;
        resolve(address);
        goOn();
      });
      worker.once('exit', (_status, signal) => {
        workers.delete(worker);
        // One that is killed is replaced like any other.
        if (!signal) reject(new Error('The service could not be started; the worker has said why.'));
        goOn();
      });
    };
  });
  return { follow, first };
}
