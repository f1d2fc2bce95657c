import type { Readable } from 'node:stream';
import type { Database } from '../data/database.js';

/** What a command is run with: a process has its own, and a test that runs commands without a process gives another. */
export interface CommandContext {
  /** As they are typed after `udg`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** An open database, which the command does not close; null: the command opens the one that `env` names. */
  readonly database: Database | null;
  /** Sets the status that the command ends with; 0 unless called. */
  setStatus(status: number): void;
}

/** The context of this process. Node opens each stream when it is first asked for. */
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

/** Returns the context of the command that runs. */
export function context(): CommandContext {
  return current;
}

/**
 * Runs something with another context than that of the process.
 * @throws Error when something else has another context at the moment: a process runs one command at a time
 */
export async function inContext<T>(other: CommandContext, run: () => Promise<T>): Promise<T> {
  if (current !== PROCESS) throw new Error('A command runs in this process already; wait until it has ended.');
  current = other;
  try {
    return await run();
  } finally {
    current = PROCESS;
  }
}
