import { pipeline } from 'node:stream/promises';
import knex from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from './database.js';
import { SILENT } from './silent.js';
import { PARSERS } from './parsers.js';

export interface PostgresOptions {
  readonly url: string;
  readonly poolMax: number;
  /** 0: no limit, for the command line. */
  readonly statementTimeoutMs: number;
}

/**
 * Opens PostgreSQL 15 or newer. Connects on first use.
 * `statement_timeout` ends a query on the server; `query_timeout`, a second above it, covers a server that is silent.
 */
export function openPostgres({ url, poolMax, statementTimeoutMs }: PostgresOptions): Database {
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(PARSERS)) types.setTypeParser(Number(oid), parse);
  const instance = knex({
    client: 'pg',
    log: SILENT,
    connection: {
      connectionString: url,
      application_name: 'utility-data-gateway',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + 1_000 } : {}),
      types: { getTypeParser: (oid: number) => types.getTypeParser(oid) },
    },
    pool: {
      min: 0,
      max: poolMax,
      acquireTimeoutMillis: 5_000,
      afterCreate: (connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) => {
        const settings = `set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${statementTimeoutMs}`;
        connection.query(settings, (error) => {
          done(error, connection);
        });
      },
    },
  });
  return {
    engine: 'postgres',
    knex: instance,
    async copyIn(trx, statement, rows) {
      const client = trx.client as { acquireConnection(): Promise<unknown> };
      const connection = await client.acquireConnection();
      if (!(connection instanceof pg.Client)) throw new Error('the transaction has no PostgreSQL connection');
      await pipeline(rows, connection.query(copyFrom(`${statement} stdin`)));
    },
    close: () => instance.destroy(),
  };
}
