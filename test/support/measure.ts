import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time that a test file took, of its own process and of those that it started and that ended, in milliseconds. */
    cpuMs?: number;
  }
}

/** Clock ticks a second of `/proc`: 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Returns the processor time of this process and of its children that have ended, in milliseconds. */
function cpuTime(): number {
  try {
    // proc(5): after the name, which stands in brackets, utime, stime, cutime and cstime are the 12th to 15th values.
    const [, values = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const ticks = values.split(' ').slice(11, 15).map(Number);
    return ticks.reduce((sum, one) => sum + one, 0) * MS_PER_TICK;
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
