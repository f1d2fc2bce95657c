import { Command } from 'commander';
import type { Database } from '../db/database.js';
import { MIGRATIONS, migrationState, newerVersionMessage } from '../db/migrate.js';
import { upgradeAll } from '../findings/upgrade.js';
import { print, logLine } from './output.js';
import { startProgress } from './progress.js';
import { withAnyDatabase } from './withDatabase.js';

/** Builds `udg migrate`, which upgrades the schema and the stored usage. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date; safe to run twice, or from two processes at once')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const { ran, newer } = await withAnyDatabase(async (database) => ({
        ran: await upgradeWithProgress(database),
        newer: newerVersionMessage(await migrationState(database)),
      }));
      const upToDate = newer ?? 'The database is up to date.';
      print(json, { ran }, [ran.length === 0 ? upToDate : `Ran ${ran.join(', ')}.`]);
    });
}

/**
 * Upgrades the database and shows the progress.
 * @returns the names of the migrations that ran
 */
export async function upgradeWithProgress(database: Database): Promise<readonly string[]> {
  const { last, missing } = await migrationState(database);
  const breaking = MIGRATIONS.find(({ name, breaksReaders }) => breaksReaders && missing.includes(name));
  if (last !== null && breaking) {
    logLine(`Stop services of versions before ${breaking.name}: from now on they return wrong figures.`);
  }
  const migrations = startProgress('Migrations', true);
  const usage = startProgress('Recalculating usage', true);
  const looking = startProgress('Looking for findings', true);
  try {
    return await upgradeAll(database, {
      onMigration: (done, total, name) => {
        migrations.update(done, total, name);
      },
      onAccount: (done, total) => {
        migrations.stop();
        if (total > 0) usage.update(done, total, `${done} of ${total} accounts`);
      },
      onAccountChecked: (done, total) => {
        migrations.stop();
        usage.stop();
        if (total > 0) looking.update(done, total, `${done} of ${total} accounts`);
      },
    });
  } finally {
    migrations.stop();
    usage.stop();
    looking.stop();
  }
}
