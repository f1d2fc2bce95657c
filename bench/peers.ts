import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { benchUrl } from './database.js';
import { memoryOf, processorTimeOf } from './processes.js';

/** A server in a separate process, with its own event loop and memory. */
export interface Peer {
  readonly name: string;
  readonly url: string;
  /** Returns the resident memory of the process and its children, in bytes. */
  readonly memory: () => number;
  /** Returns the processor time that they have used, in milliseconds. */
  readonly processorTime: () => number;
  stop(): Promise<void>;
}

/** How a peer is started. */
export interface Program {
  /** The path of its Node. */
  readonly node: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Returns the origin from the first line that it prints. */
  readonly addressIn: (line: string) => string;
  /** Whether to ignore its standard error. */
  readonly isQuiet?: true;
}

const here = dirname(fileURLToPath(import.meta.url));
const START_MS = 30_000;

/** The flags and the variable of `npm start` and the systemd unit (docs/operations.md, deployment). */
const V8_FLAGS = ['--no-allocation-site-pretenuring', '--max-semi-space-size=8'];
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' };

/** Settings that the servers share. */
export interface Environment {
  /** The name of the database that they query. */
  readonly database: string;
  /** The path of the Node that runs them. */
  readonly node: string;
}

/**
 * Starts the service as deployed, but without a rate limit, and with only warnings in the log.
 * @param more further settings
 */
export async function startService(
  { database, node }: Environment,
  more: Readonly<Record<string, string>> = {},
  name = 'utility data gateway',
): Promise<Peer> {
  const settings = { PORT: '0', RATE_LIMIT_POINTS: '0', LOG_LEVEL: 'warn', ...more };
  return startProgram(name, {
    node,
    args: [...V8_FLAGS, join(here, '../udg/main.js'), 'serve', '--json'],
    env: { DATABASE_URL: benchUrl(database), ...ONE_ARENA, ...settings },
    addressIn: (line) => {
      const printed: unknown = JSON.parse(line);
      if (typeof printed !== 'object' || printed === null || !('rest' in printed))
        throw new Error(`expected an address, got: ${line}`);
      return new URL(String(printed.rest)).origin;
    },
  });
}

/** Starts a program of this folder that takes the database and more arguments, and prints its port. */
export async function startPeer(
  name: string,
  program: string,
  { database, node }: Environment,
  more: readonly string[] = [],
): Promise<Peer> {
  const args = [join(here, program), database, ...more];
  const addressIn = (line: string): string => `http://127.0.0.1:${line}`;
  return startProgram(name, { node, args, env: {}, addressIn });
}

/** Starts a program. @throws Error if it ends, or does not print its address in time; then this stops it */
export async function startProgram(name: string, { node, args, env, addressIn, isQuiet }: Program): Promise<Peer> {
  const child = spawn(node, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  });
  let url: string;
  try {
    url = addressIn(await firstLine(child, name));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    name,
    url,
    memory: () => memoryOf(child.pid),
    processorTime: () => processorTimeOf(child.pid),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstLine(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { stdout } = child;
    if (!stdout) throw new Error(`${name} printed no address`);
    const timer = setTimeout(() => {
      reject(new Error(`${name} did not start in ${START_MS / 1000} s`));
    }, START_MS);
    createInterface(stdout).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
    child.once('exit', (code) => {
      reject(new Error(`${name} ended with ${String(code)}`));
    });
  });
}
