import type { MemoryFS, PGlite } from '@electric-sql/pglite';
import knex, { type Knex } from 'knex';
import PgliteClient from 'knex-pglite';
import { Connection, Connections } from './connection.js';
import type { Database, Queryable } from './database.js';
import { localLocks } from './localLocks.js';
import { pgliteQueryable } from './pgliteQueryable.js';
import { openSession } from './pgliteSession.js';
import { openThread, type PgliteLike } from './pgliteThread.js';
import { KNEX, poolOf, followStatements } from './pool.js';

export interface PgliteOptions {
  /** Folder of the database; undefined: in memory. */
  readonly folder?: string;
  /** Where a database in memory has its files; empty ones unless given. */
  readonly files?: MemoryFS;
  /** Whether it can verify its tables and indexes by amcheck. */
  readonly verifies?: boolean;
}

/** One COPY's worth of rows: PGlite reads it from memory. */
const COPY_BYTES = 8 * 1024 * 1024;

/** Opens the embedded database in this thread. The caller holds the lock of the folder (`lock.ts`). */
export async function openPglite({
  folder,
  files,
  verifies = false,
}: PgliteOptions): Promise<Database & { readonly pglite: PGlite }> {
  const pglite = await openSession(folder, files, verifies);
  return { ...databaseOf(pglite, (instance, connections) => pgliteQueryable(instance, connections, null)), pglite };
}

/** Opens it in a thread of its own, where a statement of the service that takes too long can be ended. */
export async function openServedPglite(folder: string, statementTimeoutMs: number): Promise<Database> {
  const thread = await openThread(folder);
  return databaseOf(thread, (instance, connections) =>
    pgliteQueryable(instance, connections, { thread, statementTimeoutMs }),
  );
}

function databaseOf(
  pglite: PgliteLike | PGlite,
  queryable: (instance: Knex, connections: Connections<Connection>) => Queryable,
): Database {
  // A function: knex clones a plain configuration, and the instance with it.
  const instance = knex({
    client: PgliteClient,
    ...KNEX,
    connection: () => ({ pglite }) as object,
  });
  const connections = new Connections<Connection>(instance);
  poolOf({ knex: instance })?.on('createSuccess', (_event, driver) => {
    connections.add(new Connection(driver));
  });
  return {
    engine: 'pglite',
    knex: instance,
    onStatement: followStatements(instance, connections),
    waiting: () => connections.shares.waiting,
    ...queryable(instance, connections),
    async copyIn(_trx, statement, rows) {
      // One session: this runs inside the transaction that is open.
      let chunks: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      const flush = async (): Promise<void> => {
        if (bytes > 0) await pglite.query(`${statement} '/dev/blob'`, [], { blob: new Blob(chunks) });
        chunks = [];
        bytes = 0;
      };
      for await (const chunk of rows) {
        const buffer = new Uint8Array(Buffer.from(chunk as string | Uint8Array));
        chunks.push(buffer);
        bytes += buffer.length;
        if (bytes >= COPY_BYTES) await flush();
      }
      await flush();
    },
    withLocks: localLocks(),
    close: async () => {
      await instance.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
