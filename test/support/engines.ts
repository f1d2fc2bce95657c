import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { openPglite } from '../../src/data/pglite.js';
import { openPostgres } from '../../src/data/postgres.js';
import { administer, databaseUrl } from './postgres.js';

export type Engine = 'pglite' | 'postgres';

const SERVER = process.env.TEST_DATABASE_URL ?? '';

/** The engines that the suites run on; PostgreSQL only where TEST_DATABASE_URL names a server. */
export const ENGINES: readonly Engine[] = SERVER === '' ? ['pglite'] : ['pglite', 'postgres'];

/** A migrated, empty database of its own: in memory, or a fresh one on the server that `close` drops. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  if (engine === 'pglite') return openPglite({ dump: new Blob([await readFile(inject('pgliteDump'))]) });
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  await administer(SERVER, `create database ${name} template ${inject('postgresTemplate')}`);
  const database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 4, statementTimeoutMs: 30_000 });
  let closed = false;
  return {
    ...database,
    async close() {
      if (closed) return;
      closed = true;
      await database.close();
      await administer(SERVER, `drop database if exists ${name} with (force)`);
    },
  };
}
