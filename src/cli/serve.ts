import { Command } from 'commander';
import { buildSchema } from '../core/createCore.js';
import type { Config } from '../config/config.js';
import { checkStorage } from '../data/checkStorage.js';
import type { Database } from '../data/database.js';
import { openDatabase } from '../data/open.js';
import { serve } from '../server/serve.js';
import { print, tell } from './output.js';
import { configuration } from './withDatabase.js';

/** `udg serve`: only serves. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve a database that is migrated already, until SIGTERM or SIGINT')
    .option('--json', 'print the addresses as JSON, on standard output')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg serve')
    .action(async ({ json }: { json?: boolean }) => {
      const config = configuration();
      const database = await openDatabase(config, config.statementTimeoutMs);
      await serveUntilStopped(database, config, json, () => Promise.resolve());
    });
}

/**
 * Serves until the process is asked to stop, then closes everything.
 * @param announce told the address once it answers
 */
export async function serveUntilStopped(
  database: Database,
  config: Config,
  json: boolean | undefined,
  announce: (address: string) => Promise<void>,
): Promise<void> {
  try {
    await checkStorage(database, buildSchema().resources);
    const running = await serve(database, config);
    const stopped = new Promise<void>((resolve) => {
      const stop = (): void => {
        resolve();
      };
      process.once('SIGTERM', stop);
      process.once('SIGINT', stop);
    });
    const metrics = running.metricsAddress;
    const addresses = { rest: `${running.address}/2.0`, graphql: `${running.address}/graphql` };
    if (json === true) print(json, { ...addresses, ...(metrics === null ? {} : { metrics }) }, []);
    tell(`REST      ${addresses.rest}`);
    tell(`GraphQL   ${addresses.graphql}`);
    if (metrics !== null) tell(`Metrics   ${metrics}`);
    await announce(running.address);
    await stopped;
    tell('Stopping: requests in flight finish.');
    await running.stop();
  } finally {
    await database.close();
  }
}
