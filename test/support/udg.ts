import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from './build.js';
import { withoutHint, withoutProgress } from './progressLines.js';
import { until } from './until.js';

await buildProgram();

export interface Ended {
  /** The exit code; null if a signal ended the process. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Standard error without lines of progress and without the hint to issue a key. */
  readonly stderr: string;
}

/** A process of the command line as users start it, with its standard input open. It runs the built program. */
export interface Udg {
  readonly process: ChildProcessWithoutNullStreams;
  /** The text of standard error so far. */
  readonly said: () => string;
  /**
   * Waits until the process prints a text or ends.
   * @param timeoutMs how long to wait; that of {@link until} unless given
   */
  hears(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** The address that the process prints. */
  url(): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** The built command line. */
export const MAIN = join(PACKAGE_ROOT, 'dist', 'udg', 'main.js');

/**
 * Node options for a short command. Most processes of the tests live for a second, and optimising code would take
 * longer than it saves.
 */
const SHORT = ['--liftoff-only', '--no-opt'];
export const UDG: readonly string[] = [...SHORT, MAIN];

/** Node options for commands that run for longer, with optimisation. */
const LASTING = ['--wasm-tiering-budget=100000000'];
const LASTS = ['start', 'serve', 'seed'];

/**
 * Starts a command.
 * @param env besides the environment of this process
 * @param cwd the working folder; that of this process unless given
 * @param main the command line to start; that of this package unless given
 */
export function startUdg(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string, main = MAIN): Udg {
  const node = LASTS.includes(args[0] ?? '') ? LASTING : SHORT;
  const child = spawn(process.execPath, [...node, main, ...args], { env: { ...process.env, PORT: '0', ...env }, cwd });
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

/** Returns the child processes of a service, oldest first. */
export function workersOf({ process: { pid } }: Udg): readonly number[] {
  return spawnSync('ps', ['-o', 'pid=', '--sort', 'start_time', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

/** Waits until there are at least this many child processes, and returns them. */
export function untilWorkers(service: Udg, count: number): Promise<readonly number[]> {
  return until(
    `${count} processes serve`,
    () => workersOf(service),
    (workers) => workers.length >= count,
  );
}

/** Runs a command to its end. */
export function udg(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  return udgIn({ env }, args);
}

/** The working folder and standard input of a command; input is empty unless given. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Runs a command to its end in a folder, with a standard input. */
export function udgIn({ env, cwd }: Place, args: readonly string[], input: string | Uint8Array = ''): Promise<Ended> {
  const { process: child, ended } = startUdg(args, env, cwd);
  // A process that does not read its input may end before all of it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return ended;
}
