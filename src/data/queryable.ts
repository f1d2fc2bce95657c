import type { Caller, Connection } from './connection.js';
import type { Queryable, Snapshot, Tuple } from './database.js';
import { isDeadConnection } from './failure.js';

/** Runs something with a connection of its own, under the engine's rules for reads. */
export type Hold<Own extends Connection> = <T>(
  caller: Caller | undefined,
  run: (connection: Own) => Promise<T>,
) => Promise<T>;

/** Asks one statement of a connection that is held. */
export interface Ask<Own extends Connection> {
  rows<T>(connection: Own, statement: string, bindings: readonly unknown[]): Promise<readonly T[]>;
  tuples(connection: Own, statement: string, bindings: readonly unknown[]): Promise<readonly Tuple[]>;
}

/**
 * Reads by an engine's way of holding a connection.
 * @param onDead called before it is asked again, so that the second connection is a fresh one
 * @param askAgain whether what met a dead connection is asked once more here
 */
export function queryableOf<Own extends Connection>(
  ask: Ask<Own>,
  once: Hold<Own>,
  onDead: () => void,
  askAgain = true,
): Queryable {
  const hold: Hold<Own> = async (caller, run) => {
    try {
      return await once(caller, run);
    } catch (error) {
      if (!isDeadConnection(error)) throw error;
      onDead();
      if (!askAgain) throw error;
      return once(caller, run);
    }
  };
  return {
    rows: <T>(statement: string, bindings: readonly unknown[], caller?: Caller) =>
      hold(caller, (connection) => ask.rows<T>(connection, statement, bindings)),
    tuples: (statement, bindings, caller) => hold(caller, (connection) => ask.tuples(connection, statement, bindings)),
    snapshot: (run, caller) => hold(caller, (connection) => inSnapshot(ask, connection, run)),
  };
}

/**
 * Runs statements in a transaction of their own, the first of which do not wait until it is begun. What asks once it has
 * ended, as when another has failed meanwhile, is refused: the connection serves others by then.
 */
async function inSnapshot<T, Own extends Connection>(
  ask: Ask<Own>,
  connection: Own,
  run: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const say = (text: string): Promise<unknown> => ask.rows(connection, text, []);
  // Where it fails the statements behind it fail too, and say why.
  const begun = say('begin transaction isolation level repeatable read, read only');
  begun.catch(() => undefined);
  let isOpen = true;
  const snapshot: Snapshot = {
    rows: (statement, bindings) =>
      isOpen ? ask.rows(connection, statement, bindings) : Promise.reject(new Error('the snapshot has ended')),
  };
  try {
    const result = await run(snapshot);
    isOpen = false;
    await begun;
    await say('commit');
    return result;
  } catch (error) {
    isOpen = false;
    await say('rollback').catch(() => undefined);
    throw error;
  }
}
