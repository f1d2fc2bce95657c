import { tell } from './output.js';

/** The signals that ask a service to stop. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Whatever still holds the process then, such as a connection into nowhere, is left. */
const LAST_MS = 24_000;
/** One Ctrl-C comes twice under npm: from the terminal, and passed on by npm. */
const SAME_MS = 500;

export interface StopSignal {
  /**
   * From now on the first signal does not end the process by itself. A second one does, if it comes at least half a second later
   * and the process is no worker.
   * @returns resolves at the first signal
   */
  heed(): Promise<void>;
}

/**
 * Takes SIGTERM and SIGINT. Until they are heeded, the first one ends the process at once with 0: nobody is served yet, and
 * what is done to the database before that may be killed at any moment.
 * @param stubborn whether it is a worker, in which further signals are ignored: a terminal signals it as well as its
 *   parent, which tells of it
 */
export function takeSignals(stubborn = false): StopSignal {
  let resolveStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (resolveStopped = resolve));
  let [heeded, isAsked] = [false, false];
  const stop = (): void => {
    if (!heeded) {
      if (!stubborn) tell('Stopping.');
      process.exit(0);
    }
    if (isAsked) return;
    isAsked = true;
    resolveStopped();
    if (stubborn) return;
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

/** Ends the process within 25 seconds, with the status that it has by then. */
export function endInTime(): void {
  setTimeout(() => {
    tell('Something still holds the process; it ends all the same.');
    process.exit();
  }, LAST_MS).unref();
}
