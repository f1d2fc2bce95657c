import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { openPglite } from '../../src/db/pglite.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { makeDataDir } from '../support/templates.js';
import { startUdg, type Udg } from '../support/udg.js';
import { until } from '../support/until.js';

const WELL = { status: 0, signal: null };
const started: Udg[] = [];
const udg = (args: readonly string[], env: Readonly<Record<string, string>>): Udg => {
  const one = startUdg(args, env);
  started.push(one);
  return one;
};
const ask = (url: string, path: string, key: string): Promise<Response> =>
  fetch(`${url}/2.0${path}`, { headers: { 'x-api-key': key } });

afterEach(() => {
  for (const { process } of started.splice(0)) process.kill('SIGKILL');
});

describe.runIf(POSTGRES !== '')('with PostgreSQL down', () => {
  let faulty: Faulty;
  let key: string;
  beforeAll(async () => {
    faulty = await startFaulty();
    key = (await issueKey(faulty.direct, { role: 'reader', companies: [COMPANY], entities: [] })).key;
  });
  afterAll(() => faulty.close());

  it.each(['1', '2'])('udg serve starts, answers 503 and recovers, with WEB_CONCURRENCY=%s', async (count) => {
    faulty.proxy.mode = 'down';
    const service = udg(['serve'], { DATABASE_URL: faulty.proxy.url(faulty.url), WEB_CONCURRENCY: count });
    const url = await service.url();
    expect(service.said()).toMatch(
      /^The database cannot be reached.*\. Until the database is reachable, requests get 503\.\n/,
    );
    const answer = await ask(url, '/accounts', key);
    expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    expect(await answer.json()).toMatchObject({ code: 'database-unavailable', status: 503 });
    expect((await ask(url, '/accounts?x=1', key)).status).toBe(400);
    faulty.proxy.mode = 'pass';
    await service.hears(/The database is reachable\.\n/);
    expect((await ask(url, '/accounts', key)).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject(WELL);
  });

  describe('when the database is empty after PostgreSQL starts', () => {
    const name = `udg_test_${randomBytes(8).toString('hex')}`;
    let url: string;
    beforeAll(async () => {
      await administer(POSTGRES, `create database ${name}`);
      url = databaseUrl(POSTGRES, name);
    });
    afterAll(() => administer(POSTGRES, `drop database if exists ${name} with (force)`));

    it('udg serve exits with status 1 and the reason', async () => {
      const proxy = await startFaultProxy(url);
      proxy.mode = 'down';
      const service = udg(['serve'], { DATABASE_URL: proxy.url(url), STOP_DELAY: '0' });
      await service.url();
      proxy.mode = 'pass';
      expect(await service.ended).toMatchObject({ status: 1, signal: null });
      expect(service.said()).toMatch(/The database has no tables yet: run udg migrate, or udg start\.\n$/);
      await proxy.close();
    });

    it('udg start waits for PostgreSQL with a message, then migrates and serves; if stopped while it waits, it exits with 0', async () => {
      const proxy = await startFaultProxy(url);
      proxy.mode = 'down';
      const env = { DATABASE_URL: proxy.url(url), STOP_DELAY: '0' };
      const impatient = udg(['start'], env);
      await impatient.hears(/The database cannot be reached.*Trying again every 1 s\.\n/);
      impatient.process.kill('SIGTERM');
      expect(await impatient.ended).toMatchObject(WELL);
      const service = udg(['start'], env);
      await service.hears(/Trying again every 1 s\.\n/);
      proxy.mode = 'pass';
      expect((await ask(await service.url(), '/accounts', key)).status).toBe(401);
      service.process.kill('SIGTERM');
      expect(await service.ended).toMatchObject(WELL);
      await proxy.close();
    });
  });
});

describe('on the embedded database, a query that runs for too long', () => {
  let base: string;
  let folder: string;
  let embedded: Readonly<Record<string, string>>;
  let key: string;
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'udg-'));
    folder = join(base, 'data');
    embedded = { DATABASE_URL: '', DATA_DIR: folder, STOP_DELAY: '0' };
    await makeDataDir(folder);
    const database = await openPglite({ folder: join(folder, 'pglite') });
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    await importPlain(database, 'accounts', [{ _id: 'b'.repeat(24), companyId: COMPANY, type: 'gas', name: 'Main' }]);
    await importPlain(database, 'assets', [{ _id: 'a'.repeat(24), companyId: COMPANY, siteName: 'Tower' }]);
    key = (await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] })).key;
    // Only a filter on the name takes forever.
    await database.knex.raw('alter table accounts rename column name to real_name');
    await database.knex.raw('alter table accounts rename to real_accounts');
    await database.knex.raw(
      `create view accounts as select *, case when real_name = 'Main' then
       (select count(*)::text from generate_series(1, 100000) a, generate_series(1, 100000) b where real_name is not null)
       end as name from real_accounts`,
    );
    await database.close();
  });
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  it('is cancelled at its timeout, and the server answers before and after', async () => {
    // Each request that the service refuses while the query runs costs a point.
    const service = udg(['serve'], { ...embedded, STATEMENT_TIMEOUT: '2000', RATE_LIMIT_POINTS: '0' });
    const url = await service.url();
    for (let round = 0; round < 2; round += 1) {
      expect((await ask(url, '/assets', key)).status).toBe(200);
      const running = { isOver: false };
      const away = ask(url, '/accounts?name=1', key).finally(() => (running.isOver = true));
      const waiting = ask(url, '/assets', key);
      let answered = 0;
      while (!running.isOver) {
        expect((await ask(url, '/assets?x=1', key)).status).toBe(400);
        answered += 1;
      }
      // If the server were blocked, it would answer the first of these only after the statement.
      expect(answered).toBeGreaterThan(2);
      const [ended, waited] = await Promise.all([away, waiting]);
      expect({ status: ended.status, retry: ended.headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
      expect(await ended.json()).toMatchObject({ code: 'query-timeout' });
      expect(waited.status).toBe(200);
      expect(await waited.json()).toMatchObject({ total: 1, data: [{ siteName: 'Tower' }] });
    }
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject(WELL);
  });

  it('is cancelled when its client disconnects; requests that wait longer than 5 seconds get 503', async () => {
    const service = udg(['serve'], { ...embedded, STATEMENT_TIMEOUT: '600000' });
    const url = await service.url();
    expect((await ask(url, '/assets', key)).status).toBe(200);
    const leaving = new AbortController();
    const headers = { 'x-api-key': key };
    const away = fetch(`${url}/2.0/accounts?name=1`, { headers, signal: leaving.signal }).catch(() => 'left');
    // The service still answers a request that arrives before it.
    const waited = await until(
      'a request waits in vain',
      () => ask(url, '/assets', key),
      ({ status }) => status !== 200,
    );
    expect({ status: waited.status, retry: waited.headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    leaving.abort();
    expect(await away).toBe('left');
    await until(
      'the database answers others',
      async () => (await ask(url, '/assets', key)).status,
      (status) => status === 200,
    );
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject(WELL);
  });
});
