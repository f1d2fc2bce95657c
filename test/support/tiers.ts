import { existsSync, readFileSync } from 'node:fs';
import { IS_LONG, IS_QUICK } from './repeated.js';

/**
 * Files that `npm test` skips without services. Each takes 5 to 25 seconds on the embedded database, and few changes
 * touch what it tests. `npm test` with TEST_DATABASE_URL runs them.
 */
const ONLY_WITH_SERVICES = [
  // Rare states of disks, files and versions.
  'test/cli/damaged.test.ts',
  'test/cli/disk.test.ts',
  'test/cli/migrated.test.ts',
  'test/cli/newerDatabase.test.ts',
  'test/cli/storage.test.ts',
  'test/data/upgrades.test.ts',
  // Packages that are packed, installed and built.
  'test/hooks/package.test.ts',
  'test/hooks/viteApp.test.ts',
  'test/house/package.test.ts',
  // Processes that start and stop, and hostile clients.
  'test/api/hostile/pglite.test.ts',
  'test/cli/findingsWhileServing.test.ts',
  'test/server/hostileConnections.test.ts',
  'test/server/hostileRequests.test.ts',
  'test/server/pipelining.test.ts',
  'test/server/slowExports.test.ts',
  'test/server/start.test.ts',
  'test/server/stopping.test.ts',
  // Large data and unbounded inputs.
  'test/consumption/large.test.ts',
  'test/data/countedPages.test.ts',
  'test/data/searchPlans.test.ts',
  'test/findings/manyBills.test.ts',
  'test/import/formats/xmlBounds.test.ts',
  'test/import/longTexts.test.ts',
  'test/seeds/northgateFindings.test.ts',
  // Random portfolios and random requests; another file tests fixed cases of each.
  'test/api/cachedByCompany.test.ts',
  'test/api/twins.test.ts',
  'test/findings/afresh.test.ts',
  'test/findings/injectedRecords.test.ts',
  'test/findings/reference.test.ts',
  'test/findings/referenceOfSample.test.ts',
  'test/import/nem13Quantities.test.ts',
  // `npm run lint` checks the same in this repository.
  'test/house/floors.test.ts',
];

/**
 * The file in which a run without services lists the files that passed (`proved.ts`). The run with services reads it:
 * `.ci/run`.
 */
export const PROVED_PATH = process.env.TEST_PROVED ?? '';

export interface LeftOut {
  readonly why: string;
  readonly files: readonly string[];
}

/** Whether this run has files or folders as arguments. */
export function isOfGivenFiles(): boolean {
  return process.argv.slice(2).some((one) => !['run', 'list'].includes(one) && !one.startsWith('-'));
}

/** Returns the files that this run skips. A run with files or folders as arguments skips nothing. */
export function leftOut(): readonly LeftOut[] {
  if (isOfGivenFiles() || IS_LONG) return [];
  if (IS_QUICK) return [{ why: 'npm test with TEST_DATABASE_URL runs them', files: ONLY_WITH_SERVICES }];
  if (PROVED_PATH === '' || !existsSync(PROVED_PATH)) return [];
  const files = readFileSync(PROVED_PATH, 'utf8').split('\n').filter(Boolean);
  return files.length === 0 ? [] : [{ why: 'they need no service, and passed in the run without services', files }];
}
