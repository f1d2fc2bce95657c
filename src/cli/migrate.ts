import { Command } from 'commander';
import { upgrade } from '../usage/upgrade.js';
import { print } from './output.js';
import { configuration } from './withDatabase.js';

/** `udg migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date; safe to run twice, and from two processes at once')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const config = configuration();
      const { openDatabase } = await import('../data/open.js');
      const database = await openDatabase(config, 0);
      try {
        const ran = await upgrade(database);
        print(json, { ran }, ran.length === 0 ? ['The database is up to date.'] : [`Ran ${ran.join(', ')}.`]);
      } finally {
        await database.close();
      }
    });
}
