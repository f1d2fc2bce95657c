/** What is counted of a key in its window. */
export interface Counted {
  /** Whether the points were added. */
  readonly isAdded: boolean;
  /** Points in the window. */
  readonly points: number;
  /** Milliseconds until the window ends; of a window that has not begun, its length. */
  readonly ms: number;
}

/** Points in windows of time, by key; the window of a key begins with its first points. */
export interface Counter {
  /**
   * Adds points where the window has room for all of them.
   * @param points to be added; 0: only looks
   * @param most points that the window may have then
   */
  count(key: string, points: number, most: number): Promise<Counted>;
}

/** Where points are counted. */
export interface Store {
  /** @param name tells its keys from those of other counters */
  counter(name: string, windowMs: number): Counter;
  close(): void;
}

/** Counts in this process. */
export function memoryStore(): Store {
  return { counter: (_, windowMs) => memoryCounter(windowMs), close: () => undefined };
}

interface Window {
  points: number;
  readonly end: number;
}

/** Windows follow the process' own time: one that followed the clock would last for hours where that is set back. */
function memoryCounter(windowMs: number): Counter {
  // All are of one length, so they are in the order of their ends.
  const windows = new Map<string, Window>();
  return {
    count(key, points, most) {
      const now = performance.now();
      for (const [ended, { end }] of windows) {
        if (end > now) break;
        windows.delete(ended);
      }
      const window = windows.get(key) ?? { points: 0, end: now + windowMs };
      const isAdded = window.points + points <= most;
      if (isAdded && points > 0) {
        window.points += points;
        windows.set(key, window);
      }
      return Promise.resolve({ isAdded, points: window.points, ms: window.end - now });
    },
  };
}
