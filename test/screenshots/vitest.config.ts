import { defineConfig } from 'vitest/config';
import config, { project } from '../../vitest.config.js';

/** Configures `npm run screenshots`, which makes pictures to look at and checks nothing. */
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
