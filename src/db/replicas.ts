import type { Sql } from './sql.js';
import type { Config } from '../config/config.js';
import type { Database, Queryable, Caller } from './database.js';
import { isForAnother, isHung, isUnreachable } from './failure.js';
import { identityOf, openReplica, type Replica, type ReplicaChange } from './replica.js';

/**
 * Opens the replicas at DATABASE_READ_URL.
 * @param onChange called each time a replica comes into use or goes out of use
 */
export function openReplicas(
  primary: Database,
  { readUrls, poolMax, statementTimeoutMs }: Config,
  onChange: (change: ReplicaChange) => void,
): readonly Replica[] {
  let identity: string | undefined;
  const primaryIdentity = async (): Promise<string> => (identity ??= (await identityOf(primary)).identity);
  return readUrls.map((url, index) =>
    openReplica(index + 1, { url, poolMax, statementTimeoutMs }, primaryIdentity, onChange),
  );
}

/**
 * Chooses the server for the reads of one request: the replica with the fewest requests, otherwise the primary. If the
 * replica's connection fails or its replay cancels the statement, the statement is sent once to the primary. After a
 * timeout it is not repeated. All reads of a request use its server: another replica may lag behind the data that the
 * request has read.
 */
export function queryableOfRequest(primary: Queryable, replicas: readonly Replica[]): (() => Queryable) | undefined {
  if (replicas.length === 0) return undefined;
  let turn = 0;
  const choose = (): Replica | null => {
    if (!primary.topology().hasStandbys) return null;
    const fit = replicas.filter((replica) => replica.isFit());
    turn = (turn + 1) % Math.max(1, fit.length);
    const inTurn = [...fit.slice(turn), ...fit.slice(0, turn)];
    return inTurn.toSorted((one, other) => loadOf(one) - loadOf(other))[0] ?? null;
  };
  return () => {
    let replica: Replica | null | undefined;
    const ask = async <T>(read: (from: Queryable) => Promise<T>): Promise<T> => {
      replica = replica === undefined ? choose() : replica?.isFit() === true ? replica : null;
      const chosen = replica;
      if (!chosen) return read(primary);
      try {
        return await read(chosen.database);
      } catch (error) {
        if (isUnreachable(error) || isHung(error)) chosen.recheck();
        if (!isForAnother(error)) throw error;
        replica = null;
        return read(primary);
      }
    };
    return {
      topology: primary.topology,
      rows: <T>(statement: Sql, caller?: Caller) => ask((from) => from.rows<T>(statement, caller)),
      tuples: (statement, caller) => ask((from) => from.tuples(statement, caller)),
      snapshot: (run, caller) => ask((from) => from.snapshot(run, caller)),
    };
  };
}

function loadOf({ database }: Replica): number {
  const { used, waiting } = database.pool();
  return used + waiting;
}
