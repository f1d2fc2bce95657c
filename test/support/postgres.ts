import pg from 'pg';
import { databaseUrl as urlOf } from '../../bench/database.js';

/** The server of the tests on PostgreSQL; empty: they are left out. */
export const SERVER = process.env.TEST_DATABASE_URL ?? '';

/** The coordinator of a Citus cluster, for the tests on a database that is distributed; empty: they are left out. */
export const CITUS = process.env.TEST_CITUS_URL ?? '';

/** Returns the address of a database of a server; '' where there is no server, as a file is collected that skips its tests then. */
export function databaseUrl(server: string, name: string): string {
  return server === '' ? '' : urlOf(server, name);
}

/** Runs one statement of administration on the server, outside any transaction. */
export async function administer(server: string, statement: string): Promise<void> {
  await ask(server, statement);
}

/** The rows of one statement, on a connection of its own. */
export async function ask<Row extends object>(server: string, statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Drops every database whose name begins so. */
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
