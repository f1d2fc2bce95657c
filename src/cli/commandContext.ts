import type { Readable } from 'node:stream';
import type { Database } from '../db/database.js';

/** The environment of a command. In a process it is `PROCESS`; tests that run commands in their own process pass another. */
export interface CommandContext {
  /** The arguments after `udg`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** An open database, which the caller closes. If null, the command opens the one that `env` names. */
  readonly database: Database | null;
  /** Sets the exit status, which is 0 by default. */
  setStatus(status: number): void;
}

/** The context of this process. The getters are lazy because Node opens each stream on first access. */
export const PROCESS: CommandContext = {
  get args() {
    return process.argv.slice(2);
  },
  get env() {
    return process.env;
  },
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  database: null,
  setStatus(status) {
    process.exitCode = status;
  },
};

let current = PROCESS;

/** Returns the context of the running command. */
export function context(): CommandContext {
  return current;
}

/**
 * Calls `run` with another context than that of the process.
 * @throws Error if another command is already running: a process runs one command at a time
 */
export async function inContext<T>(other: CommandContext, run: () => Promise<T>): Promise<T> {
  if (current !== PROCESS) throw new Error('This process is already running a command: wait until it ends.');
  current = other;
  try {
    return await run();
  } finally {
    current = PROCESS;
  }
}
