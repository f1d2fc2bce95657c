import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/data/database.js';
import { openPostgres } from '../../src/data/postgres.js';
import { startFaultProxy, type FaultProxy } from './faultProxy.js';
import { importPlain } from './importPlain.js';
import { administer, databaseUrl } from './postgres.js';
import { templateOf } from './templates.js';

export const POSTGRES = process.env.TEST_DATABASE_URL ?? '';
export const COMPANY = 'c00000000000000000000001';
export const ACCOUNT = 'b00000000000000000000001';

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
  /** Keeps statements on accounts waiting until it is called again. */
  lockAccounts(): Promise<() => Promise<void>>;
  /** The service's backends that run a statement, once there are so many. */
  running(count: number): Promise<readonly number[]>;
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
  const running = async (count: number): Promise<readonly number[]> => {
    for (let attempt = 0; ; attempt += 1) {
      const { rows } = await hand.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and state = 'active'
         and application_name = 'utility-data-gateway'`,
      );
      if (rows.length === count) return rows.map(({ pid }) => pid);
      if (attempt > 150) throw new Error(`${rows.length} statements run, not ${count}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    proxy,
    url,
    hand,
    direct,
    open: (poolMax, statementTimeoutMs) => openPostgres({ url: proxy.url(url), poolMax, statementTimeoutMs }),
    async lockAccounts() {
      const client = new pg.Client({ connectionString: url, application_name: 'lock' });
      locks.push(client);
      await client.connect();
      await client.query('begin; lock table accounts in access exclusive mode');
      return () => client.end();
    },
    running,
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
