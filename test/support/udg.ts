import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';

export interface Ended {
  /** Null: a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command line, as users run it, with its standard input open; it was built before the tests. */
export interface Udg {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has said on standard error. */
  readonly said: () => string;
  /** Waits until it says something, or ends. */
  hears(pattern: RegExp): Promise<RegExpExecArray>;
  /** The address that it prints. */
  url(): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** @param env beside what this process has */
export function startUdg(args: readonly string[], env: NodeJS.ProcessEnv): Udg {
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, PORT: '0', ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status, signal) => {
      resolve({ status, signal, stdout, stderr });
    });
  });
  const hears = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let attempt = 0; attempt < 3_000; attempt += 1) {
      const found = pattern.exec(stderr);
      if (found) return found;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`udg did not say ${String(pattern)}, but:\n${stderr}`);
  };
  return {
    process: child,
    said: () => stderr,
    hears,
    url: async () => (await hears(/REST {6}(http:\S+)\/2\.0\n/))[1] ?? '',
    ended,
  };
}

/** Runs the command to its end. */
export function udg(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const { process: child, ended } = startUdg(args, env);
  child.stdin.end();
  return ended;
}
