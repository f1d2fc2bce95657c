import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printTime } from '../support/figures.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';

const STATEMENT_MS = 3_000;
const LOCKED = 'Another session, such as maintenance, has locked the data; try again in a few seconds.';

describe.runIf(POSTGRES !== '')('locks of other sessions', () => {
  let faulty: Faulty;
  let database: Database;
  let server: TestServer;
  let key: string;
  let others: string;
  let holder: pg.Client;
  beforeAll(async () => {
    faulty = await startFaulty();
    database = faulty.open(9, STATEMENT_MS);
    server = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key({ companies: [COMPANY] });
    others = await server.key({ companies: [COMPANY] });
    holder = new pg.Client({ connectionString: faulty.url, application_name: 'psql' });
    await holder.connect();
  });
  afterEach(() => holder.query('rollback'));
  afterAll(async () => {
    await holder.end();
    await server.close();
    await database.close();
    await faulty.close();
  });
  const expectLocked = (answer: Answer): void => {
    const { status, headers, body } = answer;
    expect({ status, retry: headers['retry-after'], code: body.code, detail: body.detail }).toEqual({
      ...{ status: 503, retry: '5', code: 'query-timeout', detail: LOCKED },
    });
  };

  it('on rows delay no read: reads see the rows before the change', async () => {
    await holder.query(`begin; update accounts set name = 'Changed'; select from accounts for update`);
    expect((await server.get('/accounts', key)).body).toMatchObject({ data: [{ name: 'Main' }] });
    expect((await server.ask('/readyz')).status).toBe(200);
  });

  it('on a table return a 503 that names the lock, by REST and GraphQL, until they are released', async () => {
    await holder.query('begin; lock table accounts in access exclusive mode');
    const [list, graphql] = await printTime(`503 of a locked table, with STATEMENT_TIMEOUT=${STATEMENT_MS}`, () =>
      Promise.all([
        server.get('/accounts', key),
        server.graphql('{ accounts { total } assets { total } }', {}, others),
      ]),
    );
    expectLocked(list);
    expect(graphql.body).toMatchObject({
      errors: [{ message: LOCKED, path: ['accounts'], extensions: { code: 'query-timeout' } }],
      data: { accounts: null, assets: { total: 0 } },
    });
    await holder.query('rollback');
    expect((await server.get('/accounts', key)).status).toBe(200);
  });

  it('on a table leave all other requests and the readiness of the service unaffected', async () => {
    await server.get('/assets', others);
    await holder.query('begin; lock table accounts in access exclusive mode');
    const locked = Array.from({ length: 20 }, () => server.get('/accounts', key));
    await faulty.running(3);
    for (let round = 0; round < 5; round += 1) expect((await server.get('/assets', others)).status).toBe(200);
    expect((await server.ask('/readyz')).body).toEqual({ status: 'ready', database: 'ok', migrations: 'ok' });
    await holder.query('rollback');
    expect(new Set((await Promise.all(locked)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('on the table of keys return 503 once the lookup of a key exceeds the statement timeout', async () => {
    const unknown = await server.key({ companies: [COMPANY] });
    await holder.query('begin; lock table api_keys in access exclusive mode');
    const asked: string[] = [];
    const stop = database.onStatement(({ sql }) => {
      if (sql.includes('from api_keys')) asked.push(sql);
    });
    expectLocked(await server.get('/assets', unknown));
    expect(asked).toHaveLength(1);
    stop();
    expect((await server.ask('/livez')).status).toBe(200);
    await holder.query('rollback');
    expect((await server.get('/assets', unknown)).status).toBe(200);
  });

  it('on the table that the probe reads make the service not ready, and no probe holds a connection after its response', async () => {
    await holder.query('begin; lock table knex_migrations in access exclusive mode');
    const { status, body } = await printTime('/readyz of a locked table', () => server.ask('/readyz'));
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'unavailable', database: 'does not answer within 2 s', migrations: 'unknown' },
    });
    await faulty.running(0);
    expect((await server.ask('/livez')).status).toBe(200);
    await holder.query('rollback');
    expect((await server.ask('/readyz')).status).toBe(200);
  });
});
