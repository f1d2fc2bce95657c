import { Command } from 'commander';
import { distribute, readNodes, whyNotDistributable, type DatabaseNode, type MovedTable } from '../data/distribute.js';
import { confirmChanges } from '../data/recordChange.js';
import { CITUS } from '../db/topology.js';
import { lockOf } from '../import/importLocks.js';
import { CommandError, print, table, logLine } from './output.js';
import { startProgress } from './progress.js';
import { countOption } from './values.js';
import { withDatabase } from './withDatabase.js';

/** The default number of shards. It suffices for 32 workers, or for several cores on each of fewer workers. */
export const SHARDS = 32;
/** The most shards: each is a table on a worker, and a statement over all accounts sends one statement per shard. */
const MAX_SHARDS = 1_024;

const AFTERWARDS = 'Restart every process of the service: running processes still use the old layout.';

/** Builds `udg distribute`, which spreads the records of accounts over the workers of a Citus cluster. */
export function distributeCommand(): Command {
  return new Command('distribute')
    .description('spread the records of accounts over the workers of a Citus cluster; safe to interrupt and run again')
    .option('--shards <n>', `number of shards, ${SHARDS} by default`, countOption(MAX_SHARDS), SHARDS)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://coordinator/udg udg distribute\n\nSee docs/scale.md.')
    .action(async ({ shards, json }: { shards: number; json?: boolean }) => {
      await withDatabase(async (database) => {
        const problem = database.engine === 'postgres' ? await whyNotDistributable(database) : EMBEDDED;
        if (problem !== null) throw new CommandError(problem);
        const progress = startProgress('Distribute', true);
        try {
          const placed = await database.withLocks(async (locks) => {
            if (!(await locks.try(lockOf('all')))) {
              logLine('Waiting for running imports to end.');
              await locks.take(lockOf('all'));
            }
            // Otherwise Citus would move half of a two-phase commit without the other half.
            await confirmChanges(database);
            return distribute(database.knex, shards, (done, total, name) => {
              progress.update(done, total, name);
            });
          });
          progress.stop();
          const lines =
            placed.length === 0
              ? ['All tables are already distributed.']
              : [
                  ...table(
                    ['table', 'where'],
                    placed.map((own) => [own.table, inWords(own)]),
                  ),
                  AFTERWARDS,
                ];
          print(json, { placed }, lines);
        } finally {
          progress.stop();
        }
      });
    });
}

function inWords({ where, shards }: MovedTable): string {
  return shards === null ? where : `${where}, ${shards} shards`;
}

/** Builds `udg nodes`, which lists the servers of a Citus cluster with their shards and sizes. */
export function nodesCommand(): Command {
  return new Command('nodes')
    .description('list the servers of a distributed database, their shards and sizes, and how to add one')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://coordinator/udg udg nodes\n\nSee docs/scale.md.')
    .action(async ({ json }: { json?: boolean }) => {
      const nodes = await withDatabase(async (database) => {
        if (database.topology() !== CITUS)
          throw new CommandError('The database is not distributed: see udg distribute.');
        return readNodes(database);
      });
      print(json, nodes, linesOf(nodes));
    });
}

const EMBEDDED = 'The embedded database is one file: set DATABASE_URL to the coordinator of a Citus cluster.';
const MIB = 1_048_576;
/** `udg nodes` reports an imbalance if a worker's size differs from the mean by more than this share. */
const UNEVEN = 0.2;

function linesOf(nodes: readonly DatabaseNode[]): readonly string[] {
  const rows = nodes.map(({ address, isCoordinator, takesShards, shards, bytes }) => [
    address,
    isCoordinator ? 'coordinator' : takesShards ? 'worker' : 'worker, takes no shards',
    String(shards),
    `${Math.round(bytes / MIB)} MB`,
  ]);
  const takers = nodes.filter(({ takesShards, isCoordinator }) => takesShards && !isCoordinator);
  const mean = takers.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, takers.length);
  const isUneven = takers.some(({ bytes }) => Math.abs(bytes - mean) > UNEVEN * mean);
  return [
    ...table(['server', 'as', 'shards', 'size'], rows, [2, 3]),
    isUneven
      ? 'Sizes differ from the mean by more than 20 %: select citus_rebalance_start() moves shards without downtime.'
      : 'The workers are balanced.',
    `To add one: select citus_add_node('<address>', <port>); then select citus_rebalance_start();`,
  ];
}
