import { Command } from 'commander';
import type { Database } from '../db/database.js';
import { migrationState } from '../db/migrate.js';
import { upgradeWithProgress } from './migrate.js';
import { print } from './output.js';
import { startProgress } from './progress.js';
import { requireMigrated, withAnyDatabase } from './withDatabase.js';

/** Builds `udg seed`, which loads the sample portfolio. */
export function seedCommand(): Command {
  return new Command('seed')
    .description(
      'load the sample portfolio: university sites, a house, a municipal building, an invented company; a second run changes nothing',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/udg udg seed')
    .action(async ({ json }: { json?: boolean }) => {
      const { SAMPLE_COMPANY_IDS } = await import('../../seeds/sample.js');
      await withAnyDatabase(async (database) => {
        if ((await migrationState(database)).last === null) await upgradeWithProgress(database);
        else await requireMigrated(database);
        await seedWithProgress(database);
      });
      const lines = [
        `The sample portfolio is loaded: companies ${SAMPLE_COMPANY_IDS.join(', ')}.`,
        `A key for it: udg keys issue --role reader ${SAMPLE_COMPANY_IDS.map((id) => `--company ${id}`).join(' ')}`,
      ];
      print(json, { companyIds: SAMPLE_COMPANY_IDS }, lines);
    });
}

/** Loads the sample portfolio and shows the progress. */
export async function seedWithProgress(database: Database): Promise<void> {
  const { seedSample } = await import('../../seeds/sample.js');
  const progress = startProgress('Sample portfolio');
  try {
    await seedSample(database, {
      onProgress: (done, total, what) => {
        progress.update(done, total, what);
      },
    });
  } finally {
    progress.stop();
  }
}
