import { request } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeKeys } from '../../src/auth/keys.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { migrate, MIGRATIONS } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLogger } from '../../src/observe/logger.js';
import { serve as serveAlone } from '../../src/server/serve.js';
import { CAN_CLUSTER, openClusters, type Cluster, type Clusters } from '../support/cluster.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { ACCOUNT, COMPANY } from '../support/faulty.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const SLOW = 'b00000000000000000000002';
const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-01-31`;
/** The pause between two requests of a client that makes load. */
const REST_MS = 5;
/** How often the test tries to connect to a server that is away. */
const TRIES_OF_LOOK = 2;
const PATIENT = { timeout: 100_000, interval: 50 };
const [PREVIOUS = '', LAST = ''] = MIGRATIONS.slice(-2).map(({ name }) => name);

/**
 * On the standby, reading the name of the account `Slow` takes ten minutes or until it is cancelled. All other reads
 * stay fast.
 */
const SLOWLY = `
  create function slowly(name text) returns text language plpgsql stable as
    $$ begin if name = 'Slow' and pg_is_in_recovery() then perform pg_sleep(600); end if; return name; end $$;
  alter table accounts rename column name to real_name;
  alter table accounts rename to real_accounts;
  create view accounts as select *, slowly(real_name) as name from real_accounts`;

describe.runIf(CAN_CLUSTER)('reads by replicas', () => {
  let clusters: Clusters;
  let primary: Cluster;
  let standby: Cluster;
  let database: Database;
  let key: string;
  let hand: pg.Client;
  const servers: TestServer[] = [];

  /** The lines of a service's log about replicas. */
  type Lines = readonly Json[];
  /** @param urls of the replicas; the standby unless given */
  const serve = async (urls: readonly string[] = [standby.url], env: Readonly<Record<string, string>> = {}) => {
    const lines: Json[] = [];
    const log = createLogger('info', {
      write(line) {
        const parsed = JSON.parse(line) as Json;
        if (String(parsed.msg).startsWith('replica')) lines.push(parsed);
      },
    });
    const config = { DATABASE_URL: primary.url, DATABASE_READ_URL: urls.join(','), ...env };
    const server = await startServer(database, config, log);
    servers.push(server);
    return { server, lines: lines as Lines };
  };
  const untilStates = (server: TestServer, ...replicas: readonly string[]): Promise<void> =>
    expect
      .poll(async () => {
        const { status, body } = await server.ask('/readyz');
        return { status, body };
      }, PATIENT)
      .toEqual({ status: 200, body: { status: 'ready', database: 'ok', migrations: 'ok', replicas } });
  const connect = async ({ url }: Cluster): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, application_name: 'hand' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  /**
   * Returns the value of an expression on a standby. It connects anew each time, because a conflict with the replay can
   * close a connection there at any time.
   */
  const valueOn = async (cluster: Cluster, expression: string, bindings: readonly unknown[] = []): Promise<unknown> => {
    const client = await connect(cluster);
    try {
      const { rows } = await client.query<{ value: unknown }>(`select ${expression} as value`, [...bindings]);
      return rows[0]?.value;
    } finally {
      await client.end();
    }
  };
  /** Queries the standby until a condition holds. Works in hooks too, where expect.poll is not allowed. */
  const untilStandby = (condition: string, bindings: readonly unknown[] = []): Promise<void> =>
    vi.waitFor(async () => {
      expect(await valueOn(standby, condition, bindings)).toBe(true);
    }, PATIENT);
  const pause = async (): Promise<void> => {
    await vi.waitFor(() => valueOn(standby, 'pg_wal_replay_pause()'), PATIENT);
    await untilStandby(`pg_get_wal_replay_pause_state() = 'paused'`);
  };
  const replayed = async (): Promise<void> => {
    const { rows } = await hand.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
    await untilStandby('pg_last_wal_replay_lsn() >= $1', [rows[0]?.lsn]);
  };
  const resume = async (): Promise<void> => {
    await vi.waitFor(() => valueOn(standby, 'pg_wal_replay_resume()'), PATIENT);
    await replayed();
  };
  const rename = async (name: string): Promise<void> => {
    await hand.query('update real_accounts set real_name = $1 where _id = $2', [name, Buffer.from(ACCOUNT, 'hex')]);
  };
  const nameOf = async (server: TestServer): Promise<unknown> =>
    (await server.get(`/accounts/${ACCOUNT}`, key)).body.name;
  /** Returns how many statements of the service run on the standby. */
  const running = (): Promise<unknown> =>
    valueOn(
      standby,
      `(select count(*)::int from pg_stat_activity where state = 'active' and application_name = 'utility-data-gateway')`,
    );
  const untilRunning = (count: number): Promise<void> => expect.poll(running, PATIENT).toBe(count);

  beforeAll(async () => {
    clusters = openClusters();
    primary = await clusters.primary();
    standby = await clusters.standbyOf(primary);
    database = openPostgres({ url: primary.url, poolMax: 6, statementTimeoutMs: 10_000 });
    await migrate(database);
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    await importPlain(database, 'accounts', [
      { _id: ACCOUNT, companyId: COMPANY, type: 'electricity', name: 'Main' },
      { _id: SLOW, companyId: COMPANY, type: 'gas', name: 'Slow' },
    ]);
    await database.knex.raw(SLOWLY);
    hand = await connect(primary);
    const { server } = await serve();
    key = await server.key({ companies: [COMPANY] });
    await replayed();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    await rename('Main');
    await resume();
  });
  afterAll(async () => {
    await hand.end().catch(() => undefined);
    await database.close();
    clusters.close();
  });

  it('serve lists, items, figures and GraphQL from the standby, at its replayed state', async () => {
    const { server, lines } = await serve();
    await untilStates(server, 'ok');
    await pause();
    await rename('Newer');
    expect(await nameOf(server)).toBe('Main');
    expect((await server.get('/accounts?type=electricity', key)).body).toMatchObject({ data: [{ name: 'Main' }] });
    expect((await server.get(FIGURES, key)).status).toBe(200);
    const { body } = await server.graphql(`{ account(id: "${ACCOUNT}") { name } }`, {}, key);
    expect(body.data).toEqual({ account: { name: 'Main' } });
    await resume();
    expect(await nameOf(server)).toBe('Newer');
    expect(lines.map(({ msg, replica, host }) => ({ msg, replica, host }))).toEqual([
      { msg: 'replica serves reads', replica: 1, host: `127.0.0.1:${standby.port}` },
    ]);
  });

  it('check keys on the primary: new keys work and revoked keys do not, however far the standby lags', async () => {
    const { server } = await serve();
    const old = await server.key({ companies: [COMPANY] });
    await replayed();
    await untilStates(server, 'ok');
    await pause();
    await revokeKeys(database, { userId: old.split(':')[0] ?? '' });
    expect((await server.get('/assets', old)).status).toBe(401);
    const young = await server.key({ companies: [COMPANY] });
    expect((await server.get('/assets', young)).status).toBe(200);
  });

  it('cancel a query on the standby when its client disconnects', async () => {
    const { server } = await serve(undefined, { STATEMENT_TIMEOUT: '600000' });
    await untilStates(server, 'ok');
    const path = `/2.0/accounts/${SLOW}`;
    const asked = request({ host: '127.0.0.1', port: server.port, path, headers: { 'x-api-key': key }, agent: false });
    asked.on('error', () => undefined);
    asked.end();
    await untilRunning(1);
    asked.destroy();
    await untilRunning(0);
    await untilStates(server, 'ok');
  });

  it("go to the primary when they conflict with the standby's replay", async () => {
    const { server, lines } = await serve();
    await untilStates(server, 'ok');
    const asked = server.get(`/accounts/${SLOW}`, key);
    await untilRunning(1);
    await hand.query('begin; lock table real_accounts in access exclusive mode; commit');
    const answer = await asked;
    expect(answer.status).toBe(200);
    expect(answer.body.name).toBe('Slow');
    await untilStates(server, 'ok');
    expect(lines).toHaveLength(1);
  });

  it('answer 503 for a timeout on the standby, without a retry', async () => {
    const { server, lines } = await serve(undefined, { STATEMENT_TIMEOUT: '1000' });
    await untilStates(server, 'ok');
    const answer = await server.get(`/accounts/${SLOW}`, key);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 503, code: 'query-timeout' });
    expect(answer.headers['retry-after']).toBe('5');
    expect(lines).toHaveLength(1);
  });

  it('answer all requests when a backend on the standby is killed, and keep using the standby', async () => {
    const { server, lines } = await serve();
    await untilStates(server, 'ok');
    const asked = server.get(`/accounts/${SLOW}`, key);
    await untilRunning(1);
    await valueOn(
      standby,
      `(select bool_and(pg_terminate_backend(pid, 5000)) from pg_stat_activity
        where state = 'active' and application_name = 'utility-data-gateway')`,
    );
    expect((await asked).status).toBe(200);
    await pause();
    await rename('Newer');
    await expect.poll(() => nameOf(server), PATIENT).toBe('Main');
    await resume();
    expect(lines).toHaveLength(1);
  });

  it.each(['fast', 'immediate'] as const)(
    'fail no request under load when the standby stops (%s), and use it again when it is back',
    async (mode) => {
      const proxy = await startFaultProxy(standby.url);
      const { server, lines } = await serve([proxy.url(standby.url)]);
      await untilStates(server, 'ok');
      const statuses: number[] = [];
      let asking = true;
      const client = async (path: string): Promise<void> => {
        while (asking) {
          statuses.push((await server.get(path, key)).status);
          await rest(REST_MS);
        }
      };
      const clients = Promise.all([`/accounts/${ACCOUNT}`, '/assets', FIGURES].map(client));
      const held = server.get(`/accounts/${SLOW}`, key);
      await untilRunning(1);
      await standby.stop(mode);
      expect((await held).status).toBe(200);
      await untilStates(server, 'cannot be reached');
      const before = statuses.length;
      await expect.poll(() => statuses.length, PATIENT).toBeGreaterThan(before + 20);
      const { tried } = proxy;
      await until(
        'it has been looked at again, twice',
        () => proxy.tried,
        (now) => now >= tried + 2 * TRIES_OF_LOOK,
      );
      await standby.start();
      await untilStates(server, 'ok');
      asking = false;
      await clients;
      expect(new Set(statuses)).toEqual(new Set([200]));
      const told = lines.map(({ level, msg, problem }) => ({ level, msg, problem }));
      expect(told).toEqual([
        { level: 'info', msg: 'replica serves reads' },
        { level: 'warn', msg: 'replica skipped', problem: 'cannot be reached' },
        { level: 'info', msg: 'replica serves reads' },
      ]);
      await pause();
      await rename('Newer');
      expect(await nameOf(server)).toBe('Main');
      await resume();
      await proxy.close();
    },
  );

  it('skip a standby that lacks migrations until it has them', async () => {
    await hand.query('create table kept as select * from knex_migrations where name = $1', [LAST]);
    await hand.query('delete from knex_migrations where name = $1', [LAST]);
    await replayed();
    await pause();
    await hand.query('insert into knex_migrations select * from kept');
    await hand.query('drop table kept');
    await rename('Newer');
    const { server, lines } = await serve();
    await untilStates(server, `needs ${LAST}, the database has ${PREVIOUS}`);
    expect(await nameOf(server)).toBe('Newer');
    await resume();
    await untilStates(server, 'ok');
    expect(lines.map(({ msg }) => msg)).toEqual(['replica skipped', 'replica serves reads']);
  });

  it('skip a server that is not a standby, belongs to another database or is unreachable, and log this once without secrets', async () => {
    await hand.query('create database other');
    await replayed();
    const other = standby.url.replace(/postgres$/, 'other');
    const stranger = standby.url.replace('postgres@', 'stranger:s3cret@');
    const away = await startFaultProxy(primary.url);
    away.mode = 'down';
    const refused = away.url(primary.url).replace('postgres@', 'nobody:s3cret@');
    const { server, lines } = await serve([primary.url, other, refused, standby.url, stranger]);
    await untilStates(
      server,
      'is not a standby',
      'is the standby of another database',
      'cannot be reached',
      'ok',
      'refuses the role of the service',
    );
    expect((await server.ask('/readyz')).text).not.toMatch(/s3cret|nobody|stranger|127\.0\.0\.1|ECONN/);
    await pause();
    await rename('Newer');
    for (let round = 0; round < 5; round += 1) expect(await nameOf(server)).toBe('Main');
    await until(
      'they have been looked at three times',
      () => away.tried,
      (tried) => tried >= 3 * TRIES_OF_LOOK,
    );
    expect(lines).toHaveLength(5);
    expect(JSON.stringify(lines)).not.toMatch(/s3cret/);
    await away.close();
  });

  it('export metrics that show which replicas answer, and their pools', async () => {
    const urls = `${standby.url},${primary.url}`;
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: urls, DATABASE_POOL_MAX: '5', LOG_LEVEL: 'silent' };
    const running = await serveAlone(database, readConfig({ ...env, PORT: '0', METRICS_PORT: '0' }));
    try {
      const text = async (): Promise<string> => (await fetch(running.metricsAddress ?? '')).text();
      await expect.poll(text, PATIENT).toContain('database_replica_up{replica="1"} 1\n');
      expect(
        (await fetch(`${running.address}/2.0/accounts/${ACCOUNT}`, { headers: { 'x-api-key': key } })).status,
      ).toBe(200);
      // A connection becomes free some time after its response.
      await expect.poll(text, PATIENT).toContain('database_pool_connections{state="free",replica="1"} 1\n');
      const lines = (await text()).split('\n');
      expect(lines).toContain('database_replica_up{replica="2"} 0');
      expect(lines).toContain('database_pool_max 6');
      // One of the five connections is used to check the replica.
      expect(lines).toContain('database_pool_max{replica="1"} 4');
      expect(lines).toContain('database_pool_connections{state="free",replica="2"} 0');
    } finally {
      await running.stop();
    }
  });

  it('use two standbys in turn, and one request stays on one of them', async () => {
    const second = await clusters.standbyOf(primary);
    const { server } = await serve([standby.url, second.url]);
    await untilStates(server, 'ok', 'ok');
    await pause();
    await rename('Newer');
    await expect
      .poll(() => valueOn(second, 'exists (select from real_accounts where real_name = $1)', ['Newer']), PATIENT)
      .toBe(true);
    const query = `{ a: account(id: "${ACCOUNT}") { name } b: accounts(filter: {type: {eq: electricity}}) { data { name } } }`;
    const seen: unknown[] = [];
    for (let round = 0; round < 10; round += 1) seen.push((await server.graphql(query, {}, key)).body.data);
    const old = { a: { name: 'Main' }, b: { data: [{ name: 'Main' }] } };
    const young = { a: { name: 'Newer' }, b: { data: [{ name: 'Newer' }] } };
    expect(seen).toContainEqual(old);
    expect(seen).toContainEqual(young);
    for (const one of seen) expect([old, young]).toContainEqual(one);
    await second.stop('fast');
  });

  it('leave readiness to the primary: without it the service is not ready, whatever the standby does', async () => {
    const { server } = await serve();
    await untilStates(server, 'ok');
    await hand.end();
    await primary.stop('fast');
    await expect
      .poll(async () => (await server.ask('/readyz')).body, PATIENT)
      .toMatchObject({ status: 'unavailable', database: 'cannot be reached', replicas: ['ok'] });
    await primary.start();
    hand = await connect(primary);
    await untilStates(server, 'ok');
    expect((await server.get('/accounts?type=electricity', key)).status).toBe(200);
  });
});
