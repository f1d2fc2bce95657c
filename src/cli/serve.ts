import cluster from 'node:cluster';
import { Command } from 'commander';
import type { Config } from '../config/config.js';
import { takeSignals } from './stopSignal.js';
import { configuration, requireMade } from './withDatabase.js';

/** Builds `udg serve`, which serves a database that is already migrated. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve a migrated database until SIGTERM or SIGINT')
    .option('--json', 'print the addresses as JSON, on standard output')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg serve')
    .action(async ({ json }: { json?: boolean }) => {
      const signals = takeSignals(cluster.isWorker);
      const config = cluster.isWorker ? shareOf(configuration()) : configuration();
      requireMade(config);
      const { openDatabase } = await import('../db/open.js');
      const { serveAsWorker, serveUntilStopped } = await import('./serveUntilStopped.js');
      const database = await openDatabase(config, config.statementTimeoutMs);
      if (cluster.isWorker) await serveAsWorker(database, config, signals);
      else await serveUntilStopped(database, config, { json, signals, onListening: () => Promise.resolve() });
    });
}

/** Returns the configuration of one worker, with its share of the connections. */
function shareOf(config: Config): Config {
  return { ...config, poolMax: Math.max(2, Math.floor(config.poolMax / config.workers)) };
}

/** Builds `udg start`, which migrates, seeds and serves; `npm start` runs it. */
export function startCommand(): Command {
  return new Command('start')
    .description('migrate, load the sample portfolio into a new embedded database, and serve')
    .option('--json', 'print the addresses as JSON, on standard output')
    .addHelpText('after', '\nExample:\n  PORT=8080 udg start')
    .action(async ({ json }: { json?: boolean }) => {
      const signals = takeSignals();
      const config = configuration();
      const { startService } = await import('./startService.js');
      await startService(config, json, signals);
    });
}
