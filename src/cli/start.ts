import { Command } from 'commander';
import type { Database } from '../data/database.js';
import { migrate } from '../data/migrate.js';
import { openDatabase } from '../data/open.js';
import { demoKey } from './demoKey.js';
import { tell } from './output.js';
import { seedWithProgress } from './seed.js';
import { serveUntilStopped } from './serve.js';
import { configuration } from './withDatabase.js';

/** `udg start`: everything from nothing to an answer; what `npm start` runs. */
export function startCommand(): Command {
  return new Command('start')
    .description('migrate, load the sample portfolio into a new embedded database, and serve')
    .addHelpText('after', '\nExample:\n  PORT=8080 udg start')
    .action(async () => {
      const config = configuration();
      const embedded = config.databaseUrl === null;
      tell(embedded ? `Embedded database in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL');
      const database = await openDatabase(config, config.statementTimeoutMs);
      try {
        await migrate(database);
        if (embedded && (await isEmpty(database))) await seedWithProgress(database);
      } catch (error) {
        await database.close();
        throw error;
      }
      await serveUntilStopped(database, config, async (address) => {
        if (!embedded) {
          tell('A key: udg keys issue --role reader --company <id>; the sample portfolio: udg seed');
          return;
        }
        const key = await demoKey(database, config.dataDir);
        tell(`Demo key  ${key}`);
        tell(`\nTry it:\n  curl -H 'x-api-key: ${key}' '${address}/2.0/accounts?type=electricity&limit=2'\n`);
      });
    });
}

async function isEmpty({ knex }: Database): Promise<boolean> {
  return (await knex('companies').first()) === undefined;
}
