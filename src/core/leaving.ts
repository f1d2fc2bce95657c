import type { ServerResponse } from 'node:http';
import { noteAsker, recordOf } from '../observe/recordOf.js';

/** Whether the client has left, which `closed` does not say of an answer whose turn had not come. */
export function hasLeft(response: ServerResponse): boolean {
  return response.closed || response.destroyed;
}

/** Aborts when the client has left before its answer was written; the statements that it ends are known as the request's. */
export function leavingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  noteAsker(leaving.signal, recordOf(response));
  const left = (): void => {
    if (!response.writableEnded) leaving.abort();
  };
  if (hasLeft(response)) left();
  else response.once('close', left);
  return leaving.signal;
}
