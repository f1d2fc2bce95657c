import cliProgress from 'cli-progress';
import { context } from './commandContext.js';
import { printable, tell } from './output.js';

export interface Progress {
  /** @param total 0 when it is not known */
  update(done: number, total: number, what: string): void;
  stop(): void;
}

/** Elsewhere than on a terminal, a line this often. */
const LINE_EVERY_MS = 10_000;

/**
 * A progress bar on a terminal, a line every few seconds elsewhere; on standard error.
 * @param toldAtOnce whether the first line comes with the first update, for what nobody asked for
 */
export function startProgress(label: string, toldAtOnce = false): Progress {
  const { stderr } = context();
  if (stderr.isTTY !== true) {
    let last = toldAtOnce ? -Infinity : performance.now();
    return {
      update(done, total, what) {
        if (performance.now() - last < LINE_EVERY_MS) return;
        last = performance.now();
        tell(`${label}: ${what}${total > 0 ? `, ${Math.floor((100 * done) / total)} %` : ''}`);
      },
      stop: () => undefined,
    };
  }
  // The name is a value: in the format itself, braces would have a meaning.
  const format = '{label} [{bar}] {percentage}% {what}';
  const shown = printable(label);
  const bar = new cliProgress.SingleBar({ format, stream: stderr, hideCursor: true });
  let started = false;
  return {
    update(done, total, what) {
      if (!started) bar.start(total, 0, { label: shown, what });
      started = true;
      // Without a total the bar stays empty, and what it says moves on.
      bar.setTotal(Math.max(total, 1));
      bar.update(total > 0 ? done : 0, { label: shown, what });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
