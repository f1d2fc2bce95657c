import type { MemoryFS, PGlite } from '@electric-sql/pglite';
import knex, { type Knex } from 'knex';
import PgliteClient from 'knex-pglite';
import { type StatementRunner, Connection, Connections, queryableOf, StatementLog } from './connection.js';
import { dataRowOf } from './pgProtocol.js';
import { parserOf } from './pgValues.js';
import type { Database, LockName, Locks, Queryable, Tuple } from './database.js';
import { openSession } from './pgliteSession.js';
import type { QueryOptions } from './pgliteMessages.js';
import { openThread, type PgliteLike, type PgliteThread } from './pgliteThread.js';
import { clientOf, KNEX, requirePresent } from './pool.js';
import { numberedText, type Sql } from './sql.js';

interface PgliteOptions {
  /** Folder of the database; undefined: in memory. */
  readonly folder?: string;
  /** The files of a database in memory; empty by default. */
  readonly files?: MemoryFS;
  /** Whether amcheck can verify its tables and indexes. */
  readonly verifies?: boolean;
}

/** The size of one COPY. PGlite reads it from memory. */
const COPY_BYTES = 8 * 1024 * 1024;

/** Opens the embedded database in this thread. The caller holds the lock of the folder (`locks.ts`). */
export async function openPglite({
  folder,
  files,
  verifies = false,
}: PgliteOptions): Promise<Database & { readonly pglite: PGlite }> {
  const pglite = await openSession(folder, files, verifies);
  return { ...databaseOf(pglite, null), pglite };
}

/** Opens the embedded database in a separate thread. The thread ends if a statement of the service takes too long. */
export async function openServedPglite(folder: string, statementTimeoutMs: number): Promise<Database> {
  const thread = await openThread(folder);
  return databaseOf(thread, { thread, statementTimeoutMs });
}

/** The thread of PGlite, which can end a statement, and the time limit of each statement. */
interface Served {
  readonly thread: PgliteThread;
  readonly statementTimeoutMs: number;
}

function databaseOf(pglite: PgliteLike | PGlite, served: Served | null): Database {
  // This is a function because Knex clones a plain configuration, and the instance with it.
  const instance: Knex = knex({
    client: PgliteClient,
    ...KNEX,
    connection: () => ({ pglite }) as object,
  });
  const connections = new Connections<Connection>(instance, 1);
  clientOf(instance).pool?.on('createSuccess', (_event, driver) => {
    connections.add(new Connection(driver));
  });
  const log = new StatementLog(instance);
  return {
    engine: 'pglite',
    knex: instance,
    onStatement: log.listen,
    pool: () => connections.state,
    ...pgliteQueryable(runnerOf(pglite, log), connections, served),
    async copyIn(_trx, statement, rows) {
      // There is one session, so this runs inside the open transaction.
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

/** The time that a read waits for its turn in the service: as long as for a connection to PostgreSQL. */
const WAIT_SERVED_MS = 5_000;
const WAIT_MS = 60_000;
/**
 * To end a statement, the folder must be opened again. So a statement may finish shortly after its client has
 * disconnected.
 */
const ABORT_GRACE_MS = 500;

/** Returns the reads on the embedded database. */
function pgliteQueryable(
  ask: StatementRunner<Connection>,
  connections: Connections<Connection>,
  served: Served | null,
): Queryable {
  return queryableOf(
    ask,
    async (caller, run) => {
      const connection = await connections.acquire(served ? WAIT_SERVED_MS : WAIT_MS, caller);
      let timer: NodeJS.Timeout | undefined;
      const abort = (): void => {
        timer = setTimeout(() => {
          served?.thread.interrupt('canceling statement: its client closed the connection');
        }, ABORT_GRACE_MS);
      };
      const stay = caller?.whenGone(abort);
      served?.thread.limit(served.statementTimeoutMs);
      try {
        return await run(connection);
      } catch (error) {
        requirePresent(caller);
        throw error;
      } finally {
        served?.thread.limit(0);
        clearTimeout(timer);
        stay?.();
        connections.release(connection);
      }
    },
    () => undefined,
  );
}

/** Runs statements on PGlite directly. The caller holds the only connection of the pool. */
function runnerOf(pglite: PgliteLike | PGlite, log: StatementLog): StatementRunner<Connection> {
  // The session runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const ask = async <T>(connection: Connection, statement: Sql, options: QueryOptions): Promise<QueryResult<T>> => {
    const before = last;
    const result = (async () => {
      await before.catch(() => undefined);
      const { text, bindings } = numberedText(statement);
      const ended = log.begin(connection, text, bindings);
      try {
        return (await pglite.query(text, [...bindings], options)) as QueryResult<T>;
      } finally {
        ended();
      }
    })();
    last = result;
    return result;
  };
  return {
    rows: async <T>(connection: Connection, statement: Sql) => (await ask<T>(connection, statement, {})).rows,
    async tuples(connection, statement) {
      const { unparsedFrom } = statement;
      if (unparsedFrom === null) {
        const { rows } = await ask<Tuple>(connection, statement, { lists: 'values' });
        return rows;
      }
      const { rows, fields } = await ask<Texts>(connection, statement, { lists: 'texts' });
      const parsers = fields.slice(0, unparsedFrom).map(({ dataTypeID }) => parserOf(dataTypeID));
      return rows.map((texts) => tupleOf(texts, parsers));
    },
  };
}

/** The result of a statement. */
interface QueryResult<T> {
  readonly rows: readonly T[];
  readonly fields: readonly { readonly dataTypeID: number }[];
}

/** The values of a row as the server sends them. */
type Texts = readonly (string | null)[];

/** Returns the parsed values of a row, followed by the row as a {@link DataRow}. */
function tupleOf(texts: Texts, parsers: readonly ((text: string) => unknown)[]): Tuple {
  const parsed = parsers.map((parse, index) => {
    const text = texts[index] ?? null;
    return text === null ? null : parse(text);
  });
  return [...parsed, dataRowOf(texts)];
}

/**
 * Returns locks between the callers of this process, the only one with this database. Even a shared lock has one holder
 * at a time.
 */
function localLocks(): Database['withLocks'] {
  const held = new Map<string, Promise<void>>();
  return async (run) => {
    const releases = new Map<string, () => void>();
    const hold = (key: string): void => {
      held.set(
        key,
        new Promise((resolve) => {
          releases.set(key, resolve);
        }),
      );
    };
    const releaseKey = (key: string): void => {
      const free = releases.get(key);
      if (!free) return;
      releases.delete(key);
      held.delete(key);
      free();
    };
    const attempt = (name: LockName): Promise<boolean> => {
      const key = name.join();
      if (held.has(key)) return Promise.resolve(releases.has(key));
      hold(key);
      return Promise.resolve(true);
    };
    const take = async (name: LockName): Promise<void> => {
      const key = name.join();
      if (releases.has(key)) return;
      for (let other = held.get(key); other; other = held.get(key)) await other;
      hold(key);
    };
    const release = (name: LockName): Promise<void> => {
      releaseKey(name.join());
      return Promise.resolve();
    };
    const locks: Locks = { try: attempt, tryShared: attempt, take, share: take, release };
    try {
      return await run(locks);
    } finally {
      for (const key of [...releases.keys()]) releaseKey(key);
    }
  };
}
