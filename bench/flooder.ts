import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Flood, FloodRequest } from './flood.js';

/** A thread that sends the requests of a flood in turn over some connections, each right after the last response. */
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
      // No request repeats an earlier one, so that no response is cached.
      const number = String((sent += 1));
      if (!request) break;
      if (request.pipelined !== undefined) {
        await sendTogether(request, request.pipelined);
        continue;
      }
      const status = await statusOf(request, number);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }),
);
parentPort?.postMessage(statuses);

/** Sends a request and discards the response, as cheaply as possible: the measured clients need the processor. */
function statusOf({ target, body, headers, leavesAfterMs }: FloodRequest, number: string): Promise<string> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sending = httpRequest(`${url}${target.replaceAll('{n}', number)}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once('close', () => {
        resolve(String(answer.statusCode));
      });
    });
    let hasLeft = false;
    sending.once('error', (error) => {
      if (hasLeft) resolve('left');
      else resolve(ended.signal.aborted ? 'broken off' : error.message);
    });
    if (leavesAfterMs !== undefined) {
      const timer = setTimeout(() => {
        hasLeft = true;
        sending.destroy();
      }, leavesAfterMs);
      sending.once('close', () => {
        clearTimeout(timer);
      });
    }
    sending.end(body?.replaceAll('{n}', number));
  });
}

/** Sends a request many times at once, whatever the responses, and counts these. */
function sendTogether({ target, headers }: FloodRequest, times: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const end = (): void => {
      socket.destroy();
    };
    ended.signal.addEventListener('abort', end, { once: true });
    let answers = 0;
    socket.on('data', (chunk: Buffer) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        answers += 1;
      }
      if (answers >= times) end();
    });
    socket.on('error', (error) => {
      statuses[error.message] = (statuses[error.message] ?? 0) + 1;
    });
    socket.once('close', () => {
      ended.signal.removeEventListener('abort', end);
      resolve();
    });
    socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(times));
  });
}
