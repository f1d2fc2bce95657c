import { defineConfig } from 'vitest/config';
import config, { project } from '../../vitest.config.js';

/** `npm run test:install`: what the pages say of installing, in empty folders, on each Node that is supported. */
export default defineConfig({
  test: {
    ...config.test,
    globalSetup: ['test/install/globalSetup.ts'],
    projects: [
      project({
        name: 'install',
        include: ['test/install/*.test.ts'],
        testTimeout: 1_200_000,
        hookTimeout: 1_200_000,
      }),
    ],
  },
});
