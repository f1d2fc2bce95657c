import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from './build.js';
import { withoutHint, withoutProgress } from './progressLines.js';
import { until } from './until.js';

await buildProgram();

export interface Ended {
  /** Null: a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Without lines of progress, and without the hint to issue a key. */
  readonly stderr: string;
}

/** A process of the command line, as users run it, with its standard input open; it was built before the tests. */
export interface Udg {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has said on standard error. */
  readonly said: () => string;
  /**
   * Waits until it says something, or ends.
   * @param timeoutMs after how long it gives up; that of {@link until} unless given
   */
  hears(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** The address that it prints. */
  url(): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** The command line, as it was built. */
export const MAIN = join(PACKAGE_ROOT, 'dist', 'udg', 'main.js');

/**
 * How Node runs a command, after its own path: most processes of the tests live for a second, in which making code fast takes
 * longer than it then saves.
 */
export const UDG: readonly string[] = ['--liftoff-only', '--no-opt', MAIN];

/** How Node runs the commands that go on for longer: what is run very often is made fast. */
const LASTING: readonly string[] = ['--wasm-tiering-budget=100000000', MAIN];
const LASTS = ['start', 'serve', 'seed'];

/**
 * @param env beside what this process has
 * @param cwd the folder of this process unless given
 */
export function startUdg(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Udg {
  const node = LASTS.includes(args[0] ?? '') ? LASTING : UDG;
  const child = spawn(process.execPath, [...node, ...args], { env: { ...process.env, PORT: '0', ...env }, cwd });
  let [stdout, stderr] = ['', ''];
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status, signal) => {
      hasEnded = true;
      resolve({ status, signal, stdout, stderr: withoutHint(withoutProgress(stderr)) });
    });
  });
  const hears = async (pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray> => {
    await until(
      `udg says ${String(pattern)}`,
      () => stderr,
      (said) => hasEnded || pattern.test(said),
      timeoutMs,
    );
    const found = pattern.exec(stderr);
    if (found === null) throw new Error(`udg ended, and did not say ${String(pattern)}, but:\n${stderr}`);
    return found;
  };
  return {
    process: child,
    said: () => withoutHint(withoutProgress(stderr)),
    hears,
    url: async () => (await hears(/REST {6}(http:\S+)\/2\.0\n/))[1] ?? '',
    ended,
  };
}

/** The processes that a service has started, oldest first. */
export function workersOf({ process: { pid } }: Udg): readonly number[] {
  return spawnSync('ps', ['-o', 'pid=', '--sort', 'start_time', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

/** The same, once there are at least so many. */
export function untilWorkers(service: Udg, count: number): Promise<readonly number[]> {
  return until(
    `${count} processes serve`,
    () => workersOf(service),
    (workers) => workers.length >= count,
  );
}

/** Runs the command to its end. */
export function udg(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  return udgIn({ env }, args);
}

/** Where a command is run, and what it is given on standard input: nothing unless said. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Runs the command to its end in a folder, with a standard input. */
export function udgIn({ env, cwd }: Place, args: readonly string[], input: string | Uint8Array = ''): Promise<Ended> {
  const { process: child, ended } = startUdg(args, env, cwd);
  // One that does not read what it is given ends before it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return ended;
}
