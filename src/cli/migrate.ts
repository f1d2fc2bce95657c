import { Command } from 'commander';
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
      const ran = await withAnyDatabase(upgradeWithProgress);
      print(json, { ran }, ran.length === 0 ? ['The database is up to date.'] : [`Ran ${ran.join(', ')}.`]);
    });
}
