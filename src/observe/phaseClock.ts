/** What a request is at: reading and checking what is asked, finding who asks, making the answer. */
export type Phase = 'plan' | 'auth' | 'render';

/**
 * Where the time of a request goes. At any moment it is at one thing: at its phase, or, while at least one of its
 * statements is under way, at the database; what the look-up of a key waits for belongs to `auth`. So the parts never
 * overlap, and their sum is the time since the request came.
 */
export class PhaseClock {
  readonly #start: number;
  readonly #spent = { auth: 0, plan: 0, db: 0, render: 0 };
  #since: number;
  #phase: Phase = 'plan';
  #waits = 0;

  constructor(now = performance.now()) {
    this.#start = now;
    this.#since = now;
  }

  /** What comes from now on belongs to the phase. */
  enter(phase: Phase): void {
    this.#settle();
    this.#phase = phase;
  }

  /** A statement, or the wait for a connection to send it over, begins. */
  waitBegins(): void {
    this.#settle();
    this.#waits += 1;
  }

  waitEnds(): void {
    this.#settle();
    this.#waits -= 1;
  }

  /** What is waited for on others' behalf too, so that no statement of the request's own tells of it. */
  async waitFor<T>(shared: Promise<T>): Promise<T> {
    this.waitBegins();
    try {
      return await shared;
    } finally {
      this.waitEnds();
    }
  }

  /** Milliseconds since the request came. */
  elapsed(): number {
    return performance.now() - this.#start;
  }

  /** The parts so far as the value of `Server-Timing`. */
  serverTiming(): string {
    this.#settle();
    return Object.entries(this.#spent)
      .map(([name, ms]) => `${name};dur=${ms.toFixed(2)}`)
      .join(', ');
  }

  #settle(): void {
    const now = performance.now();
    this.#spent[this.#waits > 0 && this.#phase !== 'auth' ? 'db' : this.#phase] += now - this.#since;
    this.#since = now;
  }
}
