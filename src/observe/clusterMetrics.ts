import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { within } from './within.js';

export interface Exposition {
  readonly type: string;
  readonly text: string;
}

/** A healthy worker answers within this time. */
const TIMEOUT_MS = 5_000;
const METRICS_REQUEST = 'metrics?';

/** Returns the metrics of this process in the Prometheus format. */
export async function expose(registry: Registry): Promise<Exposition> {
  return { type: registry.contentType, text: await registry.metrics() };
}

/** Makes this worker send its metrics when the primary process requests them. */
export function shareMetrics(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== METRICS_REQUEST) return;
    void registry.getMetricsAsJSON().then((metrics) => process.send?.({ metrics }));
  });
}

/**
 * Collects the metrics of all serving workers in the primary process. Call it before the first worker starts. The
 * cluster support of prom-client also requests metrics of starting workers, and waits in vain for one that ends.
 * @returns a function that aggregates the metrics. It throws if a worker does not answer, because without that worker
 *   every counter would seem to fall
 */
export function gatherMetrics(): () => Promise<Exposition> {
  const serving = new Set<Worker>();
  cluster.on('listening', (worker) => serving.add(worker));
  cluster.on('exit', (worker) => serving.delete(worker));
  return async () => {
    const parts = await within(TIMEOUT_MS, Promise.all([...serving].map(requestMetrics)));
    return expose(AggregatorRegistry.aggregate(parts.flatMap((part) => part ?? [])));
  };
}

/** Requests the metrics of a worker; undefined if the worker ends first. */
function requestMetrics(worker: Worker): Promise<readonly object[] | undefined> {
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
    worker.send(METRICS_REQUEST, (error) => {
      if (error) settle();
    });
  });
}

function isAnswer(message: unknown): message is { readonly metrics: object } {
  if (typeof message !== 'object' || message === null || !('metrics' in message)) return false;
  return typeof message.metrics === 'object' && message.metrics !== null;
}
