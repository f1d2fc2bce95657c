import { Worker } from 'node:worker_threads';

/** A request. Each occurrence of `{n}` becomes a new number. */
export interface FloodRequest {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent: GET. */
  readonly body?: string;
  /** Milliseconds after which its client disconnects; absent: it stays. */
  readonly leavesAfterMs?: number;
  /** How many times it is sent at once over a connection; absent: once, and again after the response. */
  readonly pipelined?: number;
}

/** Requests that one client sends in turn, over some connections. */
export interface Flood {
  readonly url: string;
  readonly requests: readonly FloodRequest[];
  readonly connections: number;
}

/** The number of responses with each status. */
export type Statuses = Readonly<Record<string, number>>;

/** Sends a flood from a separate thread for some seconds. */
export async function floodFor(flood: Flood, seconds: number): Promise<Statuses> {
  const worker = new Worker(new URL('./flooder.js', import.meta.url), { workerData: flood });
  const statuses = new Promise<Statuses>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  worker.postMessage('end');
  return statuses;
}
