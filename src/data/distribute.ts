import { raw, sql } from '../db/sql.js';
import type { Knex } from 'knex';
import type { Queryable } from '../db/database.js';
import { guardTable } from '../db/schemaLevels.js';
import { BY_ACCOUNT, DISTRIBUTES, ON_ALL_SERVERS, ON_COORDINATOR, SHARDS } from '../db/topology.js';

/** A table that was moved to the servers or to the coordinator. */
export interface MovedTable {
  readonly table: string;
  readonly where: 'on every server' | 'by account' | 'on the coordinator';
  /** The number of shards; null: the table has no shards. */
  readonly shards: number | null;
}

/** A server of a distributed database. */
export interface DatabaseNode {
  /** `10.0.0.2:5432` */
  readonly address: string;
  /** Whether it is the coordinator. */
  readonly isCoordinator: boolean;
  /** Whether shards may be placed there. */
  readonly takesShards: boolean;
  /** The number of shards of the tables that are distributed by account. */
  readonly shards: number;
  /** The size of these shards with their indexes. */
  readonly bytes: number;
}

/** The oldest tested major version of Citus. */
const OLDEST = 13;

/**
 * Returns the reason why a database cannot be distributed and the next step; null: it can be distributed.
 * @param database a connection to the coordinator
 */
export async function whyNotDistributable(database: Pick<Queryable, 'rows'>): Promise<string | null> {
  const [status] = await database.rows<{ readonly distributes: boolean }>(raw(DISTRIBUTES));
  if (status?.distributes !== true) {
    return (
      'The database has no Citus: install it on every server, put it first in shared_preload_libraries, restart them, and ' +
      'run create extension citus in this database on each server.'
    );
  }
  const [extension] = await database.rows<{ readonly version: string }>(
    sql`select extversion as version from pg_extension where extname = 'citus'`,
  );
  const version = extension?.version ?? 'none';
  if (Number.parseInt(version, 10) < OLDEST) {
    return `The extension is Citus ${version}; ${OLDEST} or newer is needed: install it on every server, and run alter extension citus update.`;
  }
  const nodes = await readNodes(database);
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    return `The workers do not know this server: run select citus_set_coordinator_host('<address>', <port>) with the address at which they reach it.`;
  }
  if (!nodes.some(({ isCoordinator }) => !isCoordinator)) {
    return `The cluster has no worker: run select citus_add_node('<address>', <port>) for each worker.`;
  }
  return null;
}

/** Reads the servers of a database with Citus, the coordinator first. */
export function readNodes(database: Pick<Queryable, 'rows'>): Promise<readonly DatabaseNode[]> {
  const text = `
    select n.nodename || ':' || n.nodeport as address, n.groupid = 0 as "isCoordinator",
      n.shouldhaveshards as "takesShards", count(p.shardid)::int as shards, coalesce(sum(p.size), 0)::float8 as bytes
    from pg_dist_node n left join (
      select s.nodename, s.nodeport, s.shardid, s.shard_size as size from citus_shards s
      where s.citus_table_type = 'distributed'
    ) p on p.nodename = n.nodename and p.nodeport = n.nodeport
    where n.isactive and n.noderole = 'primary'
    group by n.nodename, n.nodeport, n.groupid, n.shouldhaveshards order by n.groupid`;
  return database.rows<DatabaseNode>(raw(text));
}

/**
 * Distributes the tables of a database one after the other, each in a separate transaction. After an interruption it
 * continues with the next table. If an older version distributed tables that now stay on the coordinator, it moves them
 * back. Meanwhile nothing may write to the database. Every committed transaction must have reached every server.
 * @param shards the number of shards of the tables that are distributed by account
 * @param onTable called before each table with the number of finished tables and the number of all
 * @returns the moved tables
 */
