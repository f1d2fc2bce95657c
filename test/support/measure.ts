import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time that a test file took, of its own process and of those below it, in milliseconds. */
    cpuMs?: number;
  }
}

/** Clock ticks a second of `/proc`: 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

interface Process {
  readonly parent: number;
  /** Of its own, and of its children that have ended. */
  readonly ticks: number;
}

/** Reads one process; null: it has ended. */
function processOf(pid: string): Process | null {
  try {
    // proc(5): after the name, which stands in brackets, the parent is the 2nd value; utime, stime, cutime and cstime the 12th to 15th.
    const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = values.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return { parent: Number(values[1]), ticks };
  } catch {
    return null;
  }
}

/** Returns the processor time of this process and of all below it, such as a browser that goes on, in milliseconds. */
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
    // Not Linux: children are not counted.
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
