import { defineConfig } from 'vitest/config';
import config, { project } from '../../vitest.config.js';

/** `npm run compare`: whether two builds answer the same. */
export default defineConfig({
  test: {
    ...config.test,
    projects: [
      project({
        name: 'compare',
        include: ['test/compare/*.test.ts'],
        testTimeout: 1_200_000,
        hookTimeout: 600_000,
      }),
    ],
  },
});
