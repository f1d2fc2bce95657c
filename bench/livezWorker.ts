import { parentPort, workerData } from 'node:worker_threads';

/** The measurements of a client that polls `/livez`, since they were last requested. */
export interface LivezMeasurements {
  readonly slowestMs: number;
  readonly answers: number;
}

/* Polls in a separate thread, which is free to read each response at once. */

const PAUSE_MS = 10;

let slowestMs = 0;
let answers = 0;
parentPort?.on('message', () => {
  const measured: LivezMeasurements = { slowestMs, answers };
  slowestMs = answers = 0;
  parentPort?.postMessage(measured);
});
for (;;) {
  const since = performance.now();
  await (await fetch(`${String(workerData)}/livez`)).text();
  slowestMs = Math.max(slowestMs, performance.now() - since);
  answers += 1;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
