import cliProgress from 'cli-progress';
import { tell } from './output.js';

export interface Progress {
  update(done: number, total: number, what: string): void;
  stop(): void;
}

/** Elsewhere than on a terminal, a line this often. */
const LINE_EVERY_MS = 5_000;

/** A progress bar on a terminal, a line every few seconds elsewhere; on standard error. */
export function startProgress(label: string): Progress {
  if (!process.stderr.isTTY) {
    let last = 0;
    return {
      update(done, total, what) {
        if (performance.now() - last < LINE_EVERY_MS) return;
        last = performance.now();
        tell(`${label}: ${what}, ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
      },
      stop: () => undefined,
    };
  }
  const format = `${label} [{bar}] {percentage}% {what}`;
  const bar = new cliProgress.SingleBar({ format, stream: process.stderr, hideCursor: true });
  let started = false;
  return {
    update(done, total, what) {
      if (!started) bar.start(total, 0, { what });
      started = true;
      bar.setTotal(total);
      bar.update(done, { what });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
