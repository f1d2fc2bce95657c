import cliProgress from 'cli-progress';
import { context } from './commandContext.js';
import { printable, logLine } from './output.js';

export interface Progress {
  /** @param total 0 if unknown */
  update(done: number, total: number, what: string): void;
  stop(): void;
}

/** The interval between lines if standard error is not a terminal. */
const LINE_EVERY_MS = 10_000;

/**
 * Shows progress on standard error: a bar on a terminal, otherwise a line every 10 seconds.
 * @param showAtOnce whether the first update prints a line, for work that the user did not request explicitly
 */
export function startProgress(label: string, showAtOnce = false): Progress {
  const { stderr } = context();
  if (stderr.isTTY !== true) {
    let last = showAtOnce ? -Infinity : performance.now();
    return {
      update(done, total, what) {
        if (performance.now() - last < LINE_EVERY_MS) return;
        last = performance.now();
        logLine(`${label}: ${what}${total > 0 ? `, ${Math.floor((100 * done) / total)} %` : ''}`);
      },
      stop: () => undefined,
    };
  }
  // The label is a value: cli-progress would interpret braces in the format.
  const format = '{label} [{bar}] {percentage}% {what}';
  const shown = printable(label);
  const bar = new cliProgress.SingleBar({ format, stream: stderr, hideCursor: true });
  let started = false;
  return {
    update(done, total, what) {
      if (!started) bar.start(total, 0, { label: shown, what });
      started = true;
      // Without a total the bar stays empty, and only its text changes.
      bar.setTotal(Math.max(total, 1));
      bar.update(total > 0 ? done : 0, { label: shown, what });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
