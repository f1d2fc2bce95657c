import pg from 'pg';
import { createOnAllNodes, nodesOf } from '../../bench/cluster.js';
import { distribute } from '../../src/data/distribute.js';
import { openPostgres } from '../../src/db/postgres.js';
import { administer, CITUS, databaseUrl, dropDatabases } from './postgres.js';
import type { Database } from '../../src/db/database.js';

/** A small number, because the tests have little data. */
export const SHARDS = 8;

interface Loaded {
  readonly load: (database: Database) => Promise<unknown>;
}

/**
 * Makes a database of the cluster as a template. Nobody can connect to it, because PostgreSQL does not copy a database
 * with connections.
 * @param from a template that it is copied from before it is loaded; null: it starts empty and is distributed after it
 * is loaded
 */
export async function makeOnCluster(template: string, from: string | null, { load }: Loaded): Promise<void> {
  // A killed process may have left an unfinished template.
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
 * Copies a database on each server of the cluster. This takes a fraction of the time of distributing it.
 * @returns the address of the copy
 */
export async function copyOnCluster(name: string, template: string): Promise<string> {
  await onAllNodes((server) => administer(server, `create database ${name} template ${template}`));
  return databaseUrl(CITUS, name);
}

/** Drops a database on each server. The coordinator comes first, because it connects to the others all the time. */
export async function dropOnCluster(name: string): Promise<void> {
  for (const server of await nodesOf(CITUS)) await drop(server, name);
}

/** PostgreSQL's `object_in_use`: Citus' daemons reconnect after they are terminated. */
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

/** Drops every database of the cluster with this prefix in its name. */
export function dropAllOnCluster(prefix: string): Promise<void> {
  return onAllNodes((server) => dropDatabases(server, prefix));
}

async function createEmpty(name: string): Promise<string> {
  await createOnAllNodes(CITUS, name);
  return databaseUrl(CITUS, name);
}

/** Runs a statement on all servers at once. */
async function onAllNodes(run: (server: string) => Promise<void>): Promise<void> {
  await Promise.all((await nodesOf(CITUS)).map(run));
}
