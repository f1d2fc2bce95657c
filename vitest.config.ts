import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import Durations from './test/support/durations.js';
import { AloneFirst } from './test/support/aloneFirst.js';

/** What measures the memory of its own process, and so has one of its own. */
const ALONE = [
  'test/api/hostile/pglite.test.ts',
  'test/api/hostile/postgres.test.ts',
  'test/server/hostileRequests.test.ts',
];

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
    globalSetup: ['test/support/globalSetup.ts'],
    reporters: ['default', new Durations()],
    sequence: { sequencer: AloneFirst },
    maxWorkers: 2,
    projects: [
      project({ name: 'alone', include: ALONE }),
      project({
        name: 'together',
        include: ['test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, ...ALONE],
        // The modules keep no state that another file could meet: each process loads them, and the embedded database, once.
        isolate: false,
      }),
    ],
  },
});
