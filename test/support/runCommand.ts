import { Readable, Writable } from 'node:stream';
import { inContext } from '../../src/cli/commandContext.js';
import { runCommand as runInContext } from '../../src/cli/runCommand.js';
import type { Database } from '../../src/db/database.js';
import { withoutHint, withoutProgress } from './progressLines.js';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  /** Standard error without lines of progress and without the hint to issue a key. */
  readonly stderr: string;
  /** All of standard error. */
  readonly said: string;
  /** Both streams, as a terminal shows them. */
  readonly printed: string;
}

export interface Surroundings {
  /** The complete environment; the command inherits nothing from this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The working folder; that of this process unless given. */
  readonly cwd?: string;
  /** Standard input; empty unless given. */
  readonly input?: string | Uint8Array | undefined;
  /** An open database, which stays open. Otherwise the command opens the one of `env`. */
  readonly database?: Database;
}

/**
 * Runs a command in this process through the program's entry point. This takes milliseconds; a process takes about a
 * second. Signals, pipes and locks between processes need a real process.
 */
export async function runCommand(
  args: readonly string[],
  { env = {}, cwd, input = '', database }: Surroundings = {},
): Promise<Ran> {
  let [status, stdout, stderr, printed] = [0, '', '', ''];
  const home = process.cwd();
  const context = {
    ...{ args, env, database: database ?? null },
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdout: collect((text) => {
      stdout += text;
      printed += text;
    }),
    stderr: collect((text) => {
      stderr += text;
      printed += text;
    }),
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
  return { status, stdout, stderr: withoutHint(withoutProgress(stderr)), said: stderr, printed };
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
