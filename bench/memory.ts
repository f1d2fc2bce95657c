import { readdirSync, readFileSync } from 'node:fs';

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
