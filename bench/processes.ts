import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What memory can be asked of. */
export interface Watched {
  readonly name: string;
  readonly memory: () => number;
}

const SAMPLE_MS = 200;

/** Resident memory of a process and those that it started, as Linux says, bytes; 0 elsewhere, and after its end. */
export function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
    return childrenOf(pid ?? 0).reduce((sum, child) => sum + memoryOf(child), Number(kilobytes) * 1024);
  } catch {
    return 0;
  }
}

/**
 * Processor time that a process and those that it started have used, as Linux says, milliseconds; 0 elsewhere, and after its
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
 * Looks now and then at the processes that PostgreSQL, on this machine, has for a database: some end with their connections.
 * @returns ends it, and says the processor time that they used meanwhile, milliseconds
 */
export function watchBackends(database: string): () => number {
  const before = backendTimes(database);
  const last = new Map(before);
  const look = (): void => {
    for (const [pid, time] of backendTimes(database)) last.set(pid, time);
  };
  const timer = setInterval(look, SAMPLE_MS / 4).unref();
  return () => {
    clearInterval(timer);
    look();
    return [...last].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
  };
}

/** Processor time of each of them, by its number, milliseconds. */
function backendTimes(database: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of existsSync('/proc') ? readdirSync('/proc') : []) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (command.startsWith('postgres: ') && command.includes(` ${database} `)) times.set(pid, ownTimeOf(Number(pid)));
    } catch {
      // No process, or one that has ended.
    }
  }
  return times;
}

/** User and system time (proc(5), `/proc/pid/stat`), which is counted in hundredths of a second. */
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

/** Looks at the memory of some processes now and then. @returns ends it, and says the most of each by name, bytes */
export function watchMemory(watched: readonly Watched[]): () => Readonly<Record<string, number>> {
  const most: Record<string, number> = {};
  const look = (): void => {
    for (const { name, memory } of watched) most[name] = Math.max(most[name] ?? 0, memory());
  };
  look();
  // Where what is watched fails, this keeps nobody from ending.
  const timer = setInterval(look, SAMPLE_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
