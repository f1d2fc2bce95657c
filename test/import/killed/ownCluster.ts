import { sql } from '../../../src/db/sql.js';
import { createOnAllNodes, nodesOf, openAt } from '../../../bench/cluster.js';
import type { Database } from '../../../src/db/database.js';
import { distribute } from '../../../src/data/distribute.js';
import { upgradeAll } from '../../../src/findings/upgrade.js';
import { CAN_CLUSTER, openClusters, type Cluster } from '../../support/cluster.js';
import { SHARDS } from '../../support/onCluster.js';
import { administer, ask, CITUS, databaseUrl } from '../../support/postgres.js';

/**
 * Whether the test can start and kill its own servers: with TEST_CITUS_URL, if the PostgreSQL of this machine has
 * Citus.
 */
export const CAN_OWN_CLUSTER = CITUS !== '' && CAN_CLUSTER;

const SETTINGS = [
  ...['shared_preload_libraries=citus', 'wal_level=logical', 'max_prepared_transactions=200'],
  // The test ends prepared transactions: Citus is set not to do so, which by default it does each minute.
  'citus.recover_2pc_interval=-1',
];
const NAME = 'udg';

/** A Citus cluster of a test's own, with a database that is distributed over its workers and has nothing in it. */
export interface OwnCluster {
  readonly coordinator: Cluster;
  readonly workers: readonly [Cluster, Cluster];
  /** Opens the database as the command line does, by a pool that knows nothing of another one's connections. */
  look<T>(run: (database: Database) => Promise<T>): Promise<T>;
  /** Asks a server of its part of the database. */
  ask<Row extends object>(server: Cluster, statement: string): Promise<readonly Row[]>;
  close(): void;
}

export async function openOwnCluster(): Promise<OwnCluster> {
  const clusters = openClusters();
  const coordinator = await clusters.primary(SETTINGS);
  const workers = [await clusters.primary(SETTINGS), await clusters.primary(SETTINGS)] as const;
  for (const { url } of [coordinator, ...workers]) await administer(url, 'create extension citus');
  await administer(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await administer(coordinator.url, `select citus_add_node('127.0.0.1', ${port})`);
  if ((await nodesOf(coordinator.url)).length !== 3) throw new Error('the coordinator does not know its workers');
  await createOnAllNodes(coordinator.url, NAME);
  const look: OwnCluster['look'] = async (run) => {
    const database = openAt(databaseUrl(coordinator.url, NAME));
    try {
      // A connection is what learns that it is distributed.
      await database.rows(sql`select 1`);
      return await run(database);
    } finally {
      await database.close();
    }
  };
  await look(async (database) => {
    await upgradeAll(database);
    await distribute(database.knex, SHARDS, () => undefined);
  });
  return {
    ...{ coordinator, workers, look },
    ask: (server, statement) => ask(databaseUrl(server.url, NAME), statement),
    close: () => {
      clusters.close();
    },
  };
}
