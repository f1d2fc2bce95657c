import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { within } from './within.js';

export interface Exposition {
  readonly type: string;
  readonly text: string;
}

/** A worker that serves answers as soon as its event loop turns. */
const TIMEOUT_MS = 5_000;
const ASK = 'metrics?';

/** The metrics of this process, as Prometheus reads them. */
export async function expose(registry: Registry): Promise<Exposition> {
  return { type: registry.contentType, text: await registry.metrics() };
}

/** Has this worker answer when the process that started it asks for its metrics. */
export function shareMetrics(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== ASK) return;
    void registry.getMetricsAsJSON().then((metrics) => process.send?.({ metrics }));
  });
}

/**
 * Asks every worker that serves, in the process that starts them; to be called before the first is started. The library's
 * own way asks workers that are still starting as well, and waits in vain for one that ends meanwhile.
 * @returns reads the metrics of all, each added up or as its aggregator says; a reading throws when a worker does not
 *   answer, as leaving it out would look like a fall of every count
 */
export function gatherMetrics(): () => Promise<Exposition> {
  const serving = new Set<Worker>();
  cluster.on('listening', (worker) => serving.add(worker));
  cluster.on('exit', (worker) => serving.delete(worker));
  return async () => {
    const parts = await within(TIMEOUT_MS, Promise.all([...serving].map(ask)));
    return expose(AggregatorRegistry.aggregate(parts.flatMap((part) => part ?? [])));
  };
}

/** The worker's metrics; undefined when it ends instead. */
function ask(worker: Worker): Promise<readonly object[] | undefined> {
  return new Promise((resolve) => {
    const settle = (metrics?: readonly object[]): void => {
      worker.off('message', answered).off('exit', ended);
      resolve(metrics);
    };
    const answered = (message: unknown): void => {
      if (isAnswer(message)) settle([message.metrics]);
    };
    const ended = (): void => {
      settle();
    };
    worker.on('message', answered).on('exit', ended);
    worker.send(ASK, (error) => {
      if (error) settle();
    });
  });
}

function isAnswer(message: unknown): message is { readonly metrics: object } {
  if (typeof message !== 'object' || message === null || !('metrics' in message)) return false;
  return typeof message.metrics === 'object' && message.metrics !== null;
}
