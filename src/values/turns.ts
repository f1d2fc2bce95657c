/** About how long one task may keep the event loop: a small request waits for some five turns of others. */
export const TURN_MS = 2;

/** Lets the work of many who share one event loop take turns. */
export interface Turns {
  /**
   * Whether the work of this turn of the event loop, whoever's it is, has taken so long that others should be let in. Work is
   * measured from the first look on, so that what is small never waits.
   */
  readonly isTurnOver: () => boolean;
  /** Waits until the event loop has come round, and whoever waited before has had a turn: each turn is one's alone. */
  readonly nextTurn: () => Promise<void>;
  /** Does something with each of a list, in turns. */
  readonly inTurns: <T>(list: Iterable<T>, visit: (one: T) => void) => Promise<void>;
}

/** @param now milliseconds of a clock that is never set back */
export function createTurns(now: () => number): Turns {
  /** When the work of this turn of the event loop was first looked at; undefined: not yet. */
  let began: number | undefined;
  const waiting: (() => void)[] = [];

  const endTurn = (): void => {
    began = undefined;
  };
  const beginTurn = (): void => {
    began = now();
    waiting.shift()?.();
    if (waiting.length > 0) scheduleTurn();
  };
  /** What one turn does, in promises that it keeps, comes before what is scheduled behind it. */
  const scheduleTurn = (): void => {
    setImmediate(beginTurn);
    setImmediate(endTurn);
  };
  const isTurnOver = (): boolean => {
    if (began !== undefined) return now() - began > TURN_MS;
    began = now();
    setImmediate(endTurn);
    return false;
  };
  const nextTurn = (): Promise<void> =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) scheduleTurn();
    });
  return {
    isTurnOver,
    nextTurn,
    async inTurns(list, visit) {
      for (const one of list) {
        visit(one);
        if (isTurnOver()) await nextTurn();
      }
    },
  };
}

/** The turns of this process, which has one event loop. */
export const { isTurnOver, nextTurn, inTurns } = createTurns(() => performance.now());

/** What is decided of one who waits; 'all wait': nobody overtakes it. */
type Decision = 'begins' | 'waits' | 'all wait';

/** A client, which may leave before it has its answer. */
export interface Client {
  /** Whether it has left. */
  readonly isGone: boolean;
  /**
   * Calls a function when it leaves.
   * @returns takes the function back
   */
  whenGone(call: () => void): () => void;
}

/** How long one waits. */
interface WaitLimit {
  /** When it leaves, the wait ends with the error of `gone`. */
  readonly client: Client;
  readonly gone: () => Error;
  /** When the wait ends, and with which error; absent: it waits as long as it takes. */
  readonly late?: { readonly afterMs: number; readonly error: () => Error };
}

interface Waiting<Wish> {
  readonly wish: Wish;
  readonly begin: () => void;
}

/** Those who wait for something scarce: users take turns, however much each asks for, and each user's come in order. */
export class FairQueue<Wish> {
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
   * @throws what its limit makes
   */
  wait(user: string, wish: Wish, { client, gone, late }: WaitLimit): Promise<void> {
    // It tells only once that it leaves.
    if (client.isGone) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        stay();
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
      const stay = client.whenGone(() => {
        fail(gone());
      });
      const timer =
        late &&
        setTimeout(() => {
          fail(late.error());
        }, late.afterMs);
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
