import { linkSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join, dirname } from 'node:path';
import type pg from 'pg';
import type { Connection, Connections } from './connection.js';
import type { Database, LockName, Locks } from './database.js';

/** Another process holds the embedded database. */
export class DatabaseInUseError extends Error {}

interface Holder {
  readonly pid: number;
  /**
   * Start of the process, in clock ticks since boot; null: the system does not report it. A later process may have the
   * same pid.
   */
  readonly started: string | null;
  readonly command: string;
  readonly since: string;
}

/**
 * Takes the lock of an embedded database's folder. PGlite has no lock, and two processes on one folder lose rows. The
 * function takes over the lock of a dead process.
 * @returns a function that releases the lock
 * @throws DatabaseInUseError that names the process that holds it
 */
export function lockFolder(folder: string): () => void {
  makeFolder(folder);
  const path = join(folder, 'lock');
  const mine = `${path}.${process.pid}`;
  const holder: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    command: process.argv.slice(2, 4).join(' '),
    since: new Date().toISOString(),
  };
  try {
    writeFileSync(mine, JSON.stringify(holder));
    // `link` is atomic, and fails if the lock exists.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        linkSync(mine, path);
        return () => {
          rmSync(path, { force: true });
        };
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const other = readHolder(path);
      if (other && isAlive(other)) throw new DatabaseInUseError(inUse(folder, other));
      setAside(path, folder);
    }
    throw new DatabaseInUseError(`The database in ${folder} is being opened by several processes at once; try again.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves a dead process's lock away, then checks the moved file: another process may have replaced it. */
function setAside(path: string, folder: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = readHolder(aside);
  const alive = moved && isAlive(moved);
  if (alive) linkSync(aside, path);
  rmSync(aside);
  if (alive) throw new DatabaseInUseError(inUse(folder, moved));
}

function inUse(folder: string, { pid, command, since }: Holder): string {
  return (
    `The embedded database in ${folder} is in use by process ${pid} (udg ${command}), since ${since}. ` +
    `Stop it first, or use PostgreSQL (DATABASE_URL), which serves several processes. Nothing was changed.`
  );
}

function readHolder(path: string): Holder | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read !== 'object' || read === null || !('pid' in read) || typeof read.pid !== 'number') return null;
    const text = (name: string): string | null => {
      const value: unknown = name in read ? Reflect.get(read, name) : null;
      return typeof value === 'string' ? value : null;
    };
    return {
      pid: read.pid,
      started: text('started'),
      command: text('command') ?? '',
      since: text('since') ?? 'an unknown time',
    };
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return started === null || startOf(pid) === started;
}

/** Returns field 22 of /proc/<pid>/stat, counted after the command's closing bracket; null on a system without /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns on a file system such as `/proc`, which
 * accepts no folders and reports that none exists.
 * @throws Error with the code of the system if a folder cannot be created, or a file has its name
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns locks that belong to a session. A transaction would have to stay open as long as its locks. */
export function sessionLocks(connections: Connections<Connection<pg.Client>>): Database['withLocks'] {
  return async (run) => {
    const connection = await connections.take();
    try {
      return await run(advisoryLocks(connection.driver));
    } finally {
      // A lost connection has lost its locks too.
      await connection.driver.query('select pg_advisory_unlock_all()').catch(() => undefined);
      connections.release(connection);
    }
  };
}

function advisoryLocks(driver: pg.Client): Locks {
  const call = async (name: string, [of, number]: LockName): Promise<boolean> => {
    const text = `select ${name}($1::int, $2::int) as done`;
    const { rows } = await driver.query<{ readonly done: unknown }>(text, [of, number]);
    return rows[0]?.done === true;
  };
  return {
    try: (name) => call('pg_try_advisory_lock', name),
    tryShared: (name) => call('pg_try_advisory_lock_shared', name),
    take: async (name) => void (await call('pg_advisory_lock', name)),
    share: async (name) => void (await call('pg_advisory_lock_shared', name)),
    release: async (name) => void (await call('pg_advisory_unlock', name)),
  };
}
