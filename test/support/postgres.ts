import pg from 'pg';
import { databaseUrl as urlOf } from '../../bench/database.js';

/** The server for tests on PostgreSQL; if empty, they are skipped. */
export const SERVER = process.env.TEST_DATABASE_URL ?? '';

/** The coordinator of a Citus cluster for tests on distributed databases; if empty, they are skipped. */
export const CITUS = process.env.TEST_CITUS_URL ?? '';

/**
 * Returns the address of a database on a server; '' without a server, because Vitest also loads the files whose tests
 * it skips.
 */
export function databaseUrl(server: string, name: string): string {
  return server === '' ? '' : urlOf(server, name);
}

/** Runs one administrative statement on the server, outside any transaction. */
export async function administer(server: string, statement: string): Promise<void> {
  await ask(server, statement);
}

/** Returns the rows of one statement, on a new connection. */
export async function ask<Row extends object>(server: string, statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Drops every database with this prefix in its name. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
