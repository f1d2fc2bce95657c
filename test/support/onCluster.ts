import pg from 'pg';
import { createOnAllNodes, nodesOf } from '../../bench/cluster.js';
import { distribute } from '../../src/data/distribute.js';
import { openPostgres } from '../../src/data/postgres.js';
import { administer, CITUS, databaseUrl, dropDatabases } from './postgres.js';
import type { Database } from '../../src/data/database.js';

/** Few, as the tests' data is little. */
export const SHARDS = 8;

interface Loaded {
  readonly load: (database: Database) => Promise<unknown>;
}

/**
 * Makes a database of the cluster that others are copies of: nobody can connect to it, as what has connections is not copied.
 * @param from another one that it is a copy of before it is loaded; null: an empty one, distributed when it is loaded
 */
export async function makeOnCluster(template: string, from: string | null, { load }: Loaded): Promise<void> {
  // A process that was killed may have left a part of it.
  await dropOnCluster(template);
  const url = from === null ? await createEmpty(template) : await copyOnCluster(template, from);
  const database = openPostgres({ url, poolMax: 4, statementTimeoutMs: 0 });
  try {
    await load(database);
    if (from === null) await distribute(database.knex, SHARDS, () => undefined);
  } finally {
    await database.close();
  }
  await onAllNodes(async (server) => {
    await administer(server, `alter database ${template} allow_connections false`);
    await administer(
      server,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
    );
  });
}

/**
 * Copies a database of the cluster, on each server what it has of it, which takes a fraction of what distributing it takes.
 * @returns the address of the copy
 */
export async function copyOnCluster(name: string, template: string): Promise<string> {
  await onAllNodes((server) => administer(server, `create database ${name} template ${template}`));
  return databaseUrl(CITUS, name);
}

/** Drops a database on each server, on the coordinator first, which asks the others all the time. */
export async function dropOnCluster(name: string): Promise<void> {
  for (const server of await nodesOf(CITUS)) await drop(server, name);
}

/** PostgreSQL's `object_in_use`: Citus' daemons connect again when they are ended. */
const IN_USE = '55006';
const TRIES = 20;

async function drop(server: string, name: string, tries = TRIES): Promise<void> {
  try {
    await administer(server, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if (tries === 1 || !(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    await drop(server, name, tries - 1);
  }
}

/** Drops every database of the cluster whose name begins so. */
export function dropAllOnCluster(prefix: string): Promise<void> {
  return onAllNodes((server) => dropDatabases(server, prefix));
}

async function createEmpty(name: string): Promise<string> {
  await createOnAllNodes(CITUS, name);
  return databaseUrl(CITUS, name);
}

/** On all at once. */
async function onAllNodes(run: (server: string) => Promise<void>): Promise<void> {
  await Promise.all((await nodesOf(CITUS)).map(run));
}
