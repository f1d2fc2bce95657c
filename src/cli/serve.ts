import cluster from 'node:cluster';
import { Command } from 'commander';
import type { Config } from '../config/config.js';
import { takeSignals } from './stopSignal.js';
import { configuration, requireMade } from './withDatabase.js';

/** `udg serve`: only serves. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve a database that is migrated already, until SIGTERM or SIGINT')
    .option('--json', 'print the addresses as JSON, on standard output')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg serve')
    .action(async ({ json }: { json?: boolean }) => {
      const signals = takeSignals(cluster.isWorker);
      const config = cluster.isWorker ? shareOf(configuration()) : configuration();
      requireMade(config);
      const { openDatabase } = await import('../data/open.js');
      const { serveAsWorker, serveUntilStopped } = await import('./serveUntilStopped.js');
      const database = await openDatabase(config, config.statementTimeoutMs);
      if (cluster.isWorker) await serveAsWorker(database, config, signals);
      else await serveUntilStopped(database, config, { json, signals, announce: () => Promise.resolve() });
    });
}

/** What one worker may have of what all of them may. */
function shareOf(config: Config): Config {
  return { ...config, poolMax: Math.max(2, Math.floor(config.poolMax / config.workers)) };
}
