/** What is decided of one who waits; 'all wait': nobody overtakes it. */
export type Decision = 'begins' | 'waits' | 'all wait';

/** How long one waits. */
export interface Patience {
  /** Its abort ends the wait, with the error of `gone`. */
  readonly signal: AbortSignal;
  readonly gone: () => Error;
  /** When the wait ends, and with which error; absent: it waits as long as it takes. */
  readonly late?: { readonly afterMs: number; readonly error: () => Error };
}

interface Waiting<Wish> {
  readonly wish: Wish;
  readonly begin: () => void;
}

/** Those who wait for something scarce: users take turns, however much each asks for, and each user's come in order. */
export class TurnQueue<Wish> {
  readonly #take: (user: string, wish: Wish) => Decision;
  /** The user whose turn is next comes first; nobody without anything that waits. */
  readonly #waiting = new Map<string, readonly Waiting<Wish>[]>();

  /** @param take decides of one who waits; who begins has taken what it wished for */
  constructor(take: (user: string, wish: Wish) => Decision) {
    this.#take = take;
  }

  /** How many wait. */
  get length(): number {
    return [...this.#waiting.values()].reduce((sum, own) => sum + own.length, 0);
  }

  /**
   * Waits for the turn of a user's wish, which it has taken then.
   * @throws what its patience makes
   */
  wait(user: string, wish: Wish, { signal, gone, late }: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const one: Waiting<Wish> = {
        wish,
        begin() {
          end();
          resolve();
        },
      };
      const fail = (error: Error): void => {
        end();
        this.#keep(
          user,
          (this.#waiting.get(user) ?? []).filter((other) => other !== one),
        );
        this.serve();
        reject(error);
      };
      const leave = (): void => {
        fail(gone());
      };
      const timer =
        late &&
        setTimeout(() => {
          fail(late.error());
        }, late.afterMs);
      signal.addEventListener('abort', leave, { once: true });
      this.#keep(user, [...(this.#waiting.get(user) ?? []), one]);
      this.serve();
    });
  }

  /** To be called when something was given back. Whoever begins goes behind all others that wait. */
  serve(): void {
    for (const [user, [first, ...others]] of this.#waiting) {
      const decision = first ? this.#take(user, first.wish) : 'waits';
      if (decision === 'all wait') return;
      if (decision === 'waits') continue;
      this.#waiting.delete(user);
      this.#keep(user, others);
      first?.begin();
    }
  }

  #keep(user: string, own: readonly Waiting<Wish>[]): void {
    if (own.length > 0) this.#waiting.set(user, own);
    else this.#waiting.delete(user);
  }
}
