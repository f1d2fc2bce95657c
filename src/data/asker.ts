/**
 * For whom connections are held, by Knex's names of them: the signal that ends what is asked over it tells one request from
 * others. Knex's events tell of statements, but not of what they are for.
 */
const askers = new Map<string, AbortSignal>();
let waiting: AbortSignal | undefined;

/** @param connection Knex's name of it */
export function askerOf(connection: string): AbortSignal | undefined {
  return askers.get(connection);
}

/** For whom a connection is being asked for in this moment. */
export function waitingAsker(): AbortSignal | undefined {
  return waiting;
}

/** Asks the pool for a connection, which it tells of at once. */
export function askingFor<T>(signal: AbortSignal | undefined, ask: () => T): T {
  waiting = signal;
  try {
    return ask();
  } finally {
    waiting = undefined;
  }
}

/** Notes whom a connection is held for. @returns ends it */
export function heldFor(connection: object, signal: AbortSignal | undefined): () => void {
  const { __knexUid: name } = connection as { readonly __knexUid?: string };
  if (signal === undefined || name === undefined) return () => undefined;
  askers.set(name, signal);
  return () => {
    askers.delete(name);
  };
}
