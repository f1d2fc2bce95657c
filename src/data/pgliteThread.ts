import { Worker } from 'node:worker_threads';
import type { Results } from '@electric-sql/pglite';
import type { Order, QueryOptions, Reply, SentFailure, SentResult } from './pgliteMessages.js';

/** As much of PGlite as Knex and COPY need. */
export interface PgliteLike {
  readonly waitReady: Promise<void>;
  readonly closed: boolean;
  query(text: string, bindings?: readonly unknown[], options?: QueryOptions): Promise<Results>;
  close(): Promise<void>;
}

/** PGlite in a thread that can be ended. */
export interface PgliteThread extends PgliteLike {
  /** How long a statement may take from now on; 0: without limit. */
  limit(milliseconds: number): void;
  /** Ends the statement that runs, if one does, and with it the thread; the next statement opens the folder again. */
  interrupt(reason: string): void;
}

const WORKER = new URL('./pgliteWorker.js', import.meta.url);
const CLOSE_MS = 5_000;
/** PostgreSQL's codes for what happens here: a canceled statement, a server that crashed. */
const CANCELED = '57014';
const CRASHED = '57P02';

interface Waiting {
  resolve(result: SentResult): void;
  reject(error: Error): void;
}

interface Session {
  readonly worker: Worker;
  readonly opened: Promise<Worker>;
}

/**
 * Opens a folder in a thread of its own. One statement runs at a time, as Knex's pool of one sees to.
 * @throws what keeps PGlite from opening it
 */
export async function openThread(folder: string): Promise<PgliteThread> {
  let session: Session | null = null;
  /** The last thread's end: two on one folder would lose rows. */
  let ended: Promise<unknown> = Promise.resolve();
  let waiting: Waiting | null = null;
  let limitMs = 0;
  let closed = false;
  /** A transaction is open; `lost` once its session is gone, so that the rest of it does not run outside of any. */
  let transaction: 'none' | 'open' | 'lost' = 'none';

  const settle = (finish: (one: Waiting) => void): void => {
    const one = waiting;
    waiting = null;
    if (one) finish(one);
  };
  const lose = (error: Error): void => {
    session = null;
    if (transaction === 'open') transaction = 'lost';
    settle((one) => {
      one.reject(error);
    });
  };
  const ready = async (): Promise<Worker> => {
    await ended;
    if (session) return session.opened;
    const worker = new Worker(WORKER, { workerData: { folder } });
    const own: Session = { worker, opened: open(worker) };
    session = own;
    let why = 'The embedded database ended.';
    worker.on('error', (error: Error) => (why = `The embedded database failed: ${error.message}`));
    worker.once('exit', () => {
      if (session === own) lose(coded(why, CRASHED));
    });
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'open' || session !== own) return;
      settle((one) => {
        if (reply.kind === 'result') one.resolve(reply.result);
        else one.reject(errorOf(reply.failure));
      });
    });
    return own.opened;
  };
  const interrupt = (reason: string): void => {
    if (!waiting || !session) return;
    ended = session.worker.terminate();
    lose(coded(reason, CANCELED));
  };
  const send = async (order: Order): Promise<SentResult> => {
    const thread = await ready();
    return new Promise<SentResult>((resolve, reject) => {
      const timer =
        limitMs === 0
          ? undefined
          : setTimeout(() => {
              interrupt('canceling statement due to statement timeout');
            }, limitMs);
      const finish = (): void => {
        clearTimeout(timer);
      };
      waiting = {
        resolve: (result) => {
          finish();
          resolve(result);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
      };
      thread.postMessage(order);
    });
  };
  await ready();
  return {
    waitReady: Promise.resolve(),
    get closed() {
      return closed;
    },
    limit(milliseconds) {
      limitMs = milliseconds;
    },
    interrupt,
    async query(text, bindings = [], options = {}) {
      if (closed) throw new Error('PGlite is closed');
      const verb = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i.exec(text)?.[1]?.toLowerCase();
      if (transaction === 'lost') {
        if (verb !== undefined) transaction = 'none';
        if (verb === 'rollback') return resultOf({ rows: [], fields: [], affectedRows: undefined });
        throw coded('The transaction was lost with its session.', CRASHED);
      }
      if (verb !== undefined) transaction = 'none';
      const sent = await send({ kind: 'query', text, bindings, options });
      const result = options.isUnparsed === true ? listsOf(sent) : resultOf(sent);
      if (verb === 'begin') transaction = 'open';
      return result;
    },
    async close() {
      if (closed) return;
      closed = true;
      await ended;
      if (!session) return;
      const { worker } = session;
      const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve));
      limitMs = 0;
      void send({ kind: 'close' }).catch(() => undefined);
      const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** The thread once its database is open. */
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
