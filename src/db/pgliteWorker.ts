import { parentPort, workerData } from 'node:worker_threads';
import type { Order, Reply, SentFailure } from './pgliteMessages.js';
import { openSession } from './pgliteSession.js';

/**
 * Runs PGlite in a separate thread: a query blocks its thread, and only the end of the thread ends the query.
 * The main side is `pgliteThread.ts`.
 */
const port = parentPort;
if (!port) throw new Error('this runs as a worker thread');

const { folder } = workerData as { readonly folder: string };
const pglite = await openSession(folder);

async function answer(order: Order): Promise<Reply> {
  try {
    if (order.kind === 'close') {
      await pglite.close();
      return { kind: 'result', result: { rows: [], fields: [], affectedRows: undefined } };
    }
    const options = { rowMode: 'array' as const, ...order.options };
    const { rows, fields, affectedRows } = await pglite.query<unknown[]>(order.text, [...order.bindings], options);
    return { kind: 'result', result: { rows, fields, affectedRows } };
  } catch (error) {
    return { kind: 'failure', failure: sent(error) };
  }
}

function sent(error: unknown): SentFailure {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const fields = Object.entries(error).filter((field): field is [string, string] => typeof field[1] === 'string');
  return { message: error.message, fields: Object.fromEntries(fields) };
}

port.on('message', (order: Order) => {
  void answer(order).then((reply) => {
    port.postMessage(reply);
    if (order.kind === 'close') port.close();
    // The next statement opens the folder again, in another thread.
    else if (pglite.hasEnded) process.exit();
  });
});
port.postMessage({ kind: 'open' } satisfies Reply);
