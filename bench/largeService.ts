import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../src/config/root.js';
import { benchUrl } from './database.js';
import type { LargeRequest } from './largeCases.js';
import type { LivezMeasurements } from './livezWorker.js';
import { memoryOf } from './processes.js';
import type { TurnMeasurements } from './turnsPreload.js';

/** Measurements of a service during some work. */
export interface WorkMeasurements extends TurnMeasurements, LivezMeasurements {
  /** The maximum resident memory in bytes. */
  readonly mostMemory: number;
  readonly ms: number;
}

/** A service in a process with little memory, and a client that requests /livez all the time. */
export interface LargeService {
  /** Sends a request and reads its response. @returns its bytes @throws Error if it is not a 200, has errors or breaks off */
  ask(largeRequest: LargeRequest, key: string): Promise<number>;
  /** Returns the measurements during some work. */
  during(work: () => Promise<unknown>): Promise<WorkMeasurements>;
  stop(): Promise<void>;
}

const DIST = join(PACKAGE_ROOT, 'dist');
const SAMPLE_MS = 20;
const OK = 200;

/** Starts a service. @param heap the maximum of its heap in megabytes */
export async function startLargeService(database: string, heap: number): Promise<LargeService> {
  const child = startProcess(database, heap);
  const url = await addressOf(child);
  const worker = new Worker(new URL('./livezWorker.js', import.meta.url), { workerData: url });
  const agent = new Agent({ keepAlive: true });
  return {
    ask: (largeRequest, key) => sendRequest(url, largeRequest, key, agent),
    async during(work) {
      await Promise.all([livezOf(worker), turnsOf(child)]);
      let mostMemory = 0;
      const timer = setInterval(() => {
        mostMemory = Math.max(mostMemory, memoryOf(child.pid));
      }, SAMPLE_MS);
      const since = performance.now();
      try {
        await work();
      } finally {
        clearInterval(timer);
      }
      const ms = performance.now() - since;
      return { ...(await livezOf(worker)), ...(await turnsOf(child)), mostMemory, ms };
    },
    async stop() {
      agent.destroy();
      await worker.terminate();
      const ended = new Promise((resolve) => child.once('close', resolve));
      const isOver = child.exitCode !== null || child.signalCode !== null;
      child.kill('SIGTERM');
      if (!isOver) await ended;
    },
  };
}

function startProcess(database: string, heap: number): ChildProcess {
  const preload = ['--import', join(DIST, 'bench', 'turnsPreload.js')];
  const main = join(DIST, 'udg', 'main.js');
  return spawn(process.execPath, [`--max-old-space-size=${heap}`, ...preload, main, 'serve', '--json'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATABASE_URL: benchUrl(database), RATE_LIMIT_POINTS: '0' },
      // A request may wait for its turn, or for a slow concurrent statement, without a limit here.
      ...{ LOG_LEVEL: 'error', MAX_WAIT: '600000', STATEMENT_TIMEOUT: '60000' },
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
}

/** Returns the measurements of `/livez` by the worker since the last call. */
function livezOf(worker: Worker): Promise<LivezMeasurements> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage('');
  });
}

/** Returns the measurements of the service's turns since the last call. */
function turnsOf(child: ChildProcess): Promise<TurnMeasurements> {
  return new Promise((resolve, reject) => {
    child.once('message', (measured) => {
      resolve(measured as TurnMeasurements);
    });
    child.send('', (error) => {
      if (error) reject(error);
    });
  });
}

/** Sends a request and reads its response. @returns its bytes @throws Error if it is not a 200, has errors or breaks off */
function sendRequest(url: string, { path, body }: LargeRequest, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = request(url + path, { method: body === undefined ? 'GET' : 'POST', headers, agent }, (answer) => {
      let bytes = 0;
      let head = '';
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) head = chunk.subarray(0, 300).toString();
        bytes += chunk.length;
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === OK && !head.startsWith('{"errors"')) resolve(bytes);
        else reject(new Error(`${answer.statusCode ?? 0} ${head}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Returns the origin that a service prints. @throws Error if it ends before */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the service printed no address');
    createInterface(child.stdout).once('line', (line) => {
      const printed: unknown = JSON.parse(line);
      const rest: unknown = typeof printed === 'object' && printed !== null ? Reflect.get(printed, 'rest') : undefined;
      resolve(new URL(String(rest)).origin);
    });
    child.once('close', (status) => {
      reject(new Error(`the service ended with ${String(status)}`));
    });
  });
}
