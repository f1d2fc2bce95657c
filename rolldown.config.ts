import { defineConfig } from 'rolldown';
import { shippedPackages } from './shippedPackages.js';

/**
 * Bundles the compiled program with the packages that it imports into `dist/udg`: to find and read some 1,270 files is a
 * third of what it takes to start. What a command does not need is in files of its own still.
 */
export default defineConfig({
  platform: 'node',
  // As Node finds them: a package that is imported and required is one.
  resolve: { mainFields: ['main'] },
  external: [
    // Finds its files beside itself.
    /^@electric-sql\/pglite/,
    // Drivers that Knex and pg would take if they were installed.
    ...['better-sqlite3', 'mariadb/callback', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sqlite3'],
    'tedious',
  ],
  input: {
    main: 'dist/src/cli/main.js',
    // A thread, which is started by its address.
    pgliteWorker: 'dist/src/db/pgliteWorker.js',
  },
  plugins: [shippedPackages('dist/packages/udg.json')()],
  output: { dir: 'dist/udg', format: 'esm', entryFileNames: '[name].js', cleanDir: true },
});
