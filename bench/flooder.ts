import { parentPort, workerData } from 'node:worker_threads';
import type { Flood } from './flood.js';

/** A thread that sends the requests of a flood in turn over some connections, each as soon as its answer has come. */
const { url, requests, connections } = workerData as Flood;
const statuses: Record<string, number> = {};
const ended = new AbortController();
parentPort?.once('message', () => {
  ended.abort();
});

let sent = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!ended.signal.aborted) {
      const request = requests[sent % requests.length];
      // What is asked is never asked twice, so that nothing is cached.
      const number = String((sent += 1));
      if (request)
        await send(request.target.replaceAll('{n}', number), request.body?.replaceAll('{n}', number), request.headers);
    }
  }),
);
parentPort?.postMessage(statuses);

async function send(
  target: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  let status: string;
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${url}${target}`, { method, headers, body: body ?? null, signal: ended.signal });
    // Read as it comes, and not kept.
    await answer.body?.pipeTo(new WritableStream());
    status = String(answer.status);
  } catch (error) {
    if (ended.signal.aborted) return;
    status = error instanceof Error ? error.message : String(error);
  }
  statuses[status] = (statuses[status] ?? 0) + 1;
}
