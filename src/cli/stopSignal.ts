/** The signals that ask a service to stop. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Whatever still holds the process then, such as a connection into nowhere, is left. */
const LAST_MS = 24_000;

export interface StopSignal {
  /** Resolves at the first signal; the second ends the process, unless it is a worker. */
  readonly stopped: Promise<void>;
  /** Lets signals end the process again. */
  readonly forget: () => void;
}

/**
 * Takes SIGTERM and SIGINT.
 * @param stubborn whether further signals are ignored, as in a worker: a terminal signals it as well as its parent
 */
export function untilStopped(stubborn = false): StopSignal {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      resolve();
    };
  });
  const forget = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  if (!stubborn) void stopped.then(forget);
  return { stopped, forget };
}

/** Ends the process within 25 seconds, with the status that it has by then. */
export function endInTime(): void {
  setTimeout(() => process.exit(), LAST_MS).unref();
}
