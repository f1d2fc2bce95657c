import cluster, { type Address, type Worker } from 'node:cluster';
import type { Config } from '../config/config.js';
import { gatherMetrics } from '../observe/clusterMetrics.js';
import { urlOf } from './listen.js';
import { createListenTurns } from './listenTurns.js';
import { serveMetrics } from './metrics.js';
import type { RunningService } from './serve.js';

/** A worker that has not stopped by then is killed. */
const STOP_MS = 23_500;
/** The delay before an ended worker is replaced. It doubles while workers end within `SETTLED_MS` of their start. */
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
const SETTLED_MS = 10_000;

/**
 * Serves with several `udg serve` processes at one address, and replaces a worker that ends.
 * @param stopped resolves at the stop signal
 * @param logLine prints a sentence about a worker
 * @returns null if the stop signal came before all workers listened; they have ended by then
 * @throws Error if a worker ends before any worker serves (the worker has printed why), or the metrics port cannot be
 * bound
 */
export async function serveByWorkers(
  { workers: count, host, metricsPort }: Config,
  stopped: Promise<void>,
  logLine: (line: string) => void,
): Promise<RunningService | null> {
  const metrics = metricsPort === null ? null : await serveMetrics(gatherMetrics(), host, metricsPort);
  cluster.setupPrimary({ args: ['serve'] });
  const turns = createListenTurns();
  let stopping = false;
  let failures = 0;
  const timers = new Set<NodeJS.Timeout>();

  const start = (): Worker => {
    const worker = cluster.fork();
    turns.follow(worker);
    closeOrphanedConnection(worker);
    const since = Date.now();
    worker.once('exit', (status, signal) => {
      if (stopping) return;
      failures = Date.now() - since < SETTLED_MS ? failures + 1 : 0;
      const delay = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
      logLine(`Worker ${String(worker.process.pid)} ended (${signal || status}); another starts in ${delay} ms.`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        start();
      }, delay);
      timers.add(timer);
    });
    return worker;
  };
  const stop = async (): Promise<number> => {
    stopping = true;
    for (const timer of timers) clearTimeout(timer);
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(running.map((worker) => stopWorker(worker, logLine)));
    await metrics?.stop();
    // Each worker reports the requests that it cut off.
    return 0;
  };

  const startAll = async (): Promise<Address> => {
    const started = Array.from({ length: count }, start).map(listeningOrEnded);
    const first = await turns.first;
    await Promise.all(started);
    return first;
  };
  try {
    const first = await Promise.race([startAll(), stopped]);
    if (!first) {
      await stop();
      return null;
    }
    const { address, addressType, port } = first;
    return { address: urlOf(address, addressType === 6, port), metricsAddress: metrics?.address ?? null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listeningOrEnded(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['listening', 'exit']) {
      worker.once(event, () => {
        resolve();
      });
    }
  });
}

async function stopWorker(worker: Worker, logLine: (line: string) => void): Promise<void> {
  if (worker.isDead()) return;
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => {
    logLine(`Worker ${String(worker.process.pid)} did not stop and is being killed.`);
    worker.process.kill('SIGKILL');
  }, STOP_MS);
  await exited;
  clearTimeout(timer);
}

/** A connection as Node hands it to a worker. */
interface Handle {
  close(): void;
}

/**
 * Closes a connection that a worker had been handed but had not accepted when it ended. Node hands a worker the next
 * connection after it has accepted the previous one, and forgets a connection that it never accepts: the client would
 * wait forever. As the client's bytes are unread, the operating system resets the connection.
 */
function closeOrphanedConnection(worker: Worker): void {
  const { process: child } = worker;
  let last: Handle | undefined;
  const send = child.send.bind(child) as (...message: readonly unknown[]) => boolean;
  child.send = (...message: readonly unknown[]): boolean => {
    const [order, handle] = message;
    // If Node does not distribute connections itself, it sends a listening handle, which all workers share.
    if (isConnection(order) && isHandle(handle)) last = handle;
    return send(...message);
  };
  // If the worker accepted the connection, Node has already closed the handle in this process.
  worker.once('exit', () => last?.close());
}

/** Whether a message of Node's cluster module hands over a connection. */
function isConnection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'act' in value && value.act === 'newconn';
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
