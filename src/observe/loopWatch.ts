/** What is known of the time for which this process had no eye for what arrived. */
export interface LoopWatch {
  /** Milliseconds for which the process has been at work since it last took in all that had arrived. */
  keptMs(): number;
  end(): void;
}

/**
 * Watches how the process comes round: from time to time it notes that it has just taken in what had arrived. What is taken
 * in later may have been there since then, unless the process was waiting for it.
 * @param everyMs how often it notes that; of so much work it cannot say what was taken in between
 */
export function watchLoop(everyMs: number): LoopWatch {
  let round = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    // Timers come before what has arrived, immediates after it.
    setImmediate(() => {
      round = performance.eventLoopUtilization();
    }).unref();
  }, everyMs).unref();
  return {
    keptMs: () => performance.eventLoopUtilization(round).active,
    end() {
      clearInterval(timer);
    },
  };
}
