import { Agent, request as httpRequest } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Flood, FloodRequest } from './flood.js';

/** A thread that sends the requests of a flood in turn over some connections, each as soon as its answer has come. */
const { url, requests, connections } = workerData as Flood;
const statuses: Record<string, number> = {};
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const ended = new AbortController();
parentPort?.once('message', () => {
  ended.abort();
  agent.destroy();
});

let sent = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!ended.signal.aborted) {
      const request = requests[sent % requests.length];
      // What is asked is never asked twice, so that nothing is cached.
      const number = String((sent += 1));
      if (!request) break;
      const status = await statusOf(request, number);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }),
);
parentPort?.postMessage(statuses);

/** Sends a request and lets go what is answered, as cheaply as can be: the processor is for those who are measured. */
function statusOf({ target, body, headers }: FloodRequest, number: string): Promise<string> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sending = httpRequest(`${url}${target.replaceAll('{n}', number)}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once('close', () => {
        resolve(String(answer.statusCode));
      });
    });
    sending.once('error', (error) => {
      resolve(ended.signal.aborted ? 'broken off' : error.message);
    });
    sending.end(body?.replaceAll('{n}', number));
  });
}
