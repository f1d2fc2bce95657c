import { readFileSync } from 'node:fs';

/** How much memory may grow, whichever is more. */
const MOST_SHARE = 0.15;
const MOST_BYTES = 30 * 1024 * 1024;

/** Resident memory of a process, bytes, as Linux says; 0 after its end. */
function residentOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Memory over a time: the medians of its second tenth, when it is warm, and of its last, bytes. */
export interface Grown {
  readonly warm: number;
  readonly end: number;
  readonly isFlat: boolean;
}

/** Looks at the memory of a process each second. @returns ends it, and says how it went */
export function watchMemory(pid: number): () => Grown {
  const samples = [residentOf(pid)];
  const timer = setInterval(() => samples.push(residentOf(pid)), 1_000);
  return () => {
    clearInterval(timer);
    samples.push(residentOf(pid));
    const tenth = Math.max(1, Math.floor(samples.length / 10));
    const medianOf = (from: number): number => {
      const own = samples.slice(from, from + tenth).toSorted((one, other) => one - other);
      return own[Math.floor(own.length / 2)] ?? 0;
    };
    const [warm, end] = [medianOf(tenth), medianOf(samples.length - tenth)];
    return { warm, end, isFlat: end - warm <= Math.max(MOST_BYTES, warm * MOST_SHARE) };
  };
}
