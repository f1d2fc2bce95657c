import { isPromise } from './text.js';

/**
 * When what the objects of an answer ask for is loaded: once none of its lists is being begun, so that how many statements it
 * takes depends on what is asked, never on how long turns of the event loop last.
 */
export class Batches {
  #begun = 0;
  #waiting: (() => void)[] = [];

  /** Begins items of a list, in as many turns as that takes: what they ask for is loaded together. */
  together<T>(begin: () => T | Promise<T>): T | Promise<T> {
    this.#begun += 1;
    try {
      const items = begin();
      if (isPromise(items))
        return items.finally(() => {
          this.#end();
        });
      this.#end();
      return items;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Loads what was asked for, as soon as that is due: DataLoader's `batchScheduleFn`. */
  readonly schedule = (load: () => void): void => {
    if (this.#begun > 0) this.#waiting.push(load);
    else soon(load);
  };

  #end(): void {
    this.#begun -= 1;
    if (this.#begun > 0) return;
    const loads = this.#waiting;
    this.#waiting = [];
    loads.forEach(soon);
  }
}

/** After all that is done in promises that are settled by now, as DataLoader does it by itself. */
function soon(load: () => void): void {
  void Promise.resolve().then(() => {
    process.nextTick(load);
  });
}
