import type { Readable } from 'node:stream';
import type { Knex } from 'knex';

/** A connection to one of the two engines; everything above is the same code on both. */
export interface Database {
  readonly engine: 'postgres' | 'pglite';
  readonly knex: Knex;
  /**
   * COPY … FROM in PostgreSQL's text format, inside a transaction.
   * @param statement `copy t (a, b) from` without the source
   * @param rows chunks that each end at the end of a row
   */
  copyIn(trx: Knex.Transaction, statement: string, rows: Readable): Promise<void>;
  /**
   * Runs something that no one else runs at the same time: no other process on PostgreSQL, no other caller on the embedded
   * database, which belongs to one process. A process that dies leaves nothing locked.
   * @param lock a number of its own for each thing
   * @param onWait called before waiting, when someone else is at it
   */
  alone<T>(lock: number, onWait: () => Promise<void>, run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
