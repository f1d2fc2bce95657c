/** How long one task may block the event loop, roughly. A small request waits for about five turns of others. */
export const TURN_MS = 2;

/** Shares one event loop between many tasks, in turns. */
export interface Turns {
  /**
   * Whether the current turn of the event loop has lasted longer than {@link TURN_MS}, so that other tasks should run.
   * The time counts from the first call in the turn, so small tasks never wait.
   */
  readonly isTurnOver: () => boolean;
  /** Waits for a later turn of the event loop, after all earlier callers. Each turn serves one caller. */
  readonly nextTurn: () => Promise<void>;
  /** Visits the items of a list, in turns. */
  readonly inTurns: <T>(list: Iterable<T>, visit: (one: T) => void) => Promise<void>;
}

/** Creates the turns of an event loop. @param now reads a monotonic clock, in milliseconds */
export function createTurns(now: () => number): Turns {
  /** The time of the first call in this turn of the event loop; undefined: none yet. */
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
  /** Schedules a turn. The promises of one turn settle before the next turn. */
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

/** The turns of this process. */
export const { isTurnOver, nextTurn, inTurns } = createTurns(() => performance.now());

/** The decision about a waiting request; 'all wait': no other request may overtake it. */
type Decision = 'begins' | 'waits' | 'all wait';

/** A client, which may disconnect before its response. */
export interface Client {
  /** Whether it has disconnected. */
  readonly isGone: boolean;
  /**
   * Registers a function to call when it disconnects.
   * @returns a function that unregisters it
   */
  whenGone(call: () => void): () => void;
}

/** The limits of a wait. */
interface WaitLimit {
  /** If it disconnects, the wait fails with `goneError`. */
  readonly client: Client;
  readonly goneError: () => Error;
  /** The timeout and its error; absent: no timeout. */
  readonly timeout?: { readonly afterMs: number; readonly error: () => Error };
}

interface WaitingRequest<Request> {
  readonly request: Request;
  readonly begin: () => void;
}

/** A queue for a scarce resource. Users take turns however many requests each has. The requests of a user stay in order. */
export class FairQueue<Request> {
  readonly #take: (user: string, request: Request) => Decision;
  /** Waiting requests by user, the next user first; no user without requests. */
  readonly #waiting = new Map<string, readonly WaitingRequest<Request>[]>();

  /** @param take decides about a waiting request, and takes the resource if it begins */
  constructor(take: (user: string, request: Request) => Decision) {
    this.#take = take;
  }

  /** The number of waiting requests. */
  get length(): number {
    return [...this.#waiting.values()].reduce((sum, requests) => sum + requests.length, 0);
  }

  /**
   * Waits until `take` has begun the request.
   * @throws the error of `goneError` or `timeout`
   */
  wait(user: string, request: Request, { client, goneError, timeout }: WaitLimit): Promise<void> {
    // The client reports only once that it disconnects.
    if (client.isGone) return Promise.reject(goneError());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        unregister();
      };
      const one: WaitingRequest<Request> = {
        request,
        begin() {
          end();
          resolve();
        },
      };
      const fail = (error: Error): void => {
        end();
        this.#setWaiting(
          user,
          (this.#waiting.get(user) ?? []).filter((other) => other !== one),
        );
        this.serve();
        reject(error);
      };
      const unregister = client.whenGone(() => {
        fail(goneError());
      });
      const timer =
        timeout &&
        setTimeout(() => {
          fail(timeout.error());
        }, timeout.afterMs);
      this.#setWaiting(user, [...(this.#waiting.get(user) ?? []), one]);
      this.serve();
    });
  }

  /** Serves the queue. Call it when the resource was released. A user whose request begins goes behind all other users. */
  serve(): void {
    for (const [user, [first, ...others]] of this.#waiting) {
      const decision = first ? this.#take(user, first.request) : 'waits';
      if (decision === 'all wait') return;
      if (decision === 'waits') continue;
      this.#waiting.delete(user);
      this.#setWaiting(user, others);
      first?.begin();
    }
  }

  #setWaiting(user: string, requests: readonly WaitingRequest<Request>[]): void {
    if (requests.length > 0) this.#waiting.set(user, requests);
    else this.#waiting.delete(user);
  }
}
