import { parentPort, workerData } from 'node:worker_threads';

/** What somebody saw who asked again and again whether the process lives, since they were asked last. */
export interface LivezSeen {
  readonly slowestMs: number;
  readonly answers: number;
}

/*
 * Asks in a thread of its own, which is free to take each answer as it comes.
 */

const PAUSE_MS = 10;

let slowestMs = 0;
let answers = 0;
parentPort?.on('message', () => {
  const seen: LivezSeen = { slowestMs, answers };
  slowestMs = answers = 0;
  parentPort?.postMessage(seen);
});
for (;;) {
  const since = performance.now();
  await (await fetch(`${String(workerData)}/livez`)).text();
  slowestMs = Math.max(slowestMs, performance.now() - since);
  answers += 1;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
