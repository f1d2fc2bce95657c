import { raw, type Sql } from './sql.js';
import type { Database, Queryable, Caller } from './database.js';
import { reasonOf, isForAnother, isHung, isUnreachable } from './failure.js';
import { behind, migrationState } from './migrate.js';
import { openPostgres, type PostgresOptions } from './postgres.js';
import type { Config } from '../config/config.js';

/** A standby that answers reads while its checks pass. */
export interface Replica {
  /** Its position in DATABASE_READ_URL, from 1. */
  readonly number: number;
  readonly database: Database;
  /** The reason why the last check failed, without details of the installation; null: it passed. */
  problem(): string | null;
  /** Whether requests may use it now. */
  isFit(): boolean;
  /** Takes the replica out of use until a check has passed. The check begins at once. */
  recheck(): void;
  close(): Promise<void>;
}

/** A change of a replica: it came into use, or went out of use. */
export interface ReplicaChange {
  readonly number: number;
  /** `10.0.0.2:5432` */
  readonly host: string;
  readonly problem: string | null;
  readonly error: unknown;
}

/** The interval between checks, and the minimum delay of a requested check. */
const CHECK_INTERVAL_MS = 2_000;
const AT_ONCE_MS = 50;
/** The time limit of a check. */
const CHECK_TIMEOUT_MS = 1_000;

/**
 * Opens a replica and checks it regularly over a separate connection, which never waits for the pool. Requests use it
 * only after a check has passed.
 * @param primaryIdentity the primary's result of `identityOf`
 */
function openReplica(
  number: number,
  { url, poolMax, statementTimeoutMs }: PostgresOptions,
  primaryIdentity: () => Promise<string>,
  onChange: (change: ReplicaChange) => void,
): Replica {
  const database = openPostgres({ url, poolMax: Math.max(1, poolMax - 1), statementTimeoutMs, repeatsReads: false });
  const watch = openPostgres({ url, poolMax: 1, statementTimeoutMs: CHECK_TIMEOUT_MS });
  let problem: string | null = 'is being checked';
  let checksRequested = 1;
  let checksCompleted = 0;
  const ended = new AbortController();
  let wake = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const check = async (): Promise<void> => {
    const before = checksRequested;
    const result = await problemOf(watch, primaryIdentity).then(
      (text) => ({ problem: text, error: undefined }),
      (error: unknown) => ({ problem: reasonOf(error), error }),
    );
    if (ended.signal.aborted) return;
    // The check may have missed the reason of a request that came meanwhile.
    checksCompleted = before;
    if (result.problem === problem) return;
    problem = result.problem;
    onChange({ number, host: new URL(url).host, ...result });
  };
  const checking = (async () => {
    while (!ended.signal.aborted) {
      await check();
      await pause(checksRequested === checksCompleted ? CHECK_INTERVAL_MS : AT_ONCE_MS);
    }
  })();
  return {
    number,
    database,
    problem: () => problem,
    isFit: () => problem === null && checksRequested === checksCompleted,
    recheck() {
      if (checksRequested === checksCompleted) wake();
      checksRequested += 1;
    },
    async close() {
      ended.abort();
      wake();
      await Promise.all([checking, watch.close(), database.close()]);
    },
  };
}

/** Selects the identity of a database. Its standbys have the same identity. */
const IDENTITY = `
  select pg_is_in_recovery() as standby, (select system_identifier from pg_control_system()) || '/' || d.oid as identity
  from pg_database d where d.datname = current_database()`;

/** Returns the identity of a database. Only its standbys have the same. */
async function identityOf(
  database: Pick<Queryable, 'rows'>,
): Promise<{ readonly standby: boolean; readonly identity: string }> {
  const [row] = await database.rows<{ readonly standby: boolean; readonly identity: string }>(raw(IDENTITY));
  if (!row) throw new Error('the database did not report its role');
  return row;
}

/** Returns the reason why requests may not read from a replica; null: they may. */
async function problemOf(watch: Database, primaryIdentity: () => Promise<string>): Promise<string | null> {
  const { standby, identity } = await identityOf(watch);
  // A promoted standby no longer follows the primary. Its data would be wrong.
  if (!standby) return 'is not a standby';
  const primary = await primaryIdentity().catch(() => null);
  if (primary === null) return 'waits for the primary';
  if (identity !== primary) return 'is the standby of another database';
  return behind(await migrationState(watch));
}

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
