import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of a test file, in milliseconds: that of its process and of its child processes. */
    cpuMs?: number;
  }
}

/** Clock ticks a second of `/proc`: 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

interface Process {
  readonly parent: number;
  /** Of the process itself, and of its children that have ended. */
  readonly ticks: number;
}

/** Reads the times of one process; null if it has ended. */
function processOf(pid: string): Process | null {
  try {
    // proc(5): after the name in brackets, the 2nd value is the parent; the 12th to 15th are utime, stime, cutime and
    // cstime.
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = values.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return { parent: Number(values[1]), ticks };
  } catch {
    return null;
  }
}

/** Returns the processor time of this process and its child processes, such as a running browser, in milliseconds. */
function cpuTime(): number {
  try {
    const processes = new Map<number, Process>();
    for (const name of readdirSync('/proc')) {
      const found = /^\d+$/.test(name) ? processOf(name) : null;
      if (found !== null) processes.set(Number(name), found);
    }
    const isBelow = (pid: number): boolean => {
      if (pid === process.pid) return true;
      const parent = processes.get(pid)?.parent;
      return parent !== undefined && parent !== 0 && isBelow(parent);
    };
    const own = [...processes].filter(([pid]) => isBelow(pid));
    return own.reduce((sum, [, { ticks }]) => sum + ticks, 0) * MS_PER_TICK;
  } catch {
    // On systems other than Linux, child processes are not counted.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

const before = cpuTime();
// Vitest reads the names of fixtures out of the first parameter, and takes only a pattern.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  suite.meta.cpuMs = cpuTime() - before;
});
