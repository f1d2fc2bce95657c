import { Readable, Writable } from 'node:stream';
import { inContext } from '../../src/cli/commandContext.js';
import { runCommand as runInContext } from '../../src/cli/runCommand.js';
import type { Database } from '../../src/data/database.js';
import { withoutHint, withoutProgress } from './progressLines.js';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  /** Without lines of progress, and without the hint to issue a key. */
  readonly stderr: string;
  /** All of standard error. */
  readonly said: string;
}

export interface Surroundings {
  /** All of it: nothing of this process is added. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder of this process unless given. */
  readonly cwd?: string;
  /** Nothing unless given. */
  readonly input?: string | Uint8Array | undefined;
  /** An open database, which stays open; otherwise the command opens the one of `env`. */
  readonly database?: Database;
}

/**
 * Runs a command in this process, by the program's own entry: for all that does not need a process of its own, such as
 * signals, pipes and the locks between processes. It takes milliseconds, a process about a second.
 */
export async function runCommand(
  args: readonly string[],
  { env = {}, cwd, input = '', database }: Surroundings = {},
): Promise<Ran> {
  let [status, stdout, stderr] = [0, '', ''];
  const home = process.cwd();
  const context = {
    ...{ args, env, database: database ?? null },
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdout: collect((text) => (stdout += text)),
    stderr: collect((text) => (stderr += text)),
    setStatus: (set: number) => {
      status = set;
    },
  };
  await inContext(context, async () => {
    if (cwd !== undefined) process.chdir(cwd);
    try {
      await runInContext();
    } finally {
      process.chdir(home);
    }
  });
  return { status, stdout, stderr: withoutHint(withoutProgress(stderr)), said: stderr };
}

function collect(add: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      add(chunk);
      done();
    },
  });
}
