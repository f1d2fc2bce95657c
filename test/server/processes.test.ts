import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { printFigure, printTime } from '../support/figures.js';
import { startLoad } from '../support/load.js';
import { openRaw, sendRaw } from '../support/raw.js';
import { makeDataDir } from '../support/templates.js';
import { startUdg, untilWorkers, workersOf, type Udg } from '../support/udg.js';
import { until } from '../support/until.js';

const WELL = { status: 0, signal: null };
/** The message of a process that is forced to end, at any stage. */
const FORCED = /cut off|still busy|did not stop/;

describe('server processes', () => {
  let faulty: Faulty;
  let key: string;
  let folder: string;
  const started: Udg[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    if (POSTGRES === '') return;
    faulty = await startFaulty();
    key = (await issueKey(faulty.direct, { role: 'reader', companies: [COMPANY], entities: [] })).key;
  });
  afterEach(async () => {
    for (const { process } of started.splice(0)) process.kill('SIGKILL');
    if (POSTGRES !== '') await faulty.unlock();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (POSTGRES !== '') await faulty.close();
  });
  const udg = (args: readonly string[], env: Readonly<Record<string, string>>): Udg => {
    const one = startUdg(args, env);
    started.push(one);
    return one;
  };
  const serve = (env: Readonly<Record<string, string>>): Udg =>
    udg(['serve'], { DATABASE_URL: faulty.url, STOP_DELAY: '0', ...env });
  const status = async (url: string, path = '/2.0/accounts'): Promise<number> =>
    (await fetch(`${url}${path}`, { headers: { 'x-api-key': key, connection: 'close' } })).status;

  it('run as a single process on the embedded database, with a message', async () => {
    const env = { DATABASE_URL: '', DATA_DIR: join(folder, 'data'), WEB_CONCURRENCY: '4', STOP_DELAY: '0' };
    await makeDataDir(env.DATA_DIR);
    const service = udg(['serve'], env);
    await service.url();
    expect(service.said()).toContain(
      'WEB_CONCURRENCY=4 needs PostgreSQL; the embedded database is served by one process.\n',
    );
    expect(workersOf(service)).toEqual([]);
    await sendRaw(Number(new URL(await service.url()).port), 'GARBAGE\r\n\r\n');
    await service.hears(/"method":"unknown","route":"unknown","status":400,"reason":"HPE_\w+","msg":"refused"}/);
    service.process.kill('SIGTERM');
    expect(await service.ended).toMatchObject(WELL);
  });

  it('reject replicas of the embedded database with exit status 2 and one message', async () => {
    const env = { DATABASE_URL: '', DATABASE_READ_URL: 'postgres://u:s3cret@h/d', DATA_DIR: join(folder, 'data') };
    for (const service of [udg(['serve'], env), udg(['start'], env)]) {
      expect(await service.ended).toMatchObject({ status: 2, signal: null });
      expect(service.said()).toBe('DATABASE_READ_URL is set, but DATABASE_URL is empty: set both or neither.\n');
    }
  });

  describe.runIf(POSTGRES !== '')('on PostgreSQL', () => {
    it.each(['1', '3'])('fail no request on SIGTERM under load, with WEB_CONCURRENCY=%s', async (count) => {
      const service = serve({ WEB_CONCURRENCY: count, DATABASE_POOL_MAX: '9', STOP_DELAY: '300' });
      const url = await service.url();
      const load = startLoad(url, '/2.0/accounts', key, 40);
      await until(
        '300 requests are answered',
        () => load.answers.length,
        (count) => count >= 300,
      );
      service.process.kill('SIGTERM');
      await load.left;
      expect(load.failures).toEqual([]);
      expect(new Set(load.answers)).toEqual(new Set([200]));
      expect(await service.ended).toMatchObject(WELL);
      expect(service.said().match(/REST {6}/g)).toHaveLength(1);
      expect(service.said()).toContain('Stopping after the requests in flight.\n');
      expect(service.said()).not.toMatch(FORCED);
    });

    it.each(['1', '2'])(
      'report stopping at /readyz from SIGTERM to the end, with WEB_CONCURRENCY=%s',
      async (count) => {
        const service = serve({ WEB_CONCURRENCY: count, STOP_DELAY: '1500', RATE_LIMIT_POINTS: '0' });
        const url = await service.url();
        const ready = async (): Promise<{ readonly status: number; readonly body: { readonly status: string } }> => {
          const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
          return { status: answer.status, body: (await answer.json()) as { readonly status: string } };
        };
        expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
        service.process.kill('SIGTERM');
        const states: string[] = [];
        await until('the port is closed', async () => {
          const state = await ready().then(
            (answer) => `${answer.status} ${answer.body.status}`,
            () => 'none',
          );
          states.push(state);
          if (state === '503 stopping') expect([200, 'none']).toContain(await status(url).catch(() => 'none'));
          return state === 'none';
        });
        expect(states.join(' ')).toMatch(/^(200 ready )*(503 stopping )+none$/);
        expect(await service.ended).toMatchObject(WELL);
      },
    );

    it.each(['1', '2'])('finish a running request first, with WEB_CONCURRENCY=%s', async (count) => {
      const service = serve({ WEB_CONCURRENCY: count, STOP_DELAY: '300', STATEMENT_TIMEOUT: '600000' });
      const url = await service.url();
      const unlock = await faulty.lockAccounts();
      const asked = fetch(`${url}/2.0/accounts`, { headers: { 'x-api-key': key } });
      await faulty.running(1);
      service.process.kill('SIGTERM');
      await service.hears(/Stopping/);
      // By TCP alone: a connection that the main process took at the last moment is answered by no worker until the
      // end.
      const isClosed = (): Promise<boolean> =>
        openRaw(Number(new URL(url).port)).then(
          ({ socket }) => {
            socket.destroy();
            return false;
          },
          () => true,
        );
      await until('no connection is taken any more', isClosed);
      await faulty.running(1);
      await unlock();
      const answer = await asked;
      expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
        status: 200,
        connection: 'close',
      });
      expect(await answer.json()).toMatchObject({ total: 1 });
      expect(await service.ended).toMatchObject(WELL);
    });

    it('count a signal sent twice at once (Ctrl-C under npm) as one, and end at once on a later one', async () => {
      const env = { STATEMENT_TIMEOUT: '600000' };
      for (const isPatient of [true, false]) {
        const service = serve(env);
        const url = await service.url();
        const unlock = await faulty.lockAccounts();
        const asked = status(url).catch(() => 0);
        await faulty.running(1);
        service.process.kill('SIGINT');
        service.process.kill('SIGINT');
        await service.hears(/Stopping/);
        if (isPatient) await unlock();
        else await until('a later one ends it', () => !service.process.kill('SIGINT'));
        await unlock();
        expect(await asked).toBe(isPatient ? 200 : 0);
        expect(await service.ended).toMatchObject(isPatient ? WELL : { status: null, signal: 'SIGINT' });
        await faulty.running(0);
      }
    });

    describe('with two workers', () => {
      let service: Udg;
      let url: string;
      let metrics: string;
      beforeAll(async () => {
        const env = { WEB_CONCURRENCY: '2', METRICS_PORT: '0', DATABASE_POOL_MAX: '8', STOP_DELAY: '0' };
        service = startUdg(['serve'], { DATABASE_URL: faulty.url, ...env });
        url = await service.url();
        [, metrics = ''] = await service.hears(/Metrics {3}(http:\S+\/metrics)\n/);
      });
      afterAll(() => {
        service.process.kill('SIGKILL');
      });
      const sample = async (name: string): Promise<number> => {
        const answer = await fetch(metrics);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'text/plain; version=0.0.4; charset=utf-8',
        ]);
        const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
        return Number(line?.slice(name.length));
      };

      it('serve the metrics of all workers as one', async () => {
        const count = 40;
        const answers = await Promise.all(Array.from({ length: count }, () => status(url)));
        expect(new Set(answers)).toEqual(new Set([200]));
        const accounts = 'http_requests_total{route="/2.0/accounts",method="GET",status="200"}';
        await expect.poll(() => sample(accounts)).toBe(count);
        await expect.poll(() => sample('http_request_duration_seconds_count{route="/2.0/accounts"}')).toBe(count);
        await expect.poll(() => sample('database_pool_max')).toBe(8);
        // Both workers read the same journal.
        expect(await sample('import_rows_total{resource="accounts",result="inserted"}')).toBe(1);
      });

      it('replace a worker that is killed while the others serve, and close the connection that it had not accepted, so that no client waits forever', async () => {
        const [first = 0, second = 0] = workersOf(service);
        // The worker accepts nothing from now on, as if it were busy.
        process.kill(first, 'SIGSTOP');
        const count = 6;
        const { port } = new URL(url);
        const opened = await Promise.all(Array.from({ length: count }, () => openRaw(Number(port))));
        for (const { socket } of opened) socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        const answered = (): number => opened.filter(({ received }) => received().includes('"ok"')).length;
        await expect.poll(answered).toBe(count - 1);
        process.kill(first, 'SIGKILL');
        await printTime('a connection is closed after the end of its worker', () =>
          Promise.all(opened.map(({ closed }) => closed)),
        );
        printFigure('connections to two workers, one of which ends', `${answered()} of ${count} answered, 1 closed`);
        expect(answered()).toBe(count - 1);
        await service.hears(new RegExp(`Worker ${first} ended \\(SIGKILL\\); another starts in \\d+ ms\\.`));
        for (let round = 0; round < 10; round += 1) expect(await status(url)).toBe(200);
        expect(await untilWorkers(service, 2)).toContain(second);
        expect(await status(url)).toBe(200);
        await expect.poll(() => sample('database_pool_max')).toBe(8);
        service.process.kill('SIGINT');
        expect(await service.ended).toMatchObject(WELL);
        await expect(fetch(metrics)).rejects.toThrow('fetch failed');
      });
    });

    it('replace a worker that is killed during the start, while the others serve every request', async () => {
      const service = serve({ WEB_CONCURRENCY: '3', DATABASE_POOL_MAX: '9' });
      const [first = 0] = await untilWorkers(service, 3);
      process.kill(first, 'SIGKILL');
      const url = await service.url();
      const [second = 0] = workersOf(service);
      process.kill(second, 'SIGKILL');
      // Connections passed to a process whose end is not yet noticed are reset.
      await service.hears(new RegExp(`Worker ${second} ended \\(SIGKILL\\); another starts`));
      for (let round = 0; round < 20; round += 1) expect(await status(url)).toBe(200);
      await service.hears(new RegExp(`Worker ${first} ended \\(SIGKILL\\); another starts`));
      await untilWorkers(service, 3);
      service.process.kill('SIGTERM');
      expect(await service.ended).toMatchObject(WELL);
    });

    it('end with status 1 and the reason when workers cannot listen', async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = taken.address() as AddressInfo;
        const service = serve({ WEB_CONCURRENCY: '2', PORT: String(port) });
        expect(await service.ended).toMatchObject({ status: 1, signal: null });
        expect(service.said()).toContain(`Port ${port} of 127.0.0.1 is in use; set PORT to another port.\n`);
      } finally {
        taken.close();
      }
    });
  });
});
