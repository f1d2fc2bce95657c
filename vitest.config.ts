import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import Durations from './test/support/durations.js';
import { AloneFirst } from './test/support/aloneFirst.js';
import Proved from './test/support/proved.js';
import { IS_QUICK } from './test/support/repeated.js';
import { leftOut, PROVED_PATH } from './test/support/tiers.js';

/** What measures the memory of its own process, and so has one of its own. */
const ALONE = [
  'test/api/hostile/pglite.test.ts',
  'test/api/hostile/postgres.test.ts',
  'test/server/hostileRequests.test.ts',
];

const LEFT_OUT = leftOut().flatMap(({ files }) => files);

/**
 * Files that are run alike.
 * @param test what differs from one such set to another
 */
export function project(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    // Node resolves graphql to CommonJS and Vite to its ES modules; two copies break the schema.
    resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
    test: {
      testTimeout: 120_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 100_000 } },
      setupFiles: ['test/support/measure.ts', 'test/support/seed.ts'],
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    // Sources that have not changed are not compiled again.
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/globalSetup.ts'],
    reporters: ['default', new Durations(), ...(PROVED_PATH !== '' && IS_QUICK ? [new Proved()] : [])],
    sequence: { sequencer: AloneFirst },
    // For two cores: files wait for processes and services for a third of their time.
    maxWorkers: 3,
    projects: [
      project({ name: 'alone', include: ALONE, exclude: [...configDefaults.exclude, ...LEFT_OUT] }),
      project({
        name: 'together',
        include: ['test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, ...ALONE, ...LEFT_OUT],
        // The modules keep no state that another file could meet: each process loads them, and the embedded database, once.
        isolate: false,
      }),
    ],
  },
});
