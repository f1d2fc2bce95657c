import type { Caller } from '../data/caller.js';
import { PhaseClock } from './phaseClock.js';
import type { Trace } from './traceparent.js';

/** Longer names of operations are clipped. */
const MOST_CHARACTERS = 100;

/**
 * What is noted of one request on its way; nothing in it is a key or a value that was sent. Its statements are asked on
 * its behalf.
 */
export class RequestRecord implements Caller {
  readonly clock = new PhaseClock();
  /** The template of the route, such as `/2.0/accounts/:id`; undefined: nothing is served there. */
  route: string | undefined;
  userId: string | undefined;
  /** Of the user's rate limit. */
  remainingPoints: number | undefined;
  /** Whether a GraphQL answer has errors, which its status does not say. */
  failed = false;
  #operation: string | undefined;
  readonly #client = new AbortController();

  constructor(
    /** The service that answers: several in one process may share a database. */
    readonly service: object,
    readonly requestId: string,
    readonly trace: Trace,
  ) {}

  /** Aborts when the client goes before its answer was written. */
  get signal(): AbortSignal {
    return this.#client.signal;
  }

  /** The client has gone: nobody waits for the answer any more. */
  abandon(): void {
    this.#client.abort();
  }

  /** The name of the GraphQL operation; undefined as long as none is found in the document. */
  get operation(): string | undefined {
    return this.#operation;
  }

  /** Notes the operation that a document asks for, which may have no name. */
  noteOperation(operation: string | undefined): void {
    this.#operation = operation?.slice(0, MOST_CHARACTERS) ?? 'anonymous';
  }

  /** Looks up who asks, which is the last thing before the answer is made. */
  async identify<Found extends { readonly userId: string }>(lookUp: () => Promise<Found>): Promise<Found> {
    this.clock.enter('auth');
    try {
      const found = await lookUp();
      this.userId = found.userId;
      return found;
    } finally {
      this.clock.enter('render');
    }
  }
}
