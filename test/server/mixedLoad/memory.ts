import { readFileSync } from 'node:fs';

/** How much memory may grow: the larger of the two. */
const MAX_SHARE = 0.15;
const MAX_BYTES = 30 * 1024 * 1024;

/** Returns the resident memory of a process in bytes, from Linux; 0 after its end. */
function residentOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Memory over time, in bytes: the medians of the second tenth of the samples, after the warm-up, and of the last. */
export interface Grown {
  readonly warm: number;
  readonly end: number;
  readonly isFlat: boolean;
}

/** Samples the memory of a process every second. @returns a function that stops sampling and returns the result */
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
    return { warm, end, isFlat: end - warm <= Math.max(MAX_BYTES, warm * MAX_SHARE) };
  };
}
