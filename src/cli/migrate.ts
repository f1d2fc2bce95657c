import { Command } from 'commander';
import { migrationState, newerThanKnown } from '../data/migrate.js';
import { print } from './output.js';
import { upgradeWithProgress } from './upgradeWithProgress.js';
import { withAnyDatabase } from './withDatabase.js';

/** `udg migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date; safe to run twice, and from two processes at once')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const { ran, newer } = await withAnyDatabase(async (database) => ({
        ran: await upgradeWithProgress(database),
        newer: newerThanKnown(await migrationState(database)),
      }));
      const upToDate = newer ?? 'The database is up to date.';
      print(json, { ran }, [ran.length === 0 ? upToDate : `Ran ${ran.join(', ')}.`]);
    });
}
