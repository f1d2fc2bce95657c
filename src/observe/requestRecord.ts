import type { Caller } from '../data/database.js';
import { randomUUID } from 'node:crypto';

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
  cost = 0;
  /** Points that the request has taken of its user's. */
  takenPoints = 0;
  /** Whether a GraphQL answer has errors, which its status does not say. */
  failed = false;
  #operation: string | undefined;
  #databaseMs = 0;
  #charge: (() => void) | undefined;
  #client: AbortController | undefined;
  #isGone = false;
  /** What is to be ended when the client goes. */
  #endings: Set<() => void> | undefined;

  constructor(
    /** The service that answers: several in one process may share a database. */
    readonly service: object,
    readonly requestId: string,
    readonly trace: Trace,
  ) {}

  /** Aborts when the client goes before its answer was written. A signal costs several microseconds, so the first reader makes it. */
  get signal(): AbortSignal {
    if (!this.#client) {
      this.#client = new AbortController();
      if (this.#isGone) this.#client.abort();
    }
    return this.#client.signal;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  whenGone(call: () => void): () => void {
    this.#endings ??= new Set();
    this.#endings.add(call);
    return () => this.#endings?.delete(call);
  }

  /** Milliseconds that the database took for the request's statements together, which may have run at one time. */
  get databaseMs(): number {
    return this.#databaseMs;
  }

  /** Notes a statement that has ended, and how long it took. */
  noteStatement(ms: number): void {
    this.#databaseMs += ms;
    this.#charge?.();
  }

  /** Has the time charged, now, and again when a statement ends that nobody waits for any more. */
  onDatabaseTime(charge: () => void): void {
    this.#charge = charge;
    charge();
  }

  noteAbandoned(ms: number): void {
    this.noteStatement(ms);
  }

  /** The client has gone: nobody waits for the answer any more. */
  abandon(): void {
    this.#isGone = true;
    for (const end of this.#endings ?? []) end();
    this.#endings = undefined;
    this.#client?.abort();
  }

  /** The name of the GraphQL operation; undefined as long as none is found in the document. */
  get operation(): string | undefined {
    return this.#operation;
  }

  /** Notes the operation that a document asks for, which may have no name. */
  noteOperation(operation: string | undefined): void {
    this.#operation = operation?.slice(0, MOST_CHARACTERS) ?? 'anonymous';
  }

  /** Looks up who asks, which comes before the request is read. */
  async identify<Found extends { readonly userId: string }>(lookUp: () => Promise<Found>): Promise<Found> {
    this.clock.enter('auth');
    try {
      const found = await lookUp();
      this.userId = found.userId;
      return found;
    } finally {
      this.clock.enter('plan');
    }
  }
}

/** What a request is at: finding who asks, reading and checking what is asked, making the answer. */
type Phase = 'plan' | 'auth' | 'render';

/**
 * Where the time of a request goes. At any moment it is at one thing: at its phase, or, while at least one of its
 * statements is under way, at the database; what the look-up of a key waits for belongs to `auth`. So the parts never
 * overlap, and their sum is the time since the request came.
 */
class PhaseClock {
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
    const { auth, plan, db, render } = this.#spent;
    const part = (name: string, ms: number): string => `${name};dur=${ms.toFixed(2)}`;
    return `${part('auth', auth)}, ${part('plan', plan)}, ${part('db', db)}, ${part('render', render)}`;
  }

  #settle(): void {
    const now = performance.now();
    this.#spent[this.#waits > 0 && this.#phase !== 'auth' ? 'db' : this.#phase] += now - this.#since;
    this.#since = now;
  }
}

/** A response of Express, with what belongs to its request. */
interface Watched {
  readonly locals: Record<string, unknown>;
}

/** Keeps the record of a request with its response, whatever the asynchronous context. */
export function noteRecord({ locals }: Watched, record: RequestRecord): void {
  locals.record = record;
}

/** The record of the request that is being answered. */
export function recordOf({ locals }: Watched): RequestRecord {
  const record: unknown = locals.record;
  if (!(record instanceof RequestRecord)) throw new Error('the request is not watched');
  return record;
}

/** A place in a distributed trace (W3C Trace Context, level 1). */
interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: this service's part in it. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/**
 * The trace that a request belongs to: the caller's, or a new one when `traceparent` is absent or invalid. A later
 * version than 00 is read as far as it is like 00.
 */
export function traceOf(traceparent: string | readonly string[] | undefined): Trace {
  const spanId = randomDigits().slice(16);
  if (typeof traceparent !== 'string') return { traceId: randomDigits(), spanId, sampled: false };
  const [, version, traceId = '', parentId, flags = '', more] = FORM.exec(traceparent.trim()) ?? [];
  const valid =
    version !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    traceId !== NO_TRACE &&
    parentId !== NO_SPAN;
  if (!valid) return { traceId: randomDigits(), spanId, sampled: false };
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** 32 hexadecimal digits; Node draws the bytes of many at a time, as it does not for fewer. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

/** The header that says it. */
export function traceparentOf({ traceId, spanId, sampled }: Trace): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
