import { logLine } from './output.js';

/** The signals that stop the service. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** After this time the process exits, even if a handle, such as a dead connection, is still open. */
const LAST_MS = 24_000;
/** Signals within this time count as one: under npm, Ctrl-C arrives from the terminal and again from npm. */
const SAME_MS = 500;

export interface StopSignal {
  /**
   * From now on the first signal no longer ends the process at once. A second one does, if it arrives at least 500 ms
   * later and the process is not a worker.
   * @returns a promise that resolves at the first signal
   */
  heed(): Promise<void>;
}

/**
 * Handles SIGTERM and SIGINT. Until the caller heeds them, the first one ends the process at once with 0: no client is
 * connected yet, and migrations and imports may be killed at any moment.
 * @param isWorker whether to ignore further signals: a terminal signals workers as well as their parent, and the parent
 *   prints the message
 */
export function takeSignals(isWorker = false): StopSignal {
  let resolveStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (resolveStopped = resolve));
  let [heeded, isStopping] = [false, false];
  const stop = (): void => {
    if (!heeded) {
      if (!isWorker) logLine('Stopping.');
      process.exit(0);
    }
    if (isStopping) return;
    isStopping = true;
    resolveStopped();
    if (isWorker) return;
    setTimeout(() => {
      for (const signal of SIGNALS) process.removeListener(signal, stop);
    }, SAME_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    heed() {
      heeded = true;
      return stopped;
    },
  };
}

/** Ends the process within 25 seconds, with the status set by then. */
export function endInTime(): void {
  setTimeout(() => {
    logLine('The process is still busy after 24 s and exits now.');
    process.exit();
  }, LAST_MS).unref();
}
