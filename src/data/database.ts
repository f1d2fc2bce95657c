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
  close(): Promise<void>;
}
