import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { startFaultProxy, type FaultProxy } from './faultProxy.js';
import { importPlain } from './importPlain.js';
import { administer, databaseUrl } from './postgres.js';
import { templateOf } from './templates.js';
import { until } from './until.js';

export const POSTGRES = process.env.TEST_DATABASE_URL ?? '';
export const COMPANY = 'c00000000000000000000001';
export const ACCOUNT = 'b00000000000000000000001';

/** A running statement, and for how long it has run by the server's clock. */
interface Activity {
  readonly pid: number;
  readonly query: string;
  readonly ms: number;
}

/**
 * A PostgreSQL database with one account and a proxy in front. Tests can also lock tables and kill backends on the
 * server.
 */
export interface Faulty {
  readonly proxy: FaultProxy;
  /** Runs a statement without the proxy. */
  readonly url: string;
  /** Opens a database without the proxy. */
  readonly hand: pg.Client;
  /** A connection without the proxy. */
  readonly direct: Database;
  /** A connection through the proxy. */
  open(poolMax: number, statementTimeoutMs: number): Database;
  /** Locks a table, and returns the function that unlocks it. */
  lock(table: string): Promise<() => Promise<void>>;
  /** Locks the table of accounts. */
  lockAccounts(): Promise<() => Promise<void>>;
  /** Waits until this many backends of the service run a statement, and returns them. */
  running(count: number): Promise<readonly number[]>;
  /** Waits until one statement has run for more than this many milliseconds by the server's clock. */
  runningFor(leastMs: number): Promise<void>;
  /** Waits until one statement runs, and kills its backend. */
  killRunning(): Promise<void>;
  /** Releases all of these locks. */
  unlock(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaulty(): Promise<Faulty> {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  await administer(POSTGRES, `create database ${name} template ${await templateOf('postgres')}`);
  const url = databaseUrl(POSTGRES, name);
  const proxy = await startFaultProxy(url);
  const direct = openPostgres({ url, poolMax: 2, statementTimeoutMs: 0 });
  await importPlain(direct, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
  await importPlain(direct, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'electricity', name: 'Main' }]);
  const hand = new pg.Client({ connectionString: url, application_name: 'hand' });
  await hand.connect();
  const locks: pg.Client[] = [];
  const activity = async (): Promise<readonly Activity[]> => {
    const { rows } = await hand.query<Activity>(
      `select pid, query, extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms
       from pg_stat_activity where datname = current_database() and state = 'active'
         and application_name = 'utility-data-gateway'`,
    );
    return rows;
  };
  const running = async (count: number): Promise<readonly number[]> => {
    const found = await until(`${count} statements run`, activity, (rows) => rows.length === count);
    return found.map(({ pid }) => pid);
  };
  const lock = async (table: string): Promise<() => Promise<void>> => {
    const client = new pg.Client({ connectionString: url, application_name: 'lock' });
    locks.push(client);
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return () => client.end();
  };
  return {
    proxy,
    url,
    hand,
    direct,
    open: (poolMax, statementTimeoutMs) => openPostgres({ url: proxy.url(url), poolMax, statementTimeoutMs }),
    lock,
    lockAccounts: () => lock('accounts'),
    running,
    async runningFor(leastMs) {
      const isLong = (rows: readonly Activity[]): boolean => rows.length === 1 && rows.every(({ ms }) => ms > leastMs);
      await until(`one statement has run for ${leastMs} ms`, activity, isLong);
    },
    async killRunning() {
      // With a timeout, this function waits until the backend is gone.
      await hand.query('select pg_terminate_backend($1, 5000)', [...(await running(1))]);
    },
    async unlock() {
      await Promise.all(locks.splice(0).map((client) => client.end().catch(() => undefined)));
    },
    async close() {
      await Promise.all(locks.map((client) => client.end().catch(() => undefined)));
      await hand.end();
      await direct.close();
      await proxy.close();
      await administer(POSTGRES, `drop database if exists ${name} with (force)`);
    },
  };
}