export async function distribute(
  knex: Knex,
  shards: number,
  onTable: (done: number, total: number, table: string) => void,
): Promise<readonly MovedTable[]> {
  const toUndistribute = await tablesToUndistribute(knex);
  const all = [...toUndistribute, ...ON_ALL_SERVERS, ...BY_ACCOUNT];
  const moved: MovedTable[] = [];
  for (const [index, table] of toUndistribute.entries()) {
    onTable(index, all.length, table);
    await undistribute(knex, table);
    moved.push({ table, where: 'on the coordinator', shards: null });
  }
  // Records that hand-written SQL has stored have no row in this table yet.
  await knex.raw(`
    insert into ${SHARDS} (account_key) select account_key from interval_counts union select account_key from readings
    on conflict do nothing`);
  for (const [index, table] of [...ON_ALL_SERVERS, ...BY_ACCOUNT].entries()) {
    onTable(toUndistribute.length + index, all.length, table);
    const isByAccount = BY_ACCOUNT.includes(table);
    if (!(await isDistributedAs(knex, table, isByAccount))) {
      await knex.transaction(async (trx) => {
        await trx.raw('set local statement_timeout = 0');
        await dropTriggers(trx, table);
        if (!isByAccount) await trx.raw('select create_reference_table(?)', [table]);
        else if (table === SHARDS)
          await trx.raw(`select create_distributed_table(?, 'account_key', shard_count := ?)`, [table, shards]);
        else await trx.raw(`select create_distributed_table(?, 'account_key', colocate_with := ?)`, [table, SHARDS]);
      });
      moved.push(
        isByAccount ? { table, where: 'by account', shards } : { table, where: 'on every server', shards: null },
      );
    }
    // The old local rows still exist, but no statement reads them.
    if (isByAccount) await knex.raw('select truncate_local_data_after_distributing_table(?)', [table]);
    await knex.raw(`analyze ${table}`);
  }
  // After a manual change of counts or months on the coordinator, no trigger updates the sums: it would look up
  // accounts on all servers.
  for (const table of ON_COORDINATOR) {
    await knex.transaction((trx) => dropTriggers(trx, table, `${table}_summed_%`));
  }
  onTable(all.length, all.length, 'done');
  return moved;
}

/** Returns the tables of the coordinator that are distributed and must be moved back. */
async function tablesToUndistribute(knex: Knex): Promise<readonly string[]> {
  const tables: string[] = [];
  for (const table of ON_COORDINATOR) if (await isDistributedAs(knex, table, true)) tables.push(table);
  return tables;
}

/** Moves a table back to the coordinator. Citus creates it there with its rows, indexes and grants. */
async function undistribute(knex: Knex, table: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw('select undistribute_table(?)', [table]);
    // The distributed table had no trigger. Now changes by hand-written SQL raise the version again (`note_change`).
    await trx.raw(`
      create or replace trigger ${table}_changed after insert or update or delete or truncate on ${table}
      for each statement execute function note_change()`);
    await guardTable(trx, table);
    await trx.raw(`analyze ${table}`);
  });
}

/**
 * Returns whether a table is distributed by hash, or is a reference table, according to Citus' catalogue. Tables with
 * only foreign keys to such tables are neither.
 */
async function isDistributedAs(knex: Knex, table: string, isByAccount: boolean): Promise<boolean> {
  const { rows }: { readonly rows: readonly unknown[] } = await knex.raw(
    `select from pg_dist_partition where logicalrelid = to_regclass(?) and ${isByAccount ? `partmethod = 'h'` : `partmethod = 'n' and repmodel = 't'`}`,
    [table],
  );
  return rows.length > 0;
}

/** Drops triggers. Distributed tables have none: imports do the work of the triggers. */
async function dropTriggers(trx: Knex.Transaction, table: string, like = '%'): Promise<void> {
  const { rows }: { readonly rows: readonly { readonly name: string }[] } = await trx.raw(
    `select quote_ident(tgname) as name from pg_trigger
     where tgrelid = to_regclass(?) and tgname like ? and not tgisinternal`,
    [table, like],
  );
  for (const { name } of rows) await trx.raw(`drop trigger ${name} on ${table}`);
}
