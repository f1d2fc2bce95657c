import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';

/** What takes longest, so that no worker is left with one of them when all else is done (`npm test` says how long each took). */
const LONGEST: readonly string[] = [
  'test/consumption/large.test.ts',
  'test/server/mixedLoad/mixedLoad.test.ts',
  'test/cli/udg.test.ts',
  'test/import/killed/pglite.test.ts',
  'test/seeds/sample/pglite.test.ts',
  'test/server/start.test.ts',
  'test/server/processes.test.ts',
  'test/cli/importFiles.test.ts',
  'test/import/idempotent.test.ts',
  'test/cli/imports.test.ts',
  'test/server/replicas.test.ts',
  'test/web/german.test.ts',
  'test/web/dashboardStates.test.ts',
  'test/server/metrics.test.ts',
  'test/cli/migrated.test.ts',
  'test/seeds/sample/postgres.test.ts',
  'test/hooks/package.test.ts',
  'test/import/killed/postgres.test.ts',
  'test/import/mistakes.test.ts',
  'test/server/hostileConnections.test.ts',
  'test/consumption/contractRows.test.ts',
  'test/server/stopping.test.ts',
  'test/api/invoices.test.ts',
  'test/api/differential.test.ts',
  'test/api/twins.test.ts',
  'test/import/rejects.test.ts',
];

/** Starts what has a process of its own, since one that goes on ends before such a file; then the longest, then the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      if (project.config.isolate) return -1;
      const index = LONGEST.indexOf(relative(PACKAGE_ROOT, moduleId));
      return index === -1 ? LONGEST.length : index;
    };
    const others = await super.sort(files);
    return others.toSorted((one, other) => place(one) - place(other));
  }
}
