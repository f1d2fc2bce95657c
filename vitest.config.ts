import { defineConfig } from 'vitest/config';
import Durations from './test/support/durations.js';
import { LongestFirst } from './test/support/longestFirst.js';

export default defineConfig({
  // Node resolves graphql to CommonJS and Vite to its ES modules; two copies break the schema.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', new Durations()],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
  },
});
