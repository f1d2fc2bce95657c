import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { SHARDS } from '../src/cli/distribute.js';
import { CommandError, logLine } from '../src/cli/output.js';
import type { Database } from '../src/db/database.js';
import { distribute, whyNotDistributable } from '../src/data/distribute.js';
import { BY_ACCOUNT, ON_ALL_SERVERS } from '../src/db/topology.js';
import { openPostgres } from '../src/db/postgres.js';
import { benchUrl, currentMarker, databaseUrl, readMarker } from './database.js';

/**
 * Makes sure that a cluster has a distributed copy of a loaded database, with its usage.
 * @param coordinator the address of any database of the coordinator that knows its workers
 * @returns the address of the copy
 * @throws CommandError if it is no cluster; Error if pg_dump or psql fails
 */
export async function prepareCopy(coordinator: string, name: string): Promise<string> {
  const url = databaseUrl(coordinator, name);
  if (await isReady(url, coordinator, name)) {
    logLine(`${name}: already distributed`);
    return url;
  }
  await createOnAllNodes(coordinator, name);
  const started = performance.now();
  await copy(benchUrl(name), url);
  const copied = performance.now();
  const database = openAt(url);
  try {
    const problem = await whyNotDistributable(database);
    if (problem !== null) throw new CommandError(problem);
    await distribute(database.knex, SHARDS, () => undefined);
    await database.knex.raw('vacuum analyze');
    await database.knex.raw('create table bench_copy (marker text not null)');
    await database.knex('bench_copy').insert({ marker: copyMarker() });
  } finally {
    await database.close();
  }
  const seconds = (from: number, to: number): number => Math.round((to - from) / 1000);
  logLine(`${name}: copied in ${seconds(started, copied)} s, distributed in ${seconds(copied, performance.now())} s`);
  return url;
}

/** Creates a new database with the extension on the coordinator and its workers, and registers the workers. */
export async function createOnAllNodes(coordinator: string, name: string): Promise<void> {
  const servers = await nodesOf(coordinator);
  for (const server of servers) {
    await query(server, `drop database if exists ${name} with (force)`);
    await query(server, `create database ${name}`);
    await query(databaseUrl(server, name), 'create extension citus');
  }
  const coordinatorUrl = databaseUrl(coordinator, name);
  for (const [index, server] of servers.entries()) {
    const { hostname, port } = new URL(server);
    await query(
      coordinatorUrl,
      `select ${index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'}('${hostname}', ${port})`,
    );
  }
}

/**
 * Returns the servers of a cluster.
 * @param coordinator the address of a database there that knows the workers
 * @returns the addresses of the databases of that name, the coordinator first
 */
export async function nodesOf(coordinator: string): Promise<readonly string[]> {
  const workers = await query<{ readonly host: string; readonly port: number }>(
    coordinator,
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by groupid`,
  );
  const servers = workers.map(({ host, port }) => {
    const url = new URL(coordinator);
    url.hostname = host;
    url.port = String(port);
    return url.toString();
  });
  return [coordinator, ...servers];
}

/** Opens a database by its address. */
export function openAt(url: string): Database {
  return openPostgres({ url, poolMax: 4, statementTimeoutMs: 0 });
}

/** Returns a text about the distributed tables and their distribution. A finished copy is reused only if its text is equal. */
function copyMarker(): string {
  return JSON.stringify([ON_ALL_SERVERS, BY_ACCOUNT, SHARDS]);
}

async function isReady(url: string, coordinator: string, name: string): Promise<boolean> {
  const matches = await query(coordinator, `select from pg_database where datname = '${name}'`);
  if (matches.length === 0) return false;
  const database = openAt(url);
  try {
    const [current, marker] = [currentMarker(), await readMarker(database)];
    if (marker?.portfolio !== current.portfolio || marker.usage_code !== current.usage_code) return false;
    if (!(await database.knex.schema.hasTable('bench_copy'))) return false;
    const [copied]: readonly { readonly marker: string }[] = await database.knex('bench_copy').select('marker');
    return copied?.marker === copyMarker();
  } finally {
    await database.close();
  }
}

/** Copies a whole database with pg_dump and psql. */
async function copy(from: string, to: string): Promise<void> {
  const dump = spawn('pg_dump', ['--no-owner', from], { stdio: ['ignore', 'pipe', 'inherit'] });
  const read = spawn('psql', ['-q', '-X', '-o', '/dev/null', '-v', 'ON_ERROR_STOP=1', to], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ends = [dump, read].map(
    (child) =>
      new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => {
          if (code === 0) resolve();
          else reject(new Error(`${child.spawnfile} ended with ${String(code)}`));
        });
      }),
  );
  await Promise.all([pipeline(dump.stdout, read.stdin), ...ends]);
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
