import { randomBytes } from 'node:crypto';
import { createOnAllNodes } from '../../bench/cluster.js';
import type { Database } from '../../src/data/database.js';
import { distribute } from '../../src/data/distribute.js';
import { migrate } from '../../src/data/migrate.js';
import { openPostgres } from '../../src/data/postgres.js';
import { administer, databaseUrl, SERVER } from './postgres.js';
import { templateOf } from './templates.js';

/** The coordinator of a Citus cluster, for what is run on the real thing as well; empty: it is left out. */
const CITUS = process.env.TEST_CITUS_URL ?? '';

/** What a database is distributed on: servers that only note it, or a cluster. */
export type Where = 'plain server' | 'citus';

/** Whether it is there. */
export const isThere = (where: Where): boolean => SERVER !== '' && (where === 'plain server' || CITUS !== '');

/** Few, as the tests' data is little. */
const SHARDS = 8;

/**
 * What Citus has of which the code knows, so that the same statements run where it is not: tables are noted as distributed and
 * stay as they are.
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

/** A migrated database without data that is distributed, on plain PostgreSQL or on a cluster; `close` drops it. */
export async function openDistributed(where: Where): Promise<Database> {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  const servers = where === 'citus' ? await createOnAllNodes(CITUS, name) : [SERVER];
  const [server = ''] = servers;
  if (where === 'plain server')
    await administer(server, `create database ${name} template ${await templateOf('postgres')}`);
  const open = (): Database => openPostgres({ url: databaseUrl(server, name), poolMax: 4, statementTimeoutMs: 30_000 });
  const fresh = open();
  if (where === 'plain server') await fresh.knex.raw(NO_OPS);
  else await migrate(fresh);
  await distribute(fresh.knex, SHARDS, () => undefined);
  await fresh.close();
  const database = open();
  // A connection is what learns of it.
  await database.rows('select 1', []);
  return {
    ...database,
    async close() {
      await database.close();
      for (const one of servers) await administer(one, `drop database if exists ${name} with (force)`);
    },
  };
}
