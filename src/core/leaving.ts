import type { ServerResponse } from 'node:http';

/** Aborts when the client has left before its answer was written. */
export function leavingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const left = (): void => {
    if (!response.writableEnded) leaving.abort();
  };
  if (response.closed) left();
  else response.once('close', left);
  return leaving.signal;
}
