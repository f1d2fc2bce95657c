import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.js';

/** `npm run screenshots`: pictures to look at, which are no tests. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/screenshots/*.shot.ts'], testTimeout: 300_000, hookTimeout: 600_000 },
});
