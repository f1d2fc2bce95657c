import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { MIGRATIONS } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';

const LAST = MIGRATIONS.at(-1)?.name ?? '';
const READY = { status: 'ready', database: 'ok', migrations: 'ok' };

/** The parts of a probe's response that an orchestrator reads. */
function seen({ status, body, headers }: Answer): object {
  expect(headers['cache-control']).toBe('no-store');
  return { status, body };
}

describe.each(ENGINES)('the probes on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('report without a key that the service is alive and ready', async () => {
    expect(seen(await server.ask('/livez'))).toEqual({ status: 200, body: { status: 'ok' } });
    expect(seen(await server.ask('/readyz'))).toEqual({ status: 200, body: READY });
  });

  it.each(['/livez', '/readyz'])('%s accepts HEAD, and no other method', async (path) => {
    const head = await server.ask(path, { method: 'HEAD' });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await server.ask(path, { method });
      expect(seen(refused)).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
      expect(refused.headers.allow).toBe('GET, HEAD');
    }
    expect((await server.ask(`${path}/`)).status).toBe(404);
  });

  describe('when the database lacks migrations', () => {
    afterEach(() => database.knex.raw('alter table if exists hidden rename to knex_migrations'));

    const whileMissing = async (change: string): Promise<object> => {
      await database.knex.raw('create table kept as select * from knex_migrations');
      try {
        await database.knex.raw(change);
        return seen(await server.ask('/readyz'));
      } finally {
        await database.knex.raw('alter table if exists hidden rename to knex_migrations');
        await database.knex.raw('delete from knex_migrations');
        await database.knex.raw('insert into knex_migrations select * from kept');
        await database.knex.raw('drop table kept');
      }
    };

    it('names the last migration that is needed and the last one that has run', async () => {
      expect(await whileMissing(`delete from knex_migrations where name >= '006'`)).toEqual({
        status: 503,
        body: {
          status: 'unavailable',
          database: 'ok',
          migrations: `needs ${LAST}, the database has 005_emission_factors`,
        },
      });
      expect(await whileMissing('delete from knex_migrations')).toMatchObject({
        status: 503,
        body: { migrations: `needs ${LAST}, the database has none` },
      });
      expect(seen(await server.ask('/readyz'))).toEqual({ status: 200, body: READY });
    });

    it('detects a database without any migration', async () => {
      expect(await whileMissing('alter table knex_migrations rename to hidden')).toMatchObject({
        status: 503,
        body: { database: 'ok', migrations: `needs ${LAST}, the database has none` },
      });
    });

    it('accepts the migrations of a newer version', async () => {
      const later = `insert into knex_migrations (name, batch) values ('999_later', 9)`;
      expect(await whileMissing(later)).toEqual({ status: 200, body: READY });
    });
  });

  it('report that the service is stopping as soon as it stops, while requests are still answered', async () => {
    const other = await startServer(database);
    const key = await other.key();
    other.stopping();
    expect(seen(await other.ask('/readyz'))).toEqual({ status: 503, body: { status: 'stopping' } });
    expect(seen(await other.ask('/livez'))).toMatchObject({ status: 200 });
    expect((await other.get('/accounts', key)).status).toBe(200);
    await other.close();
    expect(seen(await server.ask('/readyz'))).toMatchObject({ status: 200 });
  });
});

describe('the probes without a database', () => {
  const down = (database: string): object => ({
    status: 503,
    body: { status: 'unavailable', database, migrations: 'unknown' },
  });
  const secret = 's3cret';
  const openAt = (port: number): Database =>
    openPostgres({ url: `postgres://nobody:${secret}@127.0.0.1:${port}/none`, poolMax: 2, statementTimeoutMs: 1_000 });

  it('report that no server listens, without secrets', async () => {
    const server = await startServer(openAt(1));
    const answer = await server.ask('/readyz');
    expect(seen(answer)).toEqual(down('cannot be reached'));
    expect(answer.text).not.toMatch(/s3cret|nobody|127\.0\.0\.1|ECONN/);
    expect((await server.ask('/livez')).status).toBe(200);
    await server.close();
  });

  it('report that the embedded database is closed', async () => {
    const database = await openTestDatabase('pglite');
    const server = await startServer(database);
    await database.close();
    expect(seen(await server.ask('/readyz'))).toEqual(down('cannot be reached'));
    expect((await server.ask('/livez')).status).toBe(200);
    await server.close();
  });

  it('wait two seconds for a silent database, and share one connection however many probes come', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const server = await startServer(openAt(await listen(silent)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask('/readyz')));
    for (const answer of answers) expect(seen(answer)).toEqual(down('does not answer within 2 s'));
    expect(sockets).toHaveLength(1);
    await server.close();
    sockets.forEach((socket) => socket.destroy());
    silent.close();
  });

  it.runIf(ENGINES.includes('postgres'))('follow a database that goes down and comes back', async () => {
    const at = new URL(process.env.TEST_DATABASE_URL ?? '');
    const behind = await openTestDatabase('postgres');
    const { rows }: { rows: { name: string }[] } = await behind.knex.raw('select current_database() as name');
    const sockets = new Set<Socket>();
    const pipe = (socket: Socket): void => {
      const onward = connect(Number(at.port || 5432), at.hostname);
      for (const end of [socket, onward]) {
        sockets.add(end);
        end.on('error', () => end.destroy());
      }
      socket.pipe(onward).pipe(socket);
    };
    let proxy = createServer(pipe);
    const port = await listen(proxy);
    const url = new URL(at);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    url.pathname = `/${rows[0]?.name ?? ''}`;
    const database = openPostgres({ url: url.toString(), poolMax: 2, statementTimeoutMs: 1_000 });
    const server = await startServer(database);
    expect(seen(await server.ask('/readyz'))).toEqual({ status: 200, body: READY });

    proxy.close();
    sockets.forEach((socket) => socket.destroy());
    await expect.poll(async () => seen(await server.ask('/readyz'))).toEqual(down('cannot be reached'));
    proxy = createServer(pipe);
    await listen(proxy, port);
    await expect.poll(async () => seen(await server.ask('/readyz'))).toEqual({ status: 200, body: READY });

    await server.close();
    await database.close();
    proxy.close();
    sockets.forEach((socket) => socket.destroy());
    await behind.close();
  });
});

function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
