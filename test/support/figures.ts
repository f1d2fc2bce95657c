import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 20;

/** Prints a figure for the table of bounds in docs/operations.md. No assertion depends on it. */
export function printFigure(what: string, figure: string): void {
  console.log(`measured: ${what}: ${figure}`);
}

/** Starts a clock whose time is printed but never compared. @returns the milliseconds since then */
export function startClock(): () => number {
  const from = performance.now();
  return () => performance.now() - from;
}

/** Runs something and prints how long it took. */
export async function printTime<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const passed = startClock();
  const result = await run();
  printFigure(what, `${Math.round(passed())} ms`);
  return result;
}

/** Prints the peak resident memory of a living process (proc(5), VmHWM); prints nothing on systems other than Linux. */
export function printMemory(what: string, pid: number): void {
  const kilobytes = memoryOf(pid);
  if (kilobytes !== null) printFigure(what, `${Math.round(kilobytes / 1024)} MB`);
}

/** Prints the peak resident memory of a process that is ending, and how long it took to end. */
export async function printUntilEnd<Ended>(what: string, pid: number, ended: Promise<Ended>): Promise<Ended> {
  const passed = startClock();
  let [isRunning, most] = [true, 0];
  const over = ended.finally(() => (isRunning = false));
  while (isRunning) {
    most = Math.max(most, memoryOf(pid) ?? 0);
    await Promise.race([over, pause(SAMPLE_MS)]);
  }
  printFigure(what, `${Math.round(most / 1024)} MB, after ${(passed() / 1_000).toFixed(1)} s`);
  return over;
}

function memoryOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes);
  } catch {
    return null;
  }
}
