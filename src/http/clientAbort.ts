import type { ServerResponse } from 'node:http';
import { noteAsker, recordOf } from '../observe/recordOf.js';

/** Whether the client has gone, which `closed` does not say of an answer whose turn had not come. */
export function isGone(response: ServerResponse): boolean {
  return response.closed || response.destroyed;
}

/** Aborts when the client goes before its answer was written; the statements that it ends are known as the request's. */
export function abortSignalOf(response: ServerResponse): AbortSignal {
  const client = new AbortController();
  noteAsker(client.signal, recordOf(response));
  const closed = (): void => {
    if (!response.writableEnded) client.abort();
  };
  if (isGone(response)) closed();
  else response.once('close', closed);
  return client.signal;
}
