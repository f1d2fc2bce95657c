import { sql } from '../../src/db/sql.js';
import { randomBytes } from 'node:crypto';
import { createOnAllNodes } from '../../bench/cluster.js';
import type { Database } from '../../src/db/database.js';
import { distribute } from '../../src/data/distribute.js';
import { ON_COORDINATOR, SHARDS as ACCOUNT_SHARDS } from '../../src/db/topology.js';
import { openPostgres } from '../../src/db/postgres.js';
import { copyOnCluster, dropOnCluster, SHARDS } from './onCluster.js';
import { administer, CITUS, databaseUrl, SERVER } from './postgres.js';
import { templateOf, type Contents } from './templates.js';

/** The kind of database: a server with stand-ins for Citus' functions, or a cluster. */
export type Where = 'plain server' | 'citus';

/** Whether the tests have such a database. */
export const isThere = (where: Where): boolean => SERVER !== '' && (where === 'plain server' || CITUS !== '');

/**
 * Stand-ins for the parts of Citus that the code uses, so that the same statements run on plain PostgreSQL. They record
 * tables as distributed and leave them as they are.
 */
const NO_OPS = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod text, repmodel text);
  create function create_reference_table(name text) returns void language sql as
    $$ insert into pg_dist_partition values (name::regclass, 'n', 't') $$;
  create function create_distributed_table(name text, distribution_column text, shard_count int default null,
    colocate_with text default null) returns void language sql as
    $$ insert into pg_dist_partition values (name::regclass, 'h', 'c') $$;
  create function undistribute_table(name regclass) returns void language sql as
    $$ delete from pg_dist_partition where logicalrelid = name $$;
  create function truncate_local_data_after_distributing_table(name text) returns void language sql as $$ select $$;
  create function recover_prepared_transactions() returns int language sql as $$ select 0 $$;
  create function run_command_on_workers(command text) returns table (success boolean, result text) language sql as
    $$ select true, '0' where false $$`;

/** A database that other processes can open. */
export interface Created {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates a migrated, empty, distributed database on plain PostgreSQL or on a cluster; `close` drops it. */
export async function openDistributed(where: Where): Promise<Database> {
  if (where === 'citus') return openOnCluster(await templateOf('citus'));
  const { url, drop } = await createDistributable(where);
  const fresh = openAt(url);
  await distribute(fresh.knex, SHARDS, () => undefined);
  await fresh.close();
  return opened({ url, drop });
}

/**
 * Creates a database that is not distributed yet. On plain PostgreSQL it is migrated; on a cluster the test migrates it
 * first.
 * @param contents its data on plain PostgreSQL (a cluster's is empty); null: no tables either
 */
export async function createDistributable(where: Where, contents?: Contents | null): Promise<Created> {
  const name = randomName();
  if (where === 'citus') {
    await createOnAllNodes(CITUS, name);
    return { url: databaseUrl(CITUS, name), drop: () => dropOnCluster(name) };
  }
  const template = contents === null ? '' : `template ${await templateOf('postgres', contents)}`;
  await administer(SERVER, `create database ${name} ${template}`);
  const url = databaseUrl(SERVER, name);
  await administer(url, NO_OPS);
  return { url, drop: () => administer(SERVER, `drop database if exists ${name} with (force)`) };
}

/**
 * Copies a database that is distributed over the cluster; `close` drops the copy.
 * @param template its name on the cluster
 */
export async function openOnCluster(template: string): Promise<Database> {
  return opened(await createOnCluster(template));
}

/** Does the same without opening the copy. */
export async function createOnCluster(template: string): Promise<Created> {
  const name = randomName();
  return { url: await copyOnCluster(name, template), drop: () => dropOnCluster(name) };
}

const randomName = (): string => `udg_test_${randomBytes(8).toString('hex')}`;

function openAt(url: string): Database {
  return openPostgres({ url, poolMax: 6, statementTimeoutMs: 30_000 });
}

/** Distributes the tables of the coordinator by account, as the first versions did. */
export async function distributeAsBefore({ knex }: Database): Promise<void> {
  for (const table of ON_COORDINATOR) {
    await knex.raw(`drop trigger ${table}_changed on ${table}`);
    await knex.raw(`select create_distributed_table(?, 'account_key', colocate_with := ?)`, [table, ACCOUNT_SHARDS]);
    await knex.raw('select truncate_local_data_after_distributing_table(?)', [table]);
  }
}

/** Opens the database; `close` drops it. */
export async function opened({ url, drop }: Created): Promise<Database> {
  const database = openAt(url);
  // A database detects that it is distributed when it opens a connection.
  await database.rows(sql`select 1`);
  let closed = false;
  return {
    ...database,
    async close() {
      if (closed) return;
      closed = true;
      await database.close();
      await drop();
    },
  };
}
