import type { Caller } from '../db/database.js';
import { randomBytes } from 'node:crypto';

/** The longest name of an operation. Longer names are clipped. */
const MAX_CHARACTERS = 100;

/** The record of one request, for log, metrics and limits. It never holds a key or a value of the request. */
export class RequestRecord implements Caller {
  readonly clock = new PhaseClock();
  /** The template of the route, such as `/2.0/accounts/:id`; undefined: unknown path. */
  route: string | undefined;
  userId: string | undefined;
  /** Points left in the user's rate limit. */
  remainingPoints: number | undefined;
  cost = 0;
  /** Points that the request has taken. */
  takenPoints = 0;
  /** Whether a GraphQL answer has errors. The status alone does not show it. */
  failed = false;
  #operation: string | undefined;
  #databaseMs = 0;
  #charge: (() => void) | undefined;
  #client: AbortController | undefined;
  #isGone = false;
  /** Functions to call when the client leaves. */
  #endings: Set<() => void> | undefined;

  constructor(
    /** The service that answers. Several services in a process may share a database. */
    readonly service: object,
    readonly requestId: string,
    readonly trace: Trace,
  ) {}

  /** Aborts if the client leaves before the answer is written. The first read creates the signal, in some microseconds. */
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

  /** The database time of all statements of the request, in milliseconds. Statements may have run concurrently. */
  get databaseMs(): number {
    return this.#databaseMs;
  }

  /** Records the duration of a statement. */
  recordStatement(ms: number): void {
    this.#databaseMs += ms;
    this.#charge?.();
  }

  /** Charges the database time now, and again when an abandoned statement ends. */
  onDatabaseTime(charge: () => void): void {
    this.#charge = charge;
    charge();
  }

  noteAbandoned(ms: number): void {
    this.recordStatement(ms);
  }

  /** Call it when the client has left. */
  abandon(): void {
    this.#isGone = true;
    for (const end of this.#endings ?? []) end();
    this.#endings = undefined;
    this.#client?.abort();
  }

  /** The name of the GraphQL operation; undefined before the document is read. */
  get operation(): string | undefined {
    return this.#operation;
  }

  /** Records the operation, which may have no name. */
  recordOperation(operation: string | undefined): void {
    this.#operation = operation?.slice(0, MAX_CHARACTERS) ?? 'anonymous';
  }

  /** Looks up the viewer, in the phase `auth`. */
  async identify<Identity extends { readonly userId: string }>(lookUp: () => Promise<Identity>): Promise<Identity> {
    this.clock.enter('auth');
    try {
      const identity = await lookUp();
      this.userId = identity.userId;
      return identity;
    } finally {
      this.clock.enter('plan');
    }
  }
}

/** The phase of a request: looking up the viewer (`auth`), reading the request (`plan`), making the answer (`render`). */
type Phase = 'plan' | 'auth' | 'render';

/**
 * Splits the time of a request. Each moment belongs to its phase, or to the database while a statement runs. Waits for
 * a key belong to `auth`. The parts never overlap, and their sum is the time since the request arrived.
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

  /** Begins a phase. */
  enter(phase: Phase): void {
    this.#settle();
    this.#phase = phase;
  }

  /** Call it when a statement begins, or the wait for its connection. */
  waitBegins(): void {
    this.#settle();
    this.#waits += 1;
  }

  waitEnds(): void {
    this.#settle();
    this.#waits -= 1;
  }

  /** Waits for a statement that other requests share, as database time. */
  async waitFor<T>(shared: Promise<T>): Promise<T> {
    this.waitBegins();
    try {
      return await shared;
    } finally {
      this.waitEnds();
    }
  }

  /** Milliseconds since the request arrived. */
  elapsed(): number {
    return performance.now() - this.#start;
  }

  /** Returns the parts so far as the value of `Server-Timing`. */
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

/** A response of Express with its `locals`. */
interface Recorded {
  readonly locals: Record<string, unknown>;
}

/** Stores the record of a request in its response. */
export function attachRecord({ locals }: Recorded, record: RequestRecord): void {
  locals.record = record;
}

/** Returns the record of a response's request. */
export function recordOf({ locals }: Recorded): RequestRecord {
  const record: unknown = locals.record;
  if (!(record instanceof RequestRecord)) throw new Error('the request is not watched');
  return record;
}

/** A place in a distributed trace (W3C Trace Context, level 1). */
interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span of this service. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const NO_TRACE = '0'.repeat(2 * TRACE_BYTES);
const NO_SPAN = '0'.repeat(2 * SPAN_BYTES);

/**
 * Returns the trace of a request: that of the caller, or a new one if `traceparent` is absent or invalid. Of versions
 * after 00, it reads the parts of version 00.
 */
export function traceOf(traceparent: string | readonly string[] | undefined): Trace {
  const spanId = randomDigits(SPAN_BYTES);
  if (typeof traceparent !== 'string') return { traceId: randomDigits(TRACE_BYTES), spanId, sampled: false };
  const [, version, traceId = '', parentId, flags = '', more] = FORM.exec(traceparent.trim()) ?? [];
  const valid =
    version !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    traceId !== NO_TRACE &&
    parentId !== NO_SPAN;
  if (!valid) return { traceId: randomDigits(TRACE_BYTES), spanId, sampled: false };
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Random bytes are drawn for some hundred traces at a time. */
const RANDOM_BYTES = 8_192;
let randomPool = Buffer.alloc(0);
let usedBytes = 0;

/** Returns random bytes as hexadecimal digits. */
function randomDigits(bytes: number): string {
  if (usedBytes + bytes > randomPool.length) {
    randomPool = randomBytes(RANDOM_BYTES);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return randomPool.toString('hex', usedBytes - bytes, usedBytes);
}

/** Returns the `traceparent` header of a trace. */
export function traceparentOf({ traceId, spanId, sampled }: Trace): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
