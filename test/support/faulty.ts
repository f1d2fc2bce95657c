import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/data/database.js';
import { openPostgres } from '../../src/data/postgres.js';
import { startFaultProxy, type FaultProxy } from './faultProxy.js';
import { importPlain } from './importPlain.js';
import { administer, databaseUrl } from './postgres.js';
import { templateOf } from './templates.js';
import { until } from './until.js';

export const POSTGRES = process.env.TEST_DATABASE_URL ?? '';
export const COMPANY = 'c00000000000000000000001';
export const ACCOUNT = 'b00000000000000000000001';

/** A statement that runs, and for how long by the server's clock. */
interface Activity {
  readonly pid: number;
  readonly query: string;
  readonly ms: number;
}

/** A database on PostgreSQL with one account, a proxy before it, and a hand on the server's side. */
export interface Faulty {
  readonly proxy: FaultProxy;
  /** Straight to the database. */
  readonly url: string;
  /** A connection past the proxy. */
  readonly hand: pg.Client;
  /** Not through the proxy. */
  readonly direct: Database;
  /** Through the proxy. */
  open(poolMax: number, statementTimeoutMs: number): Database;
  /** Keeps statements on a table waiting until what it gives is called. */
  lock(table: string): Promise<() => Promise<void>>;
  /** The same with accounts. */
  lockAccounts(): Promise<() => Promise<void>>;
  /** The service's backends that run a statement, once there are so many. */
  running(count: number): Promise<readonly number[]>;
  /** Waits until one statement runs, and has done so for longer than some milliseconds by the clock of the server. */
  runningFor(leastMs: number): Promise<void>;
  /** Ends the backend of the one statement that runs, once it does. */
  killRunning(): Promise<void>;
  /** Ends every such lock. */
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
      // With a timeout it waits until the backend is gone.
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
