import { Worker } from 'node:worker_threads';
import type { Results } from '@electric-sql/pglite';
import type { Order, QueryOptions, Reply, SentFailure, SentResult } from './pgliteMessages.js';

/** The part of PGlite that Knex and COPY need. */
export interface PgliteLike {
  readonly waitReady: Promise<void>;
  readonly closed: boolean;
  query(text: string, bindings?: readonly unknown[], options?: QueryOptions): Promise<Results>;
  close(): Promise<void>;
}

/** PGlite in a thread that can be ended. */
export interface PgliteThread extends PgliteLike {
  /** Sets the time limit of later statements; 0: no limit. */
  limit(milliseconds: number): void;
  /** Ends the running statement, if any, and the thread. The next statement opens the folder again. */
  interrupt(reason: string): void;
}

const WORKER = new URL('./pgliteWorker.js', import.meta.url);
const CLOSE_MS = 5_000;
/** PostgreSQL's codes for a canceled statement and a crashed server. */
const CANCELED = '57014';
const CRASHED = '57P02';

/** A statement without a reply from the thread. */
interface Waiting {
  resolve(result: SentResult): void;
  reject(error: Error): void;
}

/** A thread with its database. */
interface Session {
  readonly worker: Worker;
  readonly opened: Promise<Worker>;
}

/**
 * Opens a folder in a separate thread. One statement runs at a time, because Knex has a pool of one connection.
 * @throws PGlite's error if it cannot open the folder
 */
export async function openThread(folder: string): Promise<PgliteThread> {
  const thread = new Thread(folder);
  await thread.ready();
  return thread;
}

class Thread implements PgliteThread {
  readonly waitReady = Promise.resolve();
  closed = false;
  #session: Session | null = null;
  /** The end of the last thread. Two threads on one folder would lose rows. */
  #ended: Promise<unknown> = Promise.resolve();
  #waiting: Waiting | null = null;
  #limitMs = 0;
  /**
   * `open` during a transaction. `lost` after its session has ended: the rest of the transaction must not run on its
   * own.
   */
  #transaction: 'none' | 'open' | 'lost' = 'none';

  constructor(readonly folder: string) {}

  /** Opens the folder, unless a thread has it open. */
  async ready(): Promise<Worker> {
    await this.#ended;
    this.#session ??= this.#start();
    return this.#session.opened;
  }

  limit(milliseconds: number): void {
    this.#limitMs = milliseconds;
  }

  interrupt(reason: string): void {
    if (!this.#waiting || !this.#session) return;
    this.#ended = this.#session.worker.terminate();
    this.#lose(coded(reason, CANCELED));
  }

  async query(text: string, bindings: readonly unknown[] = [], options: QueryOptions = {}): Promise<Results> {
    if (this.closed) throw new Error('PGlite is closed');
    const verb = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i.exec(text)?.[1]?.toLowerCase();
    if (this.#transaction === 'lost') {
      if (verb !== undefined) this.#transaction = 'none';
      if (verb === 'rollback') return resultOf({ rows: [], fields: [], affectedRows: undefined });
      throw coded('The transaction was lost with its session.', CRASHED);
    }
    if (verb !== undefined) this.#transaction = 'none';
    const result = await this.#send({ kind: 'query', text, bindings, options });
    if (verb === 'begin') this.#transaction = 'open';
    return options.lists === undefined ? resultOf(result) : listsOf(result);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.#ended;
    if (!this.#session) return;
    const { worker } = this.#session;
    const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve));
    this.#limitMs = 0;
    void this.#send({ kind: 'close' }).catch(() => undefined);
    const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await exited;
    clearTimeout(timer);
  }

  #start(): Session {
    const worker = new Worker(WORKER, { workerData: { folder: this.folder } });
    const session: Session = { worker, opened: open(worker) };
    let why = 'The embedded database ended.';
    worker.on('error', (error: Error) => (why = `The embedded database failed: ${error.message}`));
    worker.once('exit', () => {
      if (this.#session === session) this.#lose(coded(why, CRASHED));
    });
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'open' || this.#session !== session) return;
      const waiting = this.#takeWaiting();
      if (reply.kind === 'result') waiting?.resolve(reply.result);
      else waiting?.reject(errorOf(reply.failure));
    });
    return session;
  }

  #takeWaiting(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  /** Ends the session. Statements without an answer fail. */
  #lose(error: Error): void {
    this.#session = null;
    if (this.#transaction === 'open') this.#transaction = 'lost';
    this.#takeWaiting()?.reject(error);
  }

  async #send(order: Order): Promise<SentResult> {
    const thread = await this.ready();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<SentResult>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (this.#limitMs > 0) {
          timer = setTimeout(() => {
            this.interrupt('canceling statement due to statement timeout');
          }, this.#limitMs);
        }
        thread.postMessage(order);
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Returns the thread when its database is open. */
function open(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      resolve(worker);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(coded('The embedded database ended while it was opened.', CRASHED));
    });
  });
}

function resultOf({ rows, fields, affectedRows }: SentResult): Results {
  const names = fields.map(({ name }) => name);
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) record[names[index] ?? ''] = row[index];
    return record;
  });
  return { rows: records, fields: [...fields], ...(affectedRows === undefined ? {} : { affectedRows }) };
}

function listsOf({ rows, fields }: SentResult): Results {
  return { rows: [...rows], fields: [...fields] };
}

function errorOf({ message, fields }: SentFailure): Error {
  return Object.assign(new Error(message), fields);
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
