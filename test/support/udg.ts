import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';

/** A process of the command line, as users run it; the build has to be there. */
export interface Udg {
  readonly process: ChildProcess;
  /** What it has said on standard error. */
  readonly said: () => string;
  /** Waits until it says something, or ends. */
  hears(pattern: RegExp): Promise<RegExpExecArray>;
  /** The address that it prints. */
  url(): Promise<string>;
  readonly ended: Promise<{ readonly status: number | null; readonly signal: string | null }>;
}

/** @param env beside what this process has */
export function startUdg(args: readonly string[], env: Readonly<Record<string, string>>): Udg {
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) => {
    child.once('close', (status, signal) => {
      resolve({ status, signal });
    });
  });
  const hears = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let attempt = 0; attempt < 1_500; attempt += 1) {
      const found = pattern.exec(said);
      if (found) return found;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`udg did not say ${String(pattern)}, but:\n${said}`);
  };
  return {
    process: child,
    said: () => said,
    hears,
    url: async () => (await hears(/REST {6}(http:\S+)\/2\.0\n/))[1] ?? '',
    ended,
  };
}
