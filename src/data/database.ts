import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Client } from '../values/turns.js';
import type { Sql, VisibleSql } from './sql.js';

/** The values of a row. */
export type Tuple = readonly unknown[];

/** On whose behalf statements are asked: a request, whose statements end when its client leaves. */
export interface Caller extends Client {
  /** Whose share of the connections its statements take; undefined: not known yet, so nobody's. */
  readonly userId: string | undefined;
  /** Told while a statement, or the wait for a connection to send it over, is under way. */
  readonly clock: { waitBegins(): void; waitEnds(): void };
  /** Told, in milliseconds, for how long the server may go on with a statement that nobody waits for any more. */
  noteAbandoned(ms: number): void;
  /** Cost of the answer, in points: the admitted cost, plus costs that the execution adds. The user is charged the addition after the response. */
  cost: number;
}

/** A statement that has ended, in whatever way. */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /** From sending it, or from the end of those before it on its connection, to its last row. */
  readonly ms: number;
  /** On whose behalf it was asked; undefined: nobody's, or no single request's. */
  readonly caller: Caller | undefined;
}

/** Statements that see one snapshot of the database; where that is distributed, each statement its own. */
export interface Snapshot {
  /** See {@link Queryable}. */
  isDistributed(): boolean;
  /** The rows of one statement; several may be asked at once, and are run in their order. */
  rows<T>(statement: Sql): Promise<readonly T[]>;
}

/** The same for the answer to a request: a statement that may read what its viewer may not see is a type error. */
export interface VisibleSnapshot extends Pick<Snapshot, 'isDistributed'> {
  rows<T>(statement: VisibleSql): Promise<readonly T[]>;
}

/** A single statement for the answer to a request, with the same access. */
export interface VisibleReads extends VisibleSnapshot {
  /** The rows as {@link Queryable.tuples} has them. */
  tuples(statement: VisibleSql): Promise<readonly Tuple[]>;
}

/** Runs read-only statements. The service reads through it, on both engines. */
export interface Queryable {
  /**
   * Whether the records of accounts are distributed over several servers (docs/scale.md). Some statements differ then. The value is
   * right once a connection has been opened, for example for the look-up of a key.
   */
  isDistributed(): boolean;
  /**
   * The rows of one statement. Where its connection turns out to be dead it is asked once more on a fresh one; a timeout
   * is not.
   * @param caller on whose behalf; the statement ends when its client leaves
   */
  rows<T>(statement: Sql, caller?: Caller): Promise<readonly T[]>;
  /** The same, each row as its values in the order of the statement's columns, whose names all differ. */
  tuples(statement: Sql, caller?: Caller): Promise<readonly Tuple[]>;
  /** Statements that see one snapshot of the database; asked once more as a whole, on the same terms. */
  snapshot<T>(run: (snapshot: Snapshot) => Promise<T>, caller?: Caller): Promise<T>;
}

/** The kind of a lock, and its number within this kind. */
export type LockName = readonly [of: number, number: number];

/** Locks of one owner, who may take again what it has. */
export interface Locks {
  /** Takes a lock if nobody has it. @returns whether it did */
  try(name: LockName): Promise<boolean>;
  /** Waits until nobody has a lock, and takes it. */
  take(name: LockName): Promise<void>;
  /** Takes a lock together with others who share it, if nobody has it alone. @returns whether it did */
  tryShared(name: LockName): Promise<boolean>;
  /** Waits until nobody has a lock alone, and shares it. */
  share(name: LockName): Promise<void>;
  /** Gives back a lock that was not shared. */
  release(name: LockName): Promise<void>;
}

/** The connections of a pool, counted. */
export interface PoolState {
  readonly used: number;
  readonly free: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** The most that may be open. */
  readonly max: number;
}

/** A connection to one of the two engines; everything above is the same code on both. */
export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite';
  readonly knex: Knex;
  /** Reports every statement that is sent from now on, once it has ended. @returns a function that stops the reports */
  onStatement(listener: (statement: Statement) => void): () => void;
  /** Returns the present state of the connections. */
  pool(): PoolState;
  /**
   * COPY … FROM in PostgreSQL's text format, inside a transaction.
   * @param statement `copy t (a, b) from` without the source
   * @param rows chunks that each end at the end of a row
   */
  copyIn(trx: Knex.Transaction, statement: string, rows: Readable): Promise<void>;
  /**
   * Runs something with locks that all processes of the database respect; those that it still has when it ends are given
   * back. A process that dies leaves nothing locked. The embedded database belongs to one process.
   */
  withLocks<T>(run: (locks: Locks) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
