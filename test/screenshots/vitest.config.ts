import { defineConfig } from 'vitest/config';
import config, { project } from '../../vitest.config.js';

/** `npm run screenshots`: pictures to look at, which are no tests. */
export default defineConfig({
  test: {
    ...config.test,
    projects: [
      project({
        name: 'screenshots',
        include: ['test/screenshots/*.shot.ts'],
        testTimeout: 300_000,
        hookTimeout: 600_000,
      }),
    ],
  },
});
