import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process whose memory can be measured. */
export interface MeasuredProcess {
  readonly name: string;
  readonly memory: () => number;
}

const SAMPLE_MS = 200;

/** Returns the resident memory of a process and its children on Linux, in bytes; 0 on other systems, and after its end. */
export function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
    return childrenOf(pid ?? 0).reduce((sum, child) => sum + memoryOf(child), Number(kilobytes) * 1024);
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time of a process and its children on Linux, in milliseconds; 0 on other systems, and after its
 * end.
 */
export function processorTimeOf(pid: number | undefined): number {
  try {
    return childrenOf(pid ?? 0).reduce((sum, child) => sum + processorTimeOf(child), ownTimeOf(pid ?? 0));
  } catch {
    return 0;
  }
}

/**
 * Samples PostgreSQL's processes for a database on this machine: some end with their connections.
 * @returns a function that stops and returns the processor time that they have used meanwhile, in milliseconds
 */
export function watchBackends(database: string): () => number {
  const before = backendTimes(database);
  const last = new Map(before);
  const sample = (): void => {
    for (const [pid, time] of backendTimes(database)) last.set(pid, time);
  };
  const timer = setInterval(sample, SAMPLE_MS / 4).unref();
  return () => {
    clearInterval(timer);
    sample();
    return [...last].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
  };
}

/** Returns the processor time of each of these processes by its number, in milliseconds. */
function backendTimes(database: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of existsSync('/proc') ? readdirSync('/proc') : []) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (command.startsWith('postgres: ') && command.includes(` ${database} `)) times.set(pid, ownTimeOf(Number(pid)));
    } catch {
      // The process does not exist or has ended.
    }
  }
  return times;
}

/** Returns user and system time (proc(5), `/proc/pid/stat`), which the system counts in hundredths of a second. */
function ownTimeOf(pid: number): number {
  const [, fields = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  });
}

/** Samples the memory of some processes. @returns a function that stops and returns the maximum of each by name, in bytes */
export function watchMemory(watched: readonly MeasuredProcess[]): () => Readonly<Record<string, number>> {
  const most: Record<string, number> = {};
  const sample = (): void => {
    for (const { name, memory } of watched) most[name] = Math.max(most[name] ?? 0, memory());
  };
  sample();
  // If a measured process fails, this timer must not keep the program alive.
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return () => {
    clearInterval(timer);
    sample();
    return most;
  };
}
