import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

/** Measurements of a process's event loop since the last request for them, in milliseconds. */
export interface TurnMeasurements {
  readonly longestTurn: number;
  /** The longest turn by the processor time of its thread. On a busy machine a thread also waits for the processor. */
  readonly longestWork: number;
  readonly longestCollection: number;
}

/*
 * Loaded into a process before its program. Answers each message with the longest turn of its event loop, and the
 * longest garbage collection, since the last message. Linux only.
 */

const SAMPLE_MS = 1;

const schedule = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
const text = Buffer.alloc(64);

/** Returns the milliseconds during which the thread has had the processor. */
function workedMs(): number {
  const length = readSync(schedule, text, 0, text.length, 0);
  return Number(text.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

let measured: TurnMeasurements = { longestTurn: 0, longestWork: 0, longestCollection: 0 };
let last = { at: performance.now(), worked: workedMs() };

setInterval(() => {
  const now = { at: performance.now(), worked: workedMs() };
  measured = {
    ...measured,
    longestTurn: Math.max(measured.longestTurn, now.at - last.at),
    longestWork: Math.max(measured.longestWork, now.worked - last.worked),
  };
  last = now;
}, SAMPLE_MS).unref();
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    measured = { ...measured, longestCollection: Math.max(measured.longestCollection, duration) };
  }
}).observe({ entryTypes: ['gc'] });

process.on('message', () => {
  process.send?.(measured);
  measured = { longestTurn: 0, longestWork: 0, longestCollection: 0 };
});
process.channel?.unref();
