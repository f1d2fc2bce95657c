import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Client } from '../values/turns.js';
import type { Sql, VisibleSql } from './sql.js';
import type { Topology } from './topology.js';

export type Tuple = readonly unknown[];

/** A request that sends statements. They end when its client disconnects. */
export interface Caller extends Client {
  /** The user whose limit of connections applies; undefined: the user is not known yet, and no limit applies. */
  readonly userId: string | undefined;
  /** Measures the time of statements, including the wait for a connection. */
  readonly clock: { waitBegins(): void; waitEnds(): void };
  /** Records for how many milliseconds the server may continue a statement after its client has disconnected. */
  noteAbandoned(ms: number): void;
  /**
   * The cost of the response, in points: the admitted cost, and costs that the execution adds. The user is charged the
   * added costs after the response.
   */
  cost: number;
}

/** A statement that has succeeded or failed. */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /**
   * The time from sending the statement to its last row. In a pipeline it begins at the end of the statement before.
   */
  readonly ms: number;
  /** The request that sent it; undefined: no request, or several. */
  readonly caller: Caller | undefined;
}

/**
 * A source of the topology. The value is correct after the first connection has been opened, for example to look up a
 * key.
 */
export interface HasTopology {
  readonly topology: () => Topology;
}

/** Statements that see one snapshot of the database. On a cluster each statement has its own snapshot. */
export interface Snapshot extends HasTopology {
  /** Returns the rows of one statement. Several may be sent at once, and run in that order. */
  rows<T>(statement: Sql): Promise<readonly T[]>;
  /** Returns the rows in the form of {@link Queryable.tuples}. */
  tuples(statement: Sql): Promise<readonly Tuple[]>;
}

/**
 * A snapshot for the response to a request. Statements that could read records outside the viewer's access are type
 * errors.
 */
export interface VisibleSnapshot extends HasTopology {
  rows<T>(statement: VisibleSql): Promise<readonly T[]>;
  /** Returns the rows in the form of {@link Queryable.tuples}. */
  tuples(statement: VisibleSql): Promise<readonly Tuple[]>;
}

/** Runs read-only statements. The service reads through it, on both engines. */
export interface Queryable extends HasTopology {
  /**
   * Returns the rows of one statement. If its connection is dead, the statement is repeated once on a new one. After a
   * timeout it is not repeated.
   * @param caller the request; the statement ends when its client disconnects
   */
  rows<T>(statement: Sql, caller?: Caller): Promise<readonly T[]>;
  /** Returns the rows of one statement, each as its values in the order of the columns. The column names all differ. */
  tuples(statement: Sql, caller?: Caller): Promise<readonly Tuple[]>;
  /**
   * Runs statements in one snapshot of the database. If the connection is dead, the whole function is repeated once.
   */
  snapshot<T>(run: (snapshot: Snapshot) => Promise<T>, caller?: Caller): Promise<T>;
}

/** The kind of a lock, and its number within this kind. */
export type LockName = readonly [of: number, number: number];

/** Locks of one owner. The owner may take a lock several times. */
export interface Locks {
  /** Takes a lock if it is free. @returns whether it did */
  try(name: LockName): Promise<boolean>;
  /** Waits until a lock is free, and takes it. */
  take(name: LockName): Promise<void>;
  /** Takes a shared lock, unless another owner has the exclusive one. @returns whether it did */
  tryShared(name: LockName): Promise<boolean>;
  /** Waits until no other owner has the exclusive lock, and shares the lock. */
  share(name: LockName): Promise<void>;
  /** Releases an exclusive lock. */
  release(name: LockName): Promise<void>;
}

/** The numbers of connections of a pool. */
export interface PoolState {
  readonly used: number;
  readonly free: number;
  /** The number of statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** The maximum number of open connections. */
  readonly max: number;
}

/** A connection to one of the two engines. The code above it is the same for both. */
export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite';
  readonly knex: Knex;
  /** Reports every statement from now on, when it ends. @returns a function that stops the reports */
  onStatement(listener: (statement: Statement) => void): () => void;
  /** Returns the current state of the connections. */
  pool(): PoolState;
  /**
   * Runs COPY … FROM in PostgreSQL's text format, inside a transaction.
   * @param statement `copy t (a, b) from` without the source
   * @param rows chunks that each end at the end of a row
   */
  copyIn(trx: Knex.Transaction, statement: string, rows: Readable): Promise<void>;
  /**
   * Runs a function with locks that all processes of the database respect. It releases the remaining locks when the
   * function ends. The locks of a dead process are released too. The embedded database belongs to one process.
   */
  withLocks<T>(run: (locks: Locks) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
