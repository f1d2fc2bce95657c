import type { Database } from '../data/database.js';
import { upgrade } from '../usage/upgrade.js';
import { startProgress } from './progress.js';

/**
 * Brings the database up to date, and shows what is done to it and how far that is.
 * @returns the names of the migrations that ran
 */
export async function upgradeWithProgress(database: Database): Promise<readonly string[]> {
  const migrations = startProgress('Migrations', true);
  const painting = startProgress('Painting usage afresh', true);
  try {
    return await upgrade(database, {
      onMigration: (done, total, name) => {
        migrations.update(done, total, name);
      },
      onAccount: (done, total) => {
        migrations.stop();
        if (total > 0) painting.update(done, total, `${done} of ${total} accounts`);
      },
    });
  } finally {
    migrations.stop();
    painting.stop();
  }
}
