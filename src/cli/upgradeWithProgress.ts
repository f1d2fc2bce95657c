import type { Database } from '../data/database.js';
import { MIGRATIONS, migrationState } from '../data/migrate.js';
import { upgradeAll } from '../findings/upgrade.js';
import { tell } from './output.js';
import { startProgress } from './progress.js';

/**
 * Brings the database up to date, and shows what is done to it and how far that is.
 * @returns the names of the migrations that ran
 */
export async function upgradeWithProgress(database: Database): Promise<readonly string[]> {
  const { last, missing } = await migrationState(database);
  const breaking = MIGRATIONS.find(({ name, breaksReaders }) => breaksReaders && missing.includes(name));
  if (last !== null && breaking) {
    tell(`Stop services of versions before ${breaking.name}: they would answer with wrong figures from now on.`);
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
      onLookedAt: (done, total) => {
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
